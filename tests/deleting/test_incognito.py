"""Tests that an incognito thread works like any other, although its indexes are in memory only, never on disk."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select, update

from chat.application import Application
from chat.cli.clients.in_process import speaking
from chat.cli.commands.doctor import looked
from chat.database.backup import back_up
from chat.database.schema import chunks, keyword_rows, questions, threads, vectors
from chat.domain import Draft, Question, Source
from chat.index.base import Collection
from chat.settings import ServerSettings, Settings
from tests.deleting.canaries import guide, known_to_chroma, upload
from tests.deleting.conftest import Started
from tests.deleting.test_sweeping import CLEAN
from tests.passages import NOON

PLACES = [Collection("i", source) for source in Source]
SECRET = "My locker in the station has the code 4711."
ASKED = Question("i", "What is the code 4711 of my locker, and how much does the valve weigh?", NOON)


@pytest.fixture
async def application(started: Started) -> AsyncIterator[Application]:
    """The application with an incognito thread that has a document, generated questions and a message."""
    async with started() as running, speaking(running, None) as api:
        await whispered(running, api)
        yield running


async def whispered(application: Application, api: httpx.AsyncClient, thread: str = "i", incognito: bool = True) -> None:
    await api.post("/api/threads", json={"id": thread, "incognito": incognito})
    await upload(api, f"threads/{thread}", "guide.md", guide())
    said = [{"role": "user", "content": SECRET}]
    assert (await api.post(f"/api/threads/{thread}/messages", json=said)).status_code == 201
    collection = Collection(thread, Source.DOCUMENT)
    [first, *_] = await application.parts.rows.chunks.ids(collection)
    await application.parts.indexer.add_questions(collection, {first: ["Which part is made of brass?"]})


async def indexed_in_rows(application: Application) -> dict[str, int]:
    """Return the number of index rows in each table, over all threads."""
    async with application.engine.connect() as connection:
        return {
            table.name: (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            for table in (vectors, questions, keyword_rows)
        }


async def needles(application: Application) -> list[bytes]:
    """Return each of the thread's vectors as the bytes that a file would contain."""
    held = [await application.vectors.get(keys) for place in PLACES for keys in (place, place.questions)]
    return [vector.tobytes() for _, found in held for vector in found]


def holding(data: Path, wanted: list[bytes]) -> list[str]:
    places = [place for place in data.rglob("*") if place.is_file()]
    return [place.name for place in places if any(needle in place.read_bytes() for needle in wanted)]


NOTHING = {"vectors": 0, "questions": 0, "keyword_rows": 0}


async def test_it_answers_from_its_document_and_remembers_with_nothing_indexed_on_disk(
    application: Application, data: Path
) -> None:
    async with speaking(application, None) as api:
        read = (await api.post("/api/threads/i/ask", json={"question": "How much does valve number 3 weigh?"})).json()
        remembered = (await api.post("/api/threads/i/ask", json={"question": "What is the code of my locker?"})).json()
    await application.assistant.settle_later()

    assert "weighs 3 grams" in read["answer"]
    assert "4711" in remembered["answer"]
    assert [await application.vectors.count(place) for place in PLACES] == [
        len(await application.parts.rows.chunks.ids(place)) for place in PLACES
    ]
    wanted = await needles(application)
    assert len(wanted) == len(await ids(application)) + 1
    assert holding(data, wanted) == []
    assert known_to_chroma(data) == set()
    assert await indexed_in_rows(application) == NOTHING


async def test_when_it_is_closed_nothing_is_left_in_memory_either(application: Application, data: Path) -> None:
    texts = [text async for some in application.parts.rows.chunks.texts(await ids(application)) for text in some.values()]
    before = len(texts)

    async with speaking(application, None) as api:
        receipt = (await api.delete("/api/threads/i")).json()

    assert receipt["verified"]
    assert (receipt["deleted"]["chunks"], receipt["deleted"]["keyword_rows"]) == (before, before)
    assert receipt["deleted"]["vectors"] == before + 1
    assert receipt["deleted"]["cache_entries"] >= before
    assert application.parts.indexer._forget([*texts, "Which part is made of brass?"]) == 0
    assert await application.vectors.counts() == {}
    assert [await application.keywords.count(place) for place in PLACES] == [0, 0]


