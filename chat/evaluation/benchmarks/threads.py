"""Many threads: latency of the first question in a thread relative to the next ones, and the memory that idle threads take.

A few threads are filled in the usual way. The others are copies of their rows, term counts and vectors, written in bulk to the
same stores, which takes minutes instead of hours. Each thread still has its own rows, postings and collections.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from sqlalchemy import Table, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.application import Application
from chat.database.schema import chunks, collections, documents, keyword_rows, messages, sections, threads, vectors, versions
from chat.domain import Draft, Question, Source, Upload, User, utc_now
from chat.embedding.base import Vectors
from chat.evaluation.benchmarks.measuring import Measured, held, seconds
from chat.evaluation.benchmarks.texts import Words
from chat.evaluation.places.base import Reply
from chat.evaluation.places.direct import Direct, opened
from chat.index.base import Collection
from chat.settings import Settings

_MODELS = 3
"""Threads filled in the usual way and then copied."""
_WORDS = 40
"""Words per message, and per section, which becomes one chunk."""
_AT_ONCE = 20
"""Threads copied in one transaction."""
_VISITED = 200
_ASKED = 50
"""Threads in which the latencies of first and later questions are compared."""
_FIRST = 5
"""Threads visited before anything is measured, and number of questions in each."""
_IDLE_SECONDS = 20.0

Row = dict[str, Any]  # Any: a column's value

_OF_THREAD = (messages, documents, versions, sections, chunks, collections)
"""Tables with a column `thread_id`, each after those to which it has foreign keys."""


@dataclass(frozen=True, slots=True)
class _Model:
    """The stored data of one thread."""

    rows: Mapping[Table, Sequence[Row]]
    """Rows by table, in the order in which tables are written."""
    vectors: Mapping[Source, tuple[Sequence[str], Vectors]]

    def copy(self, thread: str) -> _Model:
        """Return a copy for another thread; ids that are unique over all threads are prefixed with the thread's name."""
        rows = {table: [_renamed(table, row, thread) for row in rows] for table, rows in self.rows.items()}
        return _Model(rows, {source: (_within(thread, ids), made) for source, (ids, made) in self.vectors.items()})


async def visiting(
    settings: Settings, count: int, said: int = 50, read: int = 100, visited: int = _VISITED, idle: float = _IDLE_SECONDS
) -> list[Measured]:
    """Measure `count` threads of `said` messages and `read` chunks each: filling them, and asking in them after a restart."""
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        async with opened(settings, Path(folder)) as (running, user):
            filling = await seconds(lambda: filled(running, user, count, said, read))
        async with opened(settings, Path(folder)) as (running, user):
            lines = await _visited(running, user, count, min(visited, count), idle)
        on_disk = await asyncio.to_thread(_bytes, Path(folder))
    return [
        Measured(f"{count:,} threads of {said} messages and {read} chunks, filled in bulk", filling, "s"),
        *lines,
        Measured("disk", on_disk / 1e6, "MB"),
        Measured("  of it each thread", on_disk / 1e6 / count, "MB"),
    ]


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# --- filling


async def filled(running: Application, user: User, count: int, said: int, read: int) -> None:
    place, words = Direct(running.assistant, user), Words()
    models: list[_Model] = []
    for turn in range(min(_MODELS, count)):
        await place.create(named(turn))
        await place.say(named(turn), [Draft("user", words.text(_WORDS)) for _ in range(said)])
        text = "\n\n".join(f"# {words.question()}\n\n{words.text(_WORDS)}" for _ in range(read))
        await place.read(named(turn), [Upload("long.md", text.encode())])
        models.append(await _model(running, named(turn)))
    for at in range(len(models), count, _AT_ONCE):
        made = {named(turn): models[turn % len(models)].copy(named(turn)) for turn in range(at, min(at + _AT_ONCE, count))}
        await _rows_written(running.engine, made)
        await _vectors_written(running, made)


def named(turn: int) -> str:
    return f"thread-{turn}"


