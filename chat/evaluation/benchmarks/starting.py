"""Start-up time with many chunks stored: after a regular stop, and after kill -9 in the middle of writing."""

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
"""Chunks per thread."""
_WRITTEN = 20
"""Threads written to before the kill, whose collections it may damage."""
_PATIENCE = 120.0
_MENDED_SECONDS = 600


@dataclass(frozen=True, slots=True)
class _Start:
    """The duration of a start, in seconds from its beginning."""

    answering: float
    """Until `/health/live` responds."""
    searched: float
    """Until a search found something, by words or by vectors."""
    mended: float
    """Until a search by vectors works again in the thread written to last."""


async def starting(settings: Settings, chunks: int = 100_000) -> list[Measured]:
    """Measure starting `threadwise run` with `chunks` chunks stored, in threads of a hundred."""
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
    """Return the seconds to start with an empty folder, mostly for the interpreter and imports.

    The second start is measured, because the first one creates the tables.
    """
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
    """Search, and return the note of the result: `None` when both vectors and words were searched.

    Raises Unavailable when the search fails.
    """
    answer = await client.post(
        f"/api/threads/{thread}/search", json={"query": "What is the warranty of the pump?", "threshold": 0}
    )
    if not answer.is_success:
        raise Unavailable(f"The search answered {answer.status_code}.")
    note: str | None = answer.json().get("note")
    return note


async def _written(client: httpx.AsyncClient, count: int) -> None:
    """Add a message to each of the first `count` threads and begin to upload a file, without waiting until it is read."""
    for turn in range(count):
        content = [{"role": "user", "content": f"The ferry number {turn} leaves from the northern pier at nine in the morning."}]
        (await client.post(f"/api/threads/{named(turn)}/messages", json=content)).raise_for_status()
    files = [("files", ("more.md", "\n\n".join(f"# Part {n}\n\nThe valve {n} is of brass." for n in range(200)).encode()))]
    begun = asyncio.create_task(client.post(f"/api/threads/{named(0)}/documents", files=files))
    await asyncio.sleep(0.5)
    begun.cancel()
    await asyncio.gather(begun, return_exceptions=True)
