"""The application in a process to be killed, with its own SQLite, Chroma, readers and files, and fast embedding and model."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from chat import assembly
from chat.application import Application
from chat.assembly import build
from chat.assistant import Ask
from chat.domain import Draft, Question, Upload, Usage, User, utc_now
from chat.embedding.base import Embedder
from chat.events import Wrote
from chat.index.in_memory import InMemoryVectors
from chat.index.keywords import Bm25Index
from chat.ingestion import leftovers
from chat.ingestion.indexer import Indexer
from chat.ingestion.pipeline import Pipeline
from chat.llm.base import Connected, Prompt
from chat.settings import DatabaseSettings, FileSettings, ServerSettings, Settings
from chat.threads.chunks.vectors import VectorRows
from chat.threads.conversations.conversations import Conversations
from chat.threads.documents.jobs import JobRows
from chat.threads.files.disk import FilesOnDisk
from tests.fakes import FakeEmbedder, ReadHere

WORDS = ("the pump", "needs oil", "every spring", "before rain", "and a seal")


@dataclass
class Talker:
    """A model that writes a word now and then; with a script, it writes that and then nothing more."""

    every: float = 0.02
    name: str = "talker"
    words: tuple[str, ...] = WORDS * 8
    silent: bool = False
    asked: list[Prompt] = field(default_factory=list)

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        self.asked.append(prompt)
        for word in self.words:
            yield word + " "
            await asyncio.sleep(self.every)
        if self.silent:
            await asyncio.Event().wait()
        yield Usage(10, len(self.words))

    async def close(self) -> None:
        return


@asynccontextmanager
async def running(
    data: Path,
    talker: Talker | None = None,
    embedder: Embedder | None = None,
    database: str = "",
    files: FileSettings | None = None,
    **server: Any,
) -> AsyncIterator[Application]:  # Any: settings of the server by name
    """Yield a running application, and close it afterwards."""
    application = made(data, talker, embedder, database, files, **server)
    await application.start()
    try:
        yield application
    finally:
        await application.close()


def made(
    data: Path,
    talker: Talker | None = None,
    embedder: Embedder | None = None,
    database: str = "",
    files: FileSettings | None = None,
    **server: Any,
) -> Application:  # Any: settings of the server by name
    """Build an application without starting it, on SQLite unless the address of a `database` is given."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assembly, "_embedder", lambda settings: embedder or FakeEmbedder())
        patch.setattr(assembly, "_models", lambda settings, folder: {talker.name: Connected(talker)} if talker else {})
        patch.setattr(assembly, "Sandbox", ReadHere)
        settings = Settings(
            server=ServerSettings(data=data, **server),
            database=DatabaseSettings(database_url=database),
            files=files or FileSettings(),
        )
        return build(settings)


def long(parts: int, of: str = "pump", name: str = "long.md") -> Upload:
    """Return a file of about this many chunks."""
    more = f"Its {of} is of brass. " * 20
    text = "\n\n".join(f"# Part {n} of {name}\n\nThe {of} number {n} weighs {n * 7} grams. {more}" for n in range(parts))
    return Upload(name, text.encode())


# --- named points


def _after(owner: type, name: str, of: int = 1) -> None:
    """Make this process die when a method returns for the `of`-th time."""
    inner, left = getattr(owner, name), [of]

    async def dying(self: object, *arguments: object, **named: object) -> object:
        result = await inner(self, *arguments, **named)
        left[0] -= 1
        if not left[0]:
            _die()
        return result

    setattr(owner, name, dying)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


INGESTING: dict[str, tuple[type, str, int]] = {
    "stored": (FilesOnDisk, "write", 1),
    "saved": (JobRows, "add", 1),
    "extracted": (ReadHere, "extract", 1),
    "chunked": (Pipeline, "_stage_chunks", 1),
    "first vectors in the rows": (VectorRows, "put", 1),
    "first vectors in the store": (InMemoryVectors, "upsert", 1),
    "words indexed": (Bm25Index, "add", 1),
    "words published": (Indexer, "publish", 1),
    "embedded": (InMemoryVectors, "upsert", 3),
    "committed": (JobRows, "save", 1),
}
"""Points in reading a file by name: the class and method to die after, and after how many of its calls."""

DELETING: dict[str, tuple[type, str, int]] = {
    "hidden": (Conversations, "entomb", 1),
    "vectors gone": (InMemoryVectors, "drop", 1),
    "words gone": (Bm25Index, "drop", 1),
    "files gone": (FilesOnDisk, "delete_thread", 1),
    "rows gone": (Conversations, "remove", 1),
}


async def _ingest(data: Path, point: str) -> None:
    _after(*INGESTING[point])
    async with running(data) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        jobs = await application.assistant.start_reading(user, "t", [long(180)])
        async for _ in application.assistant.follow(jobs):
            pass


async def _replace(data: Path, point: str) -> None:
    """Ingest a new version of a file, and die at the named point."""
    async with running(data) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(180))
        _after(*INGESTING[point])
        await read(application, user, "t", long(181, of="valve"))


async def _delete(data: Path, point: str) -> None:
    async with running(data) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(20))
        await application.assistant.add_messages(user, "t", [Draft("user", "The ferry leaves from the northern pier at nine.")])
        _after(*DELETING[point])
        await application.assistant.delete_thread(user, "t")


async def _stream(data: Path, _: str) -> None:
    """Write an answer for a while and then nothing, for longer than the stored answer may lag behind."""
    talker = Talker(words=WORDS, silent=True)
    async with running(data, talker) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        question = Question("t", "What does the pump need?", utc_now())
        async for event in application.assistant.ask(user, Ask(question, question_id="q", answer_id="a")):
            if isinstance(event, Wrote):
                asyncio.get_running_loop().call_later(1.5, _die)


async def read(application: Application, user: User, thread: str, upload: Upload) -> None:
    async for _ in application.assistant.add(user, thread, [upload]):
        pass


DOING: dict[str, Callable[[Path, str], Coroutine[Any, Any, None]]] = {
    "ingest": _ingest,
    "replace": _replace,
    "delete": _delete,
    "stream": _stream,
}


def forked(doing: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Return the id of a forked process, in a group of its own, that runs this: importing everything again would be slow."""
    pid = os.fork()
    if pid:
        return pid
    os.setsid()
    try:
        leftovers.PAUSE_SECONDS = 0.1
        asyncio.run(doing())
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def main() -> None:
    """Run the work named on each line of the input in a process of its own, and report how it ended."""
    for line in sys.stdin:
        doing, data, point = json.loads(line)
        pid = forked(lambda: DOING[doing](Path(data), point))  # noqa: B023 - called at once
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