async def _model(running: Application, thread: str) -> _Model:
    of_thread = {table: table.c.thread_id == thread for table in _OF_THREAD}
    chosen = {threads: threads.c.id == thread, **of_thread}
    chosen[vectors] = vectors.c.chunk_id.in_(select(chunks.c.id).where(chunks.c.thread_id == thread))
    chosen[keyword_rows] = keyword_rows.c.collection.in_([Collection(thread, source).name for source in Source])
    async with running.engine.connect() as connection:
        rows = {
            table: [dict(row) for row in (await connection.execute(select(table).where(which))).mappings()]
            for table, which in chosen.items()
        }
    return _Model(rows, {source: await running.vectors.get(Collection(thread, source)) for source in Source})


def _renamed(table: Table, row: Row, thread: str) -> Row:
    renamed = dict(row)
    if table is threads:
        return renamed | {"id": thread}
    if "thread_id" in row:
        renamed["thread_id"] = thread
    if table is chunks:
        renamed["id"] = _own(thread, row["id"])
    if "chunk_id" in row:
        renamed["chunk_id"] = _own(thread, row["chunk_id"])
    if table is collections:
        renamed["name"] = Collection(thread, Source(row["source"])).name
    if table is keyword_rows:
        renamed["collection"] = Collection(thread, Source(row["collection"].partition("s-")[0])).name
    return renamed


def _within(thread: str, chunk_ids: Sequence[str]) -> list[str]:
    return [_own(thread, id) for id in chunk_ids]


def _own(thread: str, chunk: str) -> str:
    return f"{thread}/{chunk}"


async def _rows_written(engine: AsyncEngine, made: Mapping[str, _Model]) -> None:
    async with engine.begin() as connection:
        for table in next(iter(made.values())).rows:
            await connection.execute(insert(table), [row for model in made.values() for row in model.rows[table]])


async def _vectors_written(running: Application, made: Mapping[str, _Model]) -> None:
    for thread, model in made.items():
        for source, (ids, held_vectors) in model.vectors.items():
            await running.vectors.upsert(Collection(thread, source), ids, held_vectors)


# --- visiting


async def _visited(running: Application, user: User, count: int, visited: int, idle: float) -> list[Measured]:
    """Measure questions in randomly chosen threads, after several questions in each of the first few as a warm-up."""
    place, words = Direct(running.assistant, user), Words()
    chosen = [named(turn) for turn in np.random.default_rng(1).permutation(count)[:visited].tolist()]
    first, rest = chosen[: min(_FIRST, visited // 2)], chosen[min(_FIRST, visited // 2) :]
    for thread in first:
        for _ in range(_FIRST):
            await _ask(place, thread, words)
    before = held()
    cold, warm = list[Reply](), list[Reply]()
    for thread in rest[:_ASKED]:
        cold.append(await _ask(place, thread, words))
        warm += [await _ask(place, thread, words) for _ in range(3)]
    for thread in rest[_ASKED:]:
        await _ask(place, thread, words)
    after = held()
    await asyncio.sleep(idle)
    rested = held()
    return [
        *_compared("search, embedding included", cold, warm, lambda reply: reply.waited_ms),
        *_compared("search without embedding", cold, warm, lambda reply: reply.waited_ms - reply.timing_ms["embed"]),
        Measured(f"memory of all processes, {len(first)} threads visited", sum(before.values()), "MB"),
        Measured(f"  {len(chosen)} threads visited", sum(after.values()), "MB"),
        Measured(f"  {idle:.0f} s later", sum(rested.values()), "MB"),
        *(Measured(f"    of it the {name}", megabytes, "MB") for name, megabytes in rested.items()),
    ]


async def _ask(place: Direct, thread: str, words: Words) -> Reply:
    return await place.ask(Question(thread, words.question(), utc_now()))


def _compared(what: str, cold: Sequence[Reply], warm: Sequence[Reply], of: Callable[[Reply], float]) -> list[Measured]:
    first, later = median(map(of, cold)), median(map(of, warm))
    return [
        Measured(f"{what}: first question in a thread", first, "ms"),
        Measured(f"{what}: the next ones", later, "ms"),
        Measured(f"{what}: first / next", first / later, "x"),
    ]
