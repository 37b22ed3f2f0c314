"""Tests of incognito threads: they are visible nowhere else, and deleted when they are closed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant.incognito import Incognito
from chat.database.schema import inquiries
from chat.domain import Draft, Question, Source
from chat.errors import IndexFailed, NotFound
from chat.index.base import Collection
from chat.threads.analytics.inquiries import Inquiries, Inquiry
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.fakes import FakeVectorIndex
from tests.passages import NOON

SECRET = "My locker in the station has the code 4711."


class Away(FakeVectorIndex):
    """A vector index that drops nothing."""

    async def drop(self, collection: Collection) -> int:
        raise IndexFailed("away")


async def whisper(shop: Workshop) -> None:
    await shop.assistant.create_thread(ALICE, id="i", incognito=True)
    await shop.assistant.add_messages(ALICE, "i", [Draft("user", SECRET)])


async def test_it_is_recalled_in_itself_and_from_nowhere_else(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})

    here = await shop.assistant.search(ALICE, Question("i", "What is the code of my locker?", NOON))
    there = await shop.assistant.search(ALICE, Question("t", "What is the code of my locker?", NOON))

    assert [passage.chunk.text for passage in here.passages] == [SECRET]
    assert there.passages == ()
    assert (await shop.assistant.memory(ALICE, "t")).elsewhere == ()


async def test_it_stands_in_no_list_and_is_found_by_no_search(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)

    listed, _ = await shop.assistant.threads(ALICE)
    searched, _ = await shop.assistant.threads(ALICE, query="locker", archived=None)

    assert listed == searched == []
    assert (await shop.assistant.thread(ALICE, "i")).incognito


async def test_its_questions_are_no_figures(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)

    await Inquiries(engine).add([Inquiry("alice", "i", "search", "answered", NOON)])

    async with engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(inquiries))).scalar_one() == 0


async def test_at_a_start_all_of_them_go(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)
    await shop.assistant.create_thread(ALICE, id="t")

    closed = await shop.assistant.close_incognito(all_of_them=True)

    assert closed == 1
    with pytest.raises(NotFound):
        await shop.assistant.thread(ALICE, "i")
    assert (await shop.assistant.thread(ALICE, "t")).id == "t"


async def test_when_one_can_not_be_removed_none_is_left_open(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)
    await shop.assistant.create_thread(ALICE, id="j", incognito=True)
    shop.parts.indexer._vectors = Away()

    with pytest.raises(IndexFailed):
        await shop.assistant.close_incognito(all_of_them=True)

    assert set(await shop.parts.rows.conversations.entombed()) == {"i", "j"}


async def test_vectors_that_no_row_holds_are_known_of_the_index(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)
    collection = Collection("i", Source.MESSAGE)
    ids = await shop.parts.rows.chunks.ids(collection)
    embedded = len(shop.embedder.embedded)

    known = await shop.parts.indexer.vectors(collection, [*ids, "nobody"])
    done = [done async for done in shop.parts.indexer.embed(collection, ids)]

    assert list(known) == ids
    assert await shop.parts.rows.vectors.embedded(collection) == []
    assert (done[-1], len(shop.embedder.embedded)) == (len(ids), embedded)


async def test_what_the_index_lacks_is_still_to_be_embedded(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="i", incognito=True)
    document = await shop.read("i", "notes.md", "\n\n".join(f"# Part {n}\n\nThe pump of part {n} is red." for n in range(3)))
    collection = Collection("i", Source.DOCUMENT)
    ids = await shop.parts.rows.chunks.ids(collection, [document.id])

    whole = await shop.parts.indexer.unembedded(collection, document.id)
    await shop.vectors.delete(collection, ids[:1])

    assert whole == []
    assert await shop.parts.indexer.unembedded(collection, document.id) == ids[:1]


async def test_one_that_was_just_used_stays(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await whisper(shop)

    assert await shop.assistant.close_incognito() == 0


def test_it_is_closed_when_it_was_neither_open_nor_used_for_its_minutes() -> None:
    now = NOON
    incognito = Incognito(5, lambda: now)
    incognito.seen(["open"])

    later = now + timedelta(minutes=4)
    assert not incognito.is_closed("open", NOON - timedelta(hours=1), later)
    assert not incognito.is_closed("used", NOON, later)
    assert incognito.is_closed("left", NOON - timedelta(minutes=2), later)
    assert incognito.is_closed("open", NOON, NOON + timedelta(minutes=5))
