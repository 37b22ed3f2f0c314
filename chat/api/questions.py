"""Routes to search a thread and to ask it a question."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import assert_never

from fastapi import APIRouter, Request
from starlette.responses import Response

from chat.api import render, stream
from chat.api.bodies import Asked, Search
from chat.api.context import Asker, PathId, TheAssistant, TheSettings, closing
from chat.api.paths import THREAD
from chat.api.types import Json
from chat.assistant import Ask, Assistant
from chat.domain import Answer, User
from chat.errors import EmptyQuestion, QuestionTooLong
from chat.events import Answered, AnswerEvent, Cited, ReadingPart, Retrieved, Suggested, Wrote
from chat.llm.models import QUOTING

router = APIRouter(tags=["questions"])


def check(question: str, longest: int) -> None:
    """Raise EmptyQuestion or QuestionTooLong; called first, so that a stream can still respond with an error status."""
    if not question.strip():
        raise EmptyQuestion("The question is empty.")
    if len(question) > longest:
        raise QuestionTooLong(f"The question has {len(question):,} characters, at most {longest:,} are allowed.")


def asking(thread: str, body: Asked) -> Ask:
    """Return the question as it was sent."""
    return Ask(
        question=body.asked(thread, body.question),
        system_prompt=body.system_prompt,
        max_answer_tokens=body.max_answer_tokens,
        model=body.model,
        remember=body.remember,
    )


@router.post(THREAD + "/search")
async def search(user: Asker, assistant: TheAssistant, settings: TheSettings, thread: PathId, body: Search) -> Json:
    """Search a thread for the passages for a question.

    When no passage is above the threshold, the list is empty.
    """
    check(body.query, settings.limits.max_question_characters)
    return await searched(assistant, user, thread, body)


async def searched(assistant: Assistant, user: User, thread: str, body: Search) -> Json:
    """Return the search result as JSON, the same over HTTP and MCP."""
    found = await assistant.search(user, body.asked(thread, body.query), body.as_of, body.now)
    return render.found(found, body.explain, body.candidates)


@router.post(THREAD + "/ask")
async def ask(request: Request, user: Asker, assistant: TheAssistant, settings: TheSettings, thread: PathId, body: Asked) -> Json:
    """Ask a thread a question.

    The answer comes as a whole; `[n]` in it refers to citation n. When the client disconnects, the work stops.
    """
    check(body.question, settings.limits.max_question_characters)
    whole = await stream.unless_left(request, answered(assistant.ask(user, asking(thread, body))))
    return render.answer(whole, body.remember) if whole else {}


@router.get("/models")
async def models(user: Asker, assistant: TheAssistant) -> Json:
    """List the models that can answer.

    The default comes first; `extractive` quotes without a model.
    """
    shapes = [{"name": name, "context_tokens": context} for name, context in assistant.models.items()]
    return {"models": [*shapes, {"name": QUOTING, "context_tokens": None}]}


async def answered(answering: AsyncIterator[AnswerEvent]) -> Answer:
    """Return the answer at the end of these events."""
    async with closing(answering) as events:
        async for event in events:
            if isinstance(event, Answered):
                return event.answer
    raise RuntimeError("an answer without an end")


@router.post(
    THREAD + "/ask/stream",
    response_class=Response,
    responses={
        200: {
            "content": {"text/event-stream": {}},
            "description": "sources, progress, chunk, citations, follow_ups, done | error",
        }
    },
)
async def ask_stream(user: Asker, assistant: TheAssistant, settings: TheSettings, thread: PathId, body: Asked) -> Response:
    """Ask a thread a question and stream the answer.

    The answer comes as server-sent events. When the client disconnects, the work stops.
    """
    check(body.question, settings.limits.max_question_characters)
    await assistant.admit(user, asking(thread, body))  # before the first byte, so that a refusal still sets the status
    return stream.EventStream(_events(assistant.ask(user, asking(thread, body)), body.remember))


async def _events(answering: AsyncIterator[AnswerEvent], remember: bool) -> AsyncIterator[stream.Event]:
    async with closing(answering) as events:
        async for event in events:
            yield _event(event, remember)


def _event(event: AnswerEvent, remember: bool) -> stream.Event:
    match event:
        case Retrieved(found):
            return "sources", render.found(found, explain=bool(found.candidates))
        case ReadingPart(done, of, part):
            return "progress", {"stage": "reading", "done": done, "of": of, "part": part}
        case Wrote(text):
            return "chunk", {"text": text}
        case Cited(text, citations, claims):
            cited = [render.citation(each) for each in citations]
            return "citations", {"answer": text, "citations": cited, "claims": [render.claim(each) for each in claims]}
        case Suggested(questions):
            return "follow_ups", {"follow_ups": list(questions)}
        case Answered(answer):
            return "done", render.outcome(answer, remember)
        case _:
            assert_never(event)
