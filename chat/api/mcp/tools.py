"""The MCP tools: the arguments of each, and what it does. Fields and answers are those of the HTTP API."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Protocol

from pydantic import BaseModel, Field, StrictInt

from chat.api import render
from chat.api.bodies import Asked, Body, Name, Search, Text
from chat.api.context import Application, closing
from chat.api.documents import printable, read
from chat.api.questions import asking, check, searched
from chat.api.types import Identifier, Json
from chat.domain import Upload, User
from chat.errors import InvalidRequest, ThreadwiseError
from chat.events import Answered, ReadingPart, Retrieved, Wrote
from chat.events import Progress as Reading
from chat.llm.models import QUOTING
from chat.threads.people.accounts import KeyScope


@dataclass(frozen=True, slots=True)
class Desk:
    """The application and the user that a tool works for."""

    application: Application
    user: User
    scope: KeyScope = "all"
    """Scope of the key that the request came with."""


class Tell(Protocol):
    """Reports the progress of a tool to a client that asked for it."""

    async def __call__(self, message: str, percent: int | None = None) -> None: ...


THREAD: Any = Field(description="The thread's id, as list_threads gives it.")  # Any: pydantic's own way
LIMIT: Any = Field(50, ge=1, le=200, description="Number of items on a page.")
CURSOR: Any = Field(None, max_length=1_000, description="The `next_cursor` of the page before.")


class SearchArguments(Search):
    thread: Identifier = THREAD


class AskArguments(Asked):
    thread: Identifier = THREAD


class ThreadsArguments(Body):
    query: Text | None = Field(
        None, max_length=1_000, description="List only threads with these words in their name or messages."
    )
    limit: StrictInt = LIMIT
    cursor: Text | None = CURSOR


class DocumentsArguments(Body):
    thread: Identifier = THREAD
    limit: StrictInt = LIMIT
    cursor: Text | None = CURSOR


class DocumentArguments(Body):
    thread: Identifier = Field(description="The thread's id. The thread is created if it does not exist.")
    name: Name = Field(min_length=1, description="The file's name. Its ending says how it is read.", examples=["guide.md"])
    text: str | None = Field(None, description="The content, if it is text.")
    base64: str | None = Field(None, description="The content of any other file, in base64.")
    document_id: Identifier | None = Field(None, description="Id of the document. If it exists, this becomes its next version.")
    password: Text = Field("", max_length=1_000, description="Password of a locked file.")

    def content(self) -> bytes:
        if (self.text is None) == (self.base64 is None):
            raise InvalidRequest("Give the content once: either `text` or `base64`.")
        if self.text is not None:
            return self.text.encode("utf-8", "replace")
        try:
            return base64.b64decode("".join((self.base64 or "").split()), validate=True)
        except (binascii.Error, ValueError) as error:
            raise InvalidRequest("`base64` is not valid base64.") from error


class NoArguments(BaseModel):
    """Any arguments are ignored: some clients send one of their own to a tool that takes none."""


async def _search(desk: Desk, asked: SearchArguments, tell: Tell) -> Json:
    check(asked.query, desk.application.settings.limits.max_question_characters)
    return await searched(desk.application.assistant, desk.user, asked.thread, asked)


async def _ask(desk: Desk, asked: AskArguments, tell: Tell) -> Json:
    async with closing(desk.application.assistant.ask(desk.user, asking(asked.thread, asked))) as events:
        async for event in events:
            if isinstance(event, Retrieved):
                await tell(f"{len(event.found.passages)} passages found")
            elif isinstance(event, ReadingPart):
                await tell(f"part {event.done + 1} of {event.of}: {event.part}" if event.part else "all parts read")
            elif isinstance(event, Wrote):
                await tell(event.text)
            elif isinstance(event, Answered):
                return render.answer(event.answer, asked.remember)
    raise ThreadwiseError("The answer was cut off.")


async def _list_threads(desk: Desk, wanted: ThreadsArguments, tell: Tell) -> Json:
    found, following = await desk.application.assistant.threads(desk.user, wanted.query, wanted.limit, wanted.cursor)
    return {"threads": [render.thread(each) for each in found], "next_cursor": following}


async def _list_documents(desk: Desk, wanted: DocumentsArguments, tell: Tell) -> Json:
    found, following = await desk.application.assistant.documents(desk.user, wanted.thread, wanted.limit, wanted.cursor)
    return {"documents": [render.document(each) for each in found], "next_cursor": following}


async def _add_document(desk: Desk, given: DocumentArguments, tell: Tell) -> Json:
    assistant, upload = desk.application.assistant, Upload(printable(given.name), given.content())
    await assistant.ensure_thread(desk.user, given.thread)
    jobs = await assistant.start_reading(desk.user, given.thread, [upload], given.document_id, given.password)

    async def told(progress: Reading) -> None:
        await tell(progress.stage.value, progress.percent)

    waits = desk.application.settings.limits.upload_waits_seconds
    return {"documents": [render.document(each) for each in await read(assistant, desk.user, jobs, waits, told)]}


async def _status(desk: Desk, _: NoArguments, tell: Tell) -> Json:
    health = render.health(await desk.application.health(), version("threadwise"))
    return {**health, "user": desk.user.name, "models": [*desk.application.assistant.models, QUOTING]}


@dataclass(frozen=True, slots=True)
class Tool:
    about: str
    arguments: type[BaseModel]
    work: Callable[[Desk, Any, Tell], Awaitable[Json]]  # Any: an instance of `arguments`
    needs: KeyScope = "read"
    """Scope that a key must have."""


TOOLS: Mapping[str, Tool] = {
    "search": Tool(
        "Find passages in the documents and messages of a thread. Each says where it stands: document and page, or message.",
        SearchArguments,
        _search,
    ),
    "ask": Tool(
        "Answer a question from the documents and messages of a thread; [n] in the answer is citation n. "
        "Question and answer become part of the thread unless `remember` is false.",
        AskArguments,
        _ask,
        needs="ask",
    ),
    "list_threads": Tool("List the threads, last used first, or find them by name and text.", ThreadsArguments, _list_threads),
    "list_documents": Tool("List the documents of a thread.", DocumentsArguments, _list_documents),
    "add_document": Tool(
        "Add a file to a thread, as text or base64; it is read, and found from then on.",
        DocumentArguments,
        _add_document,
        needs="all",
    ),
    "status": Tool("Whether everything works, which models there are, and whom this speaks for.", NoArguments, _status),
}
