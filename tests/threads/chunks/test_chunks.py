from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Chunk, Draft, Source, Upload
from chat.index.base import Collection
from chat.index.id_map import IdMap
from chat.threads.chunks.chunks import Chunks
from tests.assistant.workshop import ALICE, workshop
from tests.passages import NOON

LONG = "The museum opens at ten. " * 60


async def test_turns_that_grew_in_memory_are_those_that_are_read_anew(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    await shop.assistant.add_messages(ALICE, thread, [Draft("user", "One."), Draft("assistant", LONG)])
    await shop.parts.rows.chunks.turns(thread)
    await shop.assistant.add_messages(ALICE, thread, [Draft("user", "Two."), Draft("assistant", LONG), Draft("user", "Three.")])

    grown = await shop.parts.rows.chunks.turns(thread)
    read = await Chunks(engine).turns(thread)

    assert len(grown.ids) > 5
    assert all(np.array_equal(getattr(grown, field.name), getattr(read, field.name)) for field in fields(grown))


DAYS = [NOON - timedelta(days=days) for days in (9, 8, 7, 6)]
"""Times before the thread was opened."""
BROUGHT_IN = {
    "out of order": ([("c", DAYS[2]), ("a", DAYS[0]), ("d", DAYS[3]), ("b", DAYS[1])], "abcd"),
    "of one moment": ([("a", DAYS[0]), ("b", DAYS[0]), ("c", DAYS[0])], "abc"),
    "every second one without a time": ([("a", DAYS[0]), ("b", None), ("c", DAYS[1]), ("d", None)], "abcd"),
    "without a time": ([("b", None), ("a", None)], "ba"),
    "before what is said now": ([("b", DAYS[1]), ("a", DAYS[0]), ("c", None), ("d", None)], "abcd"),
    "behind what is said now": ([("c", None), ("d", None), ("b", DAYS[1]), ("a", DAYS[0])], "abcd"),
}


@pytest.mark.parametrize(("brought", "said"), BROUGHT_IN.values(), ids=BROUGHT_IN)
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "one by one"])
async def test_messages_of_other_times_stand_where_they_were_said(
    engine: AsyncEngine, tmp_path: Path, brought: list[tuple[str, datetime | None]], said: str, at_once: bool
) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    drafts = [Draft("user", "The museum opens at ten.", id, created_at=at) for id, at in brought]

    for part in [drafts] if at_once else [[draft] for draft in drafts]:
        await shop.assistant.add_messages(ALICE, thread, part)
        turns = await shop.parts.rows.chunks.turns(thread)

    assert "".join(turns.messages) == said
    assert turns.numbers.tolist() == turns.ordinals.tolist() == [*range(len(said))]


async def test_a_message_that_is_taken_back_is_no_turn(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    drafts = [Draft("user", "One.", "1"), Draft("user", "Two.", "2"), Draft("user", "Three.", "3")]
    await shop.assistant.add_messages(ALICE, thread, drafts)
    await shop.parts.rows.chunks.turns(thread)

    await shop.assistant.delete_message(ALICE, thread, "2")

    turns = await shop.parts.rows.chunks.turns(thread)
    assert turns.messages == ("1", "3")
    assert turns.ordinals.tolist() == [0, 1]


async def test_a_message_said_while_the_turns_were_read_is_not_lost(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    await shop.assistant.add_messages(ALICE, thread, [Draft("user", "One.", "1")])
    shop.parts.rows.chunks.forget(thread)

    await asyncio.gather(
        shop.parts.rows.chunks.turns(thread), shop.assistant.add_messages(ALICE, thread, [Draft("user", "Two.", "2")])
    )

    assert (await shop.parts.rows.chunks.turns(thread)).messages == ("1", "2")


async def test_chunks_know_their_documents_also_those_that_came_later(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    numbered = IdMap()

    found = []
    for name in ("a.txt", "b.txt"):
        async for _ in shop.assistant.add(ALICE, thread, [Upload(name, (f"{name}. " + LONG).encode())]):
            pass
        numbered.extend(id for id in await shop.parts.rows.chunks.ids(Collection(thread, Source.DOCUMENT)) if id not in numbered)
        found.append((await shop.parts.rows.chunks.documents(thread, numbered)).tolist())
    numbered.append("gone")

    first, both = found
    assert len(first) > 1
    assert set(first) == {0}
    assert both == first + [1] * (len(both) - len(first))
    assert (await shop.parts.rows.chunks.documents(thread, numbered)).tolist() == [*both, -1]
    assert (await shop.parts.rows.chunks.documents("another", numbered)).tolist() == [-1] * len(numbered)
    assert await shop.parts.rows.chunks.names(thread) == ("a.txt", "b.txt")
    assert await shop.parts.rows.chunks.names(thread) is await shop.parts.rows.chunks.names(thread)
    assert await shop.parts.rows.chunks.names("unknown") == ()


async def test_a_document_that_a_search_met_while_it_was_read_has_its_name_afterwards(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path)
    chunks, thread = shop.parts.rows.chunks, (await shop.assistant.create_thread(ALICE)).id
    stage, numbered, met = chunks.stage, IdMap(), list[Sequence[str]]()

    async def met_when_staged(made: Sequence[Chunk]) -> None:
        await stage(made)
        numbered.extend(chunk.id for chunk in made)
        await chunks.documents(thread, numbered)
        met.append(await chunks.names(thread))

    monkeypatch.setattr(chunks, "stage", met_when_staged)

    async for _ in shop.assistant.add(ALICE, thread, [Upload("a.txt", LONG.encode())]):
        pass
    held_by = await chunks.documents(thread, numbered)

    assert met == [("",)]
    assert set(held_by.tolist()) == {0}
    assert await chunks.names(thread) == ("a.txt",)
    assert await chunks.names(thread) is await chunks.names(thread)
