"""Tests of sweeping orphaned data, one for each kind; the doctor finds each, too."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import delete, event, insert, text

from chat.application import Application
from chat.database.schema import keyword_rows, threads
from chat.domain import Draft, Source
from chat.index.base import Collection
from chat.threads.files.base import stored_as
from tests.deleting.conftest import Started
from tests.fakes import FakeEmbedder

HERE = Collection("t", Source.MESSAGE)
NOWHERE = Collection("nobody's", Source.DOCUMENT)
CLEAN = {"files": 0, "missing_files": 0, "collections": 0, "keyword_rows": 0, "vectors": 0, "incomplete": 0}


@pytest.fixture
async def application(started: Started) -> AsyncIterator[Application]:
    """The application with a thread of two messages and nothing orphaned."""
    async with started() as running:
        user = await running.accounts.local_user()
        await running.assistant.create_thread(user, id="t")
        said = [Draft("user", f"The number {n} bus leaves from the market square in the morning.") for n in (1, 2)]
        await running.assistant.add_messages(user, "t", said)
        yield running


async def swept(application: Application) -> dict[str, int]:
    """Sweep, check that a second look finds nothing, and return what was found."""
    found = await application.sweeping.sweep(young=0)
    assert (await application.sweeping.find(young=0)).counts == CLEAN
    return {name: count for name, count in found.counts.items() if count}


async def test_where_everything_has_its_place_nothing_is_found(application: Application) -> None:
    assert await swept(application) == {}
    assert len(await application.vectors.ids(HERE)) == 2


async def test_a_look_reads_no_table_anew_for_each_row_of_another(application: Application) -> None:
    asked = list[str]()
    event.listen(application.engine.sync_engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    await application.sweeping.find(young=0)

    selects = [statement for statement in asked if statement.startswith("SELECT")]
    async with application.engine.connect() as connection:
        for statement in selects:
            holes = ("",) * statement.count("?")
            plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", holes)).all()
            whole = [row.parent for row in plan if row.detail.startswith("SCAN")]
            correlated = {row.id for row in plan if row.detail.startswith("CORRELATED")}
            assert correlated.isdisjoint(whole), statement
            assert len(whole) == len(set(whole)), statement
    assert len(selects) > 5


async def test_a_stored_file_of_no_document(application: Application, data: Path) -> None:
    await application.files.write("t", stored_as("gone", "0" * 64), b"what it said")

    assert await swept(application) == {"files": 1}
    assert [place for place in (data / "files").rglob("*") if place.is_file()] == []


async def test_a_file_that_was_stored_just_now_may_still_get_its_row(application: Application) -> None:
    await application.files.write("t", stored_as("coming", "0" * 64), b"what it says")

    assert (await application.sweeping.sweep()).counts == CLEAN
    assert await application.files.read("t", stored_as("coming", "0" * 64))


async def test_a_collection_without_rows(application: Application) -> None:
    user = await application.accounts.local_user()
    await application.assistant.create_thread(user, id="gone")
    await application.assistant.add_messages(user, "gone", [Draft("user", "The ferry leaves from the northern pier.")])
    async with application.engine.begin() as connection:
        await connection.execute(delete(threads).where(threads.c.id == "gone"))

    assert await swept(application) == {"collections": 1, "keyword_rows": 1}
    assert list(await application.vectors.counts()) == [HERE.name]


async def test_a_collection_in_memory_without_rows(application: Application) -> None:
    await application.vectors.upsert(NOWHERE, ["a"], await FakeEmbedder().embed(["a"]))

    assert await swept(application) == {"collections": 1}
    assert NOWHERE.name not in await application.vectors.counts()


async def test_keyword_rows_without_their_chunk(application: Application) -> None:
    row = {"length": 1, "terms": '{"zqword": 1}'}
    async with application.engine.begin() as connection:
        rows = [{"collection": HERE.name, "chunk_id": "x"} | row, {"collection": NOWHERE.name, "chunk_id": "y"} | row]
        await connection.execute(insert(keyword_rows), rows)

    assert await swept(application) == {"keyword_rows": 2}


async def test_a_vector_without_its_chunk(application: Application) -> None:
    await application.vectors.upsert(HERE, ["x"], await FakeEmbedder().embed(["a stray"]))

    assert await swept(application) == {"vectors": 1}
    assert "x" not in await application.vectors.ids(HERE)


async def test_chunks_that_the_vector_store_lost(application: Application) -> None:
    await application.vectors.drop(HERE)

    assert await swept(application) == {"incomplete": 1}
    stored = await application.parts.rows.vectors.of(
        await application.parts.rows.chunks.ids(HERE), str(application.embedder.identity)
    )
    ids, vectors = await application.vectors.get(HERE)
    assert np.allclose([stored[id] for id in ids], vectors, atol=1e-6)


async def test_chunks_that_the_keyword_index_lost(application: Application) -> None:
    async with application.engine.begin() as connection:
        await connection.execute(delete(keyword_rows))

    assert await swept(application) == {"incomplete": 1}
    assert await application.keywords.count(HERE) == 2


async def test_a_chunk_without_its_vector_in_the_rows_is_no_fault_of_the_store(application: Application) -> None:
    async with application.engine.begin() as connection:
        await connection.execute(text("DELETE FROM vectors"))

    assert (await application.sweeping.find(young=0)).counts == CLEAN | {"vectors": 2}
