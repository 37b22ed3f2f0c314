"""Tools shared by the benchmarks: results, timing, ingesting a file, and the memory of all processes of the product."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from time import perf_counter

from chat.application import Application
from chat.domain import Document, Upload, User
from chat.errors import ThreadwiseError
from chat.events import Progress

_EVERY = 0.05
_MEGABYTE = 1024 * 1024
_STORE = "chat.index.chroma_process"


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured value, a line of the table."""

    what: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Read:
    """The ingestion of one file, with times in seconds from its start."""

    document: Document
    askable: float
    """When the document became searchable by its words; equal to `complete` if that was reported only at the end."""
    complete: float


@dataclass(slots=True)
class Memory:
    """Resident memory of all processes of the product, in megabytes. Pages shared by two processes count twice."""

    idle: float
    peak: float = 0.0
    by_process: dict[str, float] = field(default_factory=dict)
    """Peak memory of each kind of process, each at its own time: `server`, `vector store`, `readers`."""

    @property
    def above_idle(self) -> float:
        return max(0.0, self.peak - self.idle)


async def seconds(work: Callable[[], Awaitable[object]]) -> float:
    """Return how many seconds the work takes."""
    started = perf_counter()
    await work()
    return perf_counter() - started


async def read(running: Application, user: User, thread: str, upload: Upload) -> Read:
    """Add a file and wait until it is complete. Raises ThreadwiseError when it is refused."""
    started = perf_counter()
    askable = 0.0
    async for event in running.assistant.add(user, thread, [upload]):
        now = perf_counter() - started
        if isinstance(event, Progress):
            askable = askable or (now if event.askable else 0.0)
        elif event.document.error_detail:
            raise ThreadwiseError(f"{upload.name} was not read: {event.document.error_detail}")
        else:
            return Read(event.document, askable or now, now)
    raise ThreadwiseError(f"{upload.name} was not read to its end.")


@contextmanager
def memory() -> Iterator[Memory]:
    """Measure memory while the body runs, by sampling twenty times a second; zeros where there is no /proc."""
    found, stopped = Memory(sum(held().values())), Event()
    watching = Thread(target=_watch, args=(found, stopped), daemon=True)
    watching.start()
    try:
        yield found
    finally:
        stopped.set()
        watching.join()


def _watch(found: Memory, stopped: Event) -> None:
    while not stopped.wait(_EVERY):
        now = held()
        found.peak = max(found.peak, sum(now.values()))
        for name, megabytes in now.items():
            found.by_process[name] = max(found.by_process.get(name, 0.0), megabytes)


def held() -> dict[str, float]:
    """Return the resident megabytes of this process and all its descendants, by kind of process."""
    parents = {int(place.name): _parent(place) for place in Path("/proc").glob("[0-9]*")}
    found: dict[str, float] = {}
    for process in parents:
        if _descends(process, parents):
            kind = _kind(process)
            found[kind] = found.get(kind, 0.0) + _resident(process)
    return found


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process and process != os.getpid():
        process = parents.get(process, 0)
    return process != 0


def _parent(place: Path) -> int:
    try:
        return int((place / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # the process has ended
        return 0


def _kind(process: int) -> str:
    if process == os.getpid():
        return "server"
    try:
        return "vector store" if _STORE in Path(f"/proc/{process}/cmdline").read_text() else "readers"
    except OSError:
        return "readers"


def _resident(process: int) -> float:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE
    except OSError:
        return 0.0
