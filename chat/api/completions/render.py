"""Render answers in the shapes of OpenAI's API; what these have no field for is added as `citations` and `threadwise`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.api import render
from chat.api.types import Json
from chat.domain import Answer
from chat.llm.models import QUOTING


@dataclass(frozen=True, slots=True)
class Head:
    """The fields that all chunks of a completion have in common, and those that its last one tells."""

    answer: str
    """Id of the message that holds the answer."""
    created: int
    """Seconds since 1970."""
    model: str
    thread: str
    remembered: bool
    with_usage: bool = False
    """Whether a stream ends with a chunk that tells the tokens used."""

    def shape(self, kind: str) -> Json:
        return {"id": f"chatcmpl-{self.answer}", "object": kind, "created": self.created, "model": self.model}


def completion(head: Head, answer: Answer) -> Json:
    message = {"role": "assistant", "content": answer.text, "refusal": None, "citations": _citations(answer)}
    return {
        **head.shape("chat.completion"),
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(answer)}],
        "usage": _usage(answer),
        "threadwise": _more(head, answer),
    }


def chunk(head: Head, delta: Json, finish: str | None = None) -> Json:
    choices = [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
    usage: Json = {"usage": None} if head.with_usage else {}
    return {**head.shape("chat.completion.chunk"), "choices": choices, **usage}


def last(head: Head, answer: Answer) -> list[Json]:
    """Return the chunks that end a stream: one with the finish reason and, if asked for, one with the tokens used. Both have the
    citations."""
    cited = {"citations": _citations(answer)}
    ended = {**chunk(head, {}, _finish(answer)), **cited, "threadwise": {**_more(head, answer), "answer": answer.text}}
    if not head.with_usage:
        return [ended]
    return [ended, {**head.shape("chat.completion.chunk"), "choices": [], "usage": _usage(answer), **cited}]


def models(names: Sequence[str]) -> Json:
    return {"object": "list", "data": [model(name) for name in (*names, QUOTING)]}


def model(name: str) -> Json:
    return {"id": name, "object": "model", "created": 0, "owned_by": "threadwise"}


def _finish(answer: Answer) -> str:
    return "length" if answer.cut else "stop"


def _citations(answer: Answer) -> list[Json]:
    return [render.citation(each) for each in answer.citations]


def _usage(answer: Answer) -> Json:
    used = answer.usage
    return {
        "prompt_tokens": used.prompt_tokens,
        "completion_tokens": used.completion_tokens,
        "total_tokens": used.prompt_tokens + used.completion_tokens,
    }


def _more(head: Head, answer: Answer) -> Json:
    return {"thread": head.thread, "follow_ups": list(answer.follow_ups), **render.outcome(answer, head.remembered)}
