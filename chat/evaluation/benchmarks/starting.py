"""How soon it is there again, with much in it: after a stop, and after kill -9 in the middle of writing."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import httpx

from chat.errors import Unavailable
from chat.evaluation.benchmarks.measuring import Measured
from chat.evaluation.benchmarks.threads import filled, named
from chat.evaluation.places.direct import opened
from chat.evaluation.serving import running
from chat.settings import Settings

_CHUNKS = 100
"""Of a thread."""
_WRITTEN = 20
"""Threads that are written to before the kill: their collections are what it may tear."""
_PATIENCE = 120.0
_MENDED_SECONDS = 600


@dataclass(frozen=True, slots=True)
class _Start:
    """In seconds from its beginning."""

    answering: float
    """`/health/live` says that it is there."""
    searched: float
    """A first search found something, by words or by meaning."""
    mended: float
    """A search finds by meaning again in the thread that was written to last."""


async def starting(settings: Settings, chunks: int = 100_000) -> list[Measured]:
    """`threadwise run` over so many chunks, in threads of a hundred."""
    count = max(2, chunks // _CHUNKS)
    empty = await _empty()
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        async with opened(settings, Path(folder)) as (application, user):
            await filled(application, user, count, 1, _CHUNKS)
        after_stop = await _started(Path(folder), count, kill=True)
        after_kill = await _started(Path(folder), count, kill=False)
    return [
        Measured("start of an empty folder: answers after", empty, "s"),
        *_lines(f"start with {count * _CHUNKS:,} chunks in {count:,} threads", after_stop),
        *_lines(f"start after kill -9 while {min(_WRITTEN, count)} threads were written to", after_kill),
    ]


async def _empty() -> float:
    """What the interpreter and the imports take, on this machine now. The second start: the first one makes the tables."""
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        for _ in range(2):
            began = perf_counter()
            async with running(Path(folder), _PATIENCE):
                seconds = perf_counter() - began
    return seconds


def _lines(what: str, start: _Start) -> list[Measured]:
    return [
        Measured(f"{what}: answers after", start.answering, "s"),
        Measured("  a first search found passages after", start.searched, "s"),
        Measured("  and by meaning after", start.mended, "s"),
    ]


async def _started(folder: Path, count: int, kill: bool) -> _Start:
    began = perf_counter()
    async with running(folder, _PATIENCE) as (client, process):
        answering = perf_counter() - began
        await _found(client, named(count - 1))
        searched = perf_counter() - began
        async with asyncio.timeout(_MENDED_SECONDS):
            while await _found(client, named(0)) is not None:  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.1)
        mended = perf_counter() - began
        if kill:
            await _written(client, min(_WRITTEN, count))
            process.kill()
            await process.wait()
    return _Start(answering, searched, mended)


async def _found(client: httpx.AsyncClient, thread: str) -> str | None:
    """The note beside what was found: `None` when meaning and words found it. Unavailable when nothing was."""
    answer = await client.post(
        f"/api/threads/{thread}/search", json={"query": "What is the warranty of the pump?", "threshold": 0}
    )
    if not answer.is_success:
        raise Unavailable(f"The search answered {answer.status_code}.")
    note: str | None = answer.json().get("note")
    return note


async def _written(client: httpx.AsyncClient, count: int) -> None:
    """The last of them is not waited for."""
    for turn in range(count):
        content = [{"role": "user", "content": f"The ferry number {turn} leaves from the northern pier at nine in the morning."}]
        (await client.post(f"/api/threads/{named(turn)}/messages", json=content)).raise_for_status()
    files = [("files", ("more.md", "\n\n".join(f"# Part {n}\n\nThe valve {n} is of brass." for n in range(200)).encode()))]
    begun = asyncio.create_task(client.post(f"/api/threads/{named(0)}/documents", files=files))
    await asyncio.sleep(0.5)
    begun.cancel()
    await asyncio.gather(begun, return_exceptions=True)
