"""Routes for OpenAI's clients: ask a thread a question in the form of a chat completion.

A call that names no thread is answered in one that each user has for such calls, from its documents and attached libraries.
Nothing is remembered there, since OpenAI's clients send the whole conversation each time.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from starlette.responses import JSONResponse, Response

from chat.api import stream
from chat.api.completions import render
from chat.api.completions.bodies import Completion
from chat.api.completions.problems import shape
from chat.api.completions.render import Head
from chat.api.context import Caller, TheAssistant, TheSettings, closing
from chat.api.problems import Problem, problem
from chat.api.questions import answered, check
from chat.api.types import Json
from chat.assistant import Ask, Assistant
from chat.assistant.choosing import missing
from chat.domain import Question, User, utc_now
from chat.errors import NotFound, kind_of
from chat.events import Answered, AnswerEvent, Wrote
from chat.llm.models import QUOTING

router = APIRouter(tags=["openai"])

ThreadHeader = Annotated[str | None, Header(description="Id of the thread, unless `metadata.thread` names it.")]
ModelName = Annotated[str, Path(description="Name of a model, one of `GET /v1/models`.")]

UNNAMED = "Calls without a thread"
"""Name of the thread for calls that name none."""
_UNNAMED_IDS = uuid.UUID("4b1f6a0e-54a1-4a4c-8d5c-9d3a3f9b7a11")
_MOST_TOKENS = 32_768
_END = "end"


@router.get("/models", name="list_openai_models")
async def list_models(user: Caller, assistant: TheAssistant) -> Json:
    """List the models that can answer.

    The default comes first; `extractive` quotes without a model.
    """
    return render.models(list(assistant.models))


@router.get("/models/{model:path}", name="get_openai_model")
async def get_model(user: Caller, assistant: TheAssistant, model: ModelName) -> Json:
    """Get a model."""
    _known(assistant, model)
    return render.model(model)


@router.post(
    "/chat/completions",
    name="create_chat_completion",
    response_class=JSONResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The answer; with `stream`, chunks and `[DONE]`."}},
)
async def complete(
    request: Request,
    user: Caller,
    assistant: TheAssistant,
    settings: TheSettings,
    body: Completion,
    x_thread_id: ThreadHeader = None,
) -> Response:
    """Ask a thread a question, as a chat completion.

    A thread that does not exist is created. When the client disconnects, the work stops.
    """
    body.check()
    question, said, system = body.conversation()
    check(question, settings.limits.max_question_characters)
    if body.model:
        _known(assistant, body.model)
    thread, kept = await _thread(assistant, user, body.thread(x_thread_id))
    most = body.max_completion_tokens or body.max_tokens
    asked = Ask(
        question=Question(thread, question, utc_now()),
        answer_id=str(uuid.uuid4()),
        system_prompt=system,
        max_answer_tokens=min(most, _MOST_TOKENS) if most else None,
        model=body.model or None,
        said=said,
        remember=kept and body.store is not False,
    )
    _, choice = await assistant.admit(user, asked)  # before the first byte, so that a refusal still sets the status
    writer = body.model or (choice.model.writer.name if choice.model else QUOTING)
    with_usage = body.stream_options is not None and bool(body.stream_options.include_usage)
    head = Head(str(asked.answer_id), int(utc_now().timestamp()), writer, thread, asked.remember, with_usage)
    if body.stream:
        return stream.EventStream(_events(assistant.ask(user, asked), head), lines=_lines)
    answer = await stream.unless_left(request, answered(assistant.ask(user, asked)))
    return JSONResponse(render.completion(head, answer) if answer else {})


def _known(assistant: Assistant, model: str) -> None:
    why = missing(assistant.models, model)
    if why is not None:
        raise NotFound(f"There is {why}", param="model")


async def _thread(assistant: Assistant, user: User, named: str | None) -> tuple[str, bool]:
    """Return the thread's id, and whether question and answer may be kept in it."""
    if named is not None:
        return (await assistant.ensure_thread(user, named)).id, True
    return (await assistant.ensure_thread(user, str(uuid.uuid5(_UNNAMED_IDS, user.id)), UNNAMED)).id, False


async def _events(answering: AsyncIterator[AnswerEvent], head: Head) -> AsyncIterator[stream.Event]:
    yield "", render.chunk(head, {"role": "assistant", "content": ""})
    async with closing(answering) as events:
        async for event in events:
            if isinstance(event, Wrote):
                yield "", render.chunk(head, {"content": event.text})
            elif isinstance(event, Answered):
                for each in render.last(head, event.answer):
                    yield "", each
    yield _END, {}


def last_event(problem: Problem) -> bytes:
    """Return a problem encoded as the last chunk of a stream."""
    return _lines(("error", dict(problem)))


def _lines(event: stream.Event) -> bytes:
    """Encode an event as in OpenAI's streams: without event names, an error as data, and `[DONE]` at the end."""
    name, data = event
    if name == _END:
        return b"data: [DONE]\n\n"
    if name == "error":
        told = {member: value for member, value in data.items() if member not in ("type", "title", "status", "detail", "code")}
        data = shape(problem(kind_of(str(data["code"])), str(data["detail"])), **told)
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode("utf-8", "replace")
