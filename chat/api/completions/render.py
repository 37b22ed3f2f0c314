"""Answers in the shapes of OpenAI's API; what these have no place for stands beside, as `citations` and `threadwise`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.api import render
from chat.api.words import Json
from chat.domain import Answer
from chat.llm.models import QUOTING


@dataclass(frozen=True, slots=True)
class Head:
    """What every piece of a completion begins with."""

    answer: str
    """Id of the answer's message."""
    created: int
    """Seconds since 1970."""
    model: str
    thread: str
    remembered: bool
    with_usage: bool = False
    """A streamed one tells the tokens in a last chunk."""

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
    """The chunks that end a stream: the last one has the citations, and so has the one that ends the text."""
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