async def ids(application: Application) -> list[str]:
    return [id for place in PLACES for id in await application.parts.rows.chunks.ids(place)]


async def test_what_is_edited_and_deleted_in_it_is_found_no_more(application: Application) -> None:
    async with speaking(application, None) as api:
        [message] = (await api.get("/api/threads/i/messages")).json()["messages"]
        edited = await api.patch(f"/api/threads/i/messages/{message['id']}", json={"content": "My locker has the code 9999."})
        removed = await api.delete("/api/threads/i/documents/guide")
        found = await application.assistant.search(await application.accounts.local_user(), ASKED)

    assert (edited.json()["verified"], removed.json()["verified"]) == (True, True)
    assert edited.json()["deleted"]["vectors"] == edited.json()["deleted"]["keyword_rows"] == 1
    assert removed.json()["deleted"]["vectors"] == removed.json()["deleted"]["chunks"] + 1
    assert [passage.chunk.text for passage in found.passages] == ["My locker has the code 9999."]


async def test_another_thread_beside_it_is_indexed_as_ever(application: Application, data: Path) -> None:
    async with speaking(application, None) as api:
        await whispered(application, api, "t", incognito=False)
    count = await application.parts.rows.chunks.count("t")

    places = [Collection("t", source) for source in Source]

    assert known_to_chroma(data) == {*(place.name for place in places), places[0].questions.name}
    assert await indexed_in_rows(application) == {"vectors": count, "questions": 1, "keyword_rows": count}


async def test_neither_a_sweep_nor_a_reindex_nor_a_lost_store_touches_it(application: Application, data: Path) -> None:
    held = await application.vectors.counts()

    await application.parts.rows.collections.mark_rebuilding(["*"])
    made = await application.reindex()
    swept = await application.sweeping.sweep(young=0)

    assert await application.parts.rows.collections.rebuilding() == []
    assert (made, swept.counts) == (0, CLEAN)
    assert await application.vectors.counts() == held
    assert known_to_chroma(data) == set()
    assert await indexed_in_rows(application) == NOTHING


async def test_what_a_server_that_is_down_left_of_it_is_no_damage(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await whispered(application, api)

    found = await looked(Settings(server=ServerSettings(data=data)), mend=False)

    assert [finding for finding in found if not finding.ok] == []


async def test_a_backup_holds_its_words_and_no_index_of_it(application: Application, tmp_path: Path) -> None:
    back_up(application.folder, application.files.copy_new, application.folder.database, tmp_path / "backup", NOON)

    with closing(sqlite3.connect(tmp_path / "backup" / "threadwise.sqlite3")) as copy:
        count = [copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in (*NOTHING, "chunks")]
    assert count == [0, 0, 0, await application.parts.rows.chunks.count("i")]
    assert holding(tmp_path / "backup", await needles(application)) == []


async def test_another_thread_of_its_id_is_stored_once_it_is_gone(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await whispered(application, api)
        await api.delete("/api/threads/i")
        await whispered(application, api, incognito=False)
        count = await indexed_in_rows(application)
    async with started() as application, speaking(application, None) as api:
        await api.delete("/api/threads/i")
        await whispered(application, api)

        assert count["vectors"] == count["keyword_rows"] > count["questions"] > 0
        assert await indexed_in_rows(application) == NOTHING
        assert known_to_chroma(data) == set()


async def test_what_an_earlier_version_stored_of_it_goes_with_it(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await whispered(application, api, incognito=False)
        async with application.engine.begin() as connection:
            await connection.execute(update(threads).values(incognito=True))
        assert len(known_to_chroma(data)) == 3

    async with started() as application:
        assert known_to_chroma(data) == set()
        assert await indexed_in_rows(application) == NOTHING
        async with application.engine.connect() as connection:
            assert (await connection.execute(select(func.count()).select_from(chunks))).scalar_one() == 0


async def test_the_receipt_of_an_erased_user_counts_it(started: Started) -> None:
    async with started() as application:
        carol = await application.accounts.add_user("carol", "correct horse battery")
        await application.assistant.create_thread(carol, id="i", incognito=True)
        await application.assistant.add_messages(carol, "i", [Draft("user", SECRET)])

        receipt = await application.erase_user(carol)

    assert (receipt.chunks, receipt.vectors, receipt.keyword_rows, receipt.verified) == (1, 1, 1, True)
