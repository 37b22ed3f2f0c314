from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, keyword_rows, messages, threads, vectors
from chat.domain import Draft, Source
from chat.errors import StorageFailed
from chat.index.base import Collection
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.fakes import HeldEmbedder
from tests.passages import NOON

DRAFTS = [Draft("user", f"The locker with number {n} belongs to guest {n * 7} of the house.", f"m{n}") for n in range(300)]
A_BATCH = 64


async def held(shop: Workshop, thread: str) -> dict[str, int]:
    """Return what is left of a thread in the database and the indexes."""
    collection = Collection(thread, Source.MESSAGE)
    async with shop.engine.connect() as connection:
        rows = {
            table.name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for table in (threads, messages, chunks, vectors, keyword_rows)
        }
    return rows | {
        "vector index": await shop.vectors.count(collection),
        "keyword index": await shop.keywords.count(collection),
    }


async def test_deleting_a_thread_ends_the_indexing_of_its_messages(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder(free=1)
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    adding = asyncio.create_task(shop.assistant.add_messages(ALICE, "t", DRAFTS))
    await embedder.held.wait()

    receipt = await asyncio.wait_for(shop.assistant.delete_thread(ALICE, "t"), 60)
    added = await adding

    assert (receipt.verified, receipt.messages, len(added)) == (True, 300, 300)
    assert len(embedder.embedded) == A_BATCH
    assert set((await held(shop, "t")).values()) == {0}


async def test_whoever_waits_for_its_turn_in_a_deleted_thread_embeds_nothing(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    adding = asyncio.create_task(shop.assistant.add_messages(ALICE, "t", DRAFTS[:200]))
    await embedder.held.wait()
    await shop.parts.rows.conversations.put("t", DRAFTS[200:], NOON)
    waiting = asyncio.create_task(shop.parts.memory.settle("t"))
    await asyncio.sleep(0)

    deleting = asyncio.gather(shop.assistant.delete_thread(ALICE, "t"), shop.assistant.bury("t"))
    receipts = await asyncio.wait_for(deleting, 60)
    await asyncio.gather(adding, waiting)

    assert all(receipt.verified for receipt in receipts)
    assert embedder.embedded == []
    assert set((await held(shop, "t")).values()) == {0}


async def test_messages_of_a_thread_whose_deletion_failed_are_indexed_after_all_and_go_with_the_next(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(thread: str) -> int:
        raise StorageFailed("The disk is full; make room and try again.")

    embedder = HeldEmbedder(free=1)
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    adding = asyncio.create_task(shop.assistant.add_messages(ALICE, "t", DRAFTS))
    await embedder.held.wait()
    monkeypatch.setattr(shop.parts.files, "delete_thread", fail)

    with pytest.raises(StorageFailed):
        await shop.assistant.delete_thread(ALICE, "t")
    embedder.let.set()
    await adding
    indexed = await shop.vectors.count(Collection("t", Source.MESSAGE))
    monkeypatch.undo()
    receipt = await shop.assistant.bury("t")

    assert indexed == len(DRAFTS)
    assert receipt.verified
    assert set((await held(shop, "t")).values()) == {0}


async def test_whoever_adds_messages_and_leaves_ends_their_indexing(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    await shop.assistant.create_thread(ALICE, id="t")
    adding = asyncio.create_task(shop.assistant.add_messages(ALICE, "t", DRAFTS))
    await embedder.held.wait()

    adding.cancel()
    with pytest.raises(asyncio.CancelledError):
        await adding
    embedder.let.set()
    await shop.parts.memory.settle("t")

    assert len(embedder.embedded) == len(DRAFTS)
    assert await shop.vectors.count(Collection("t", Source.MESSAGE)) == len(DRAFTS)
