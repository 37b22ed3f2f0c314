"""Tests that deleting a thread ends an answer being written in it, and that nothing of the answer is stored afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.database.schema import chunks, inquiries, instructions, messages, summaries, threads, usage
from chat.domain import Draft, Question
from chat.errors import NotFound
from chat.events import AnswerEvent
from tests.api.conftest import GUIDE, House, Json, check_problem, events_of, house, thread
from tests.api.test_stream import QUESTION, Visitor, WaitingModel, furnished, question
from tests.api.test_widget import SHOP, at_the_door, token, welcome
from tests.assistant.workshop import ALICE, SlowModel, workshop
from tests.passages import NOON


@dataclass
class Stream:
    """An answer that is being written, and the part of it that its reader has received."""

    built: House
    model: WaitingModel
    reader: Visitor
    answering: asyncio.Task[None]

    async def said(self) -> list[Json]:
        async with self.built.client() as api:
            found: list[Json] = (await api.get("/api/threads/t/messages")).json()["messages"]
        return found

    async def told(self) -> Json:
        """Return the last event, once the stream has ended."""
        await asyncio.wait_for(self.answering, 10)
        assert self.model.stopped.is_set()
        name, data = events_of(self.reader.text)[-1]
        assert name == "error"
        return data


@pytest.fixture
async def stream(engine: AsyncEngine, tmp_path: Path) -> AsyncIterator[Stream]:
    model, reader = WaitingModel(), question("ask/stream")
    async with house(engine, tmp_path, model) as built:
        await furnished(built)
        answering = asyncio.create_task(built.server(reader.scope, reader.receive, reader.send))
        await asyncio.wait_for(model.wrote.wait(), 10)
        yield Stream(built, model, reader, answering)
        reader.left.set()
        await answering


async def left(built: House, thread: str = "t") -> dict[str, int]:
    """Return how many rows and vectors of a thread are left."""
    counted = {}
    async with built.workshop.engine.connect() as connection:
        for table in (messages, chunks, inquiries, instructions, summaries, usage):
            statement = select(func.count()).select_from(table).where(table.c.thread_id == thread)
            counted[table.name] = (await connection.execute(statement)).scalar_one()
        here = select(func.count()).select_from(threads).where(threads.c.id == thread)
        counted["threads"] = (await connection.execute(here)).scalar_one()
    return {name: count for name, count in counted.items() if count} | (
        {"index": found} if (found := await built.workshop.parts.indexer.left(thread)) else {}
    )


async def test_a_conversation_that_is_deleted_ends_its_answer_and_nothing_is_stored_behind_it(stream: Stream) -> None:
    async with stream.built.client() as api:
        receipt = (await api.delete("/api/threads/t")).json()

    told = await stream.told()
    await stream.built.application.assistant.settle_later()
    assert (told["status"], told["code"]) == (404, "not_found")
    assert told["detail"] == "This conversation was deleted while the answer was being written."
    assert receipt["verified"] is True
    assert await left(stream.built) == {}


async def test_one_whose_deletion_is_taken_back_keeps_what_was_written(stream: Stream) -> None:
    async with stream.built.client() as api:
        await api.delete("/api/threads/t", params={"undo_seconds": 60})
        told = await stream.told()
        await api.post("/api/threads/t/restore")

    assert told["code"] == "not_found"
    assert [(each["content"], each["interrupted"]) for each in await stream.said()] == [
        (QUESTION, False),
        ("Twenty-four months, ", True),
    ]


DELETED = "The question was deleted while the answer was being written."


@pytest.mark.parametrize(
    ("which", "sentence", "stays"),
    [
        pytest.param(0, DELETED, ["Twenty-four months, "], id="question"),
        pytest.param(1, "The answer was deleted while it was being written.", [QUESTION], id="answer"),
    ],
)
async def test_a_deleted_question_or_answer_ends_it_too(stream: Stream, which: int, sentence: str, stays: list[str]) -> None:
    gone = (await stream.said())[which]["id"]

    async with stream.built.client() as api:
        await api.delete(f"/api/threads/t/messages/{gone}")

    assert (await stream.told())["detail"] == sentence
    assert [each["content"] for each in await stream.said()] == stays


@pytest.mark.parametrize(
    ("which", "sentence", "stays"),
    [
        pytest.param(
            0, "The question was changed while the answer was being written.", ["It says something else."], id="question"
        ),
        pytest.param(1, "The answer was changed while it was being written.", [QUESTION, "It says something else."], id="answer"),
    ],
)
async def test_an_edit_is_not_written_over_by_the_answer_that_it_ends(
    stream: Stream, which: int, sentence: str, stays: list[str]
) -> None:
    changed = (await stream.said())[which]["id"]

    async with stream.built.client() as api:
        await api.patch(f"/api/threads/t/messages/{changed}", json={"content": "It says something else."})

    assert (await stream.told())["detail"] == sentence
    assert [each["content"] for each in await stream.said()] == stays


async def test_an_edit_further_above_takes_the_answer_with_it(engine: AsyncEngine, tmp_path: Path) -> None:
    model, reader = WaitingModel(), question("ask/stream")
    async with house(engine, tmp_path, model) as built, built.client() as api:
        await furnished(built)
        await api.post("/api/threads/t/messages", json=[{"id": "first", "role": "user", "content": "The pump is new."}])
        answering = asyncio.create_task(built.server(reader.scope, reader.receive, reader.send))
        await asyncio.wait_for(model.wrote.wait(), 10)

        await api.patch("/api/threads/t/messages/first", json={"content": "The pump is old."})

        told = await Stream(built, model, reader, answering).told()
        assert told["detail"] == DELETED
        said = (await api.get("/api/threads/t/messages")).json()["messages"]
        assert [each["content"] for each in said] == ["The pump is old."]


@pytest.mark.parametrize("what", ["document", "library", "message"])
async def test_a_source_that_is_deleted_ends_it_and_nothing_of_it_is_kept(engine: AsyncEngine, tmp_path: Path, what: str) -> None:
    model, reader = WaitingModel(), question("ask/stream")
    told = "The warranty of the pump is 24 months."
    async with house(engine, tmp_path, model) as built, built.client() as api:
        await thread(api)
        await thread(api, "other")
        await api.post("/api/libraries", json={"id": "shelf", "name": "Shelf"})
        if what == "message":
            await api.post("/api/threads/other/messages", json=[{"id": "m", "role": "user", "content": told}])
            gone = "/api/threads/other/messages/m"
        else:
            holder = "threads/t" if what == "document" else "libraries/shelf"
            files = {"files": ("guide.md", GUIDE)}
            await api.post(f"/api/{holder}/documents", params={"document_id": "guide"}, files=files)
            gone = "/api/threads/t/documents/guide" if what == "document" else "/api/libraries/shelf"
        await api.patch("/api/threads/t", json={"settings": {"libraries": ["shelf"], "other_threads": True}})
        answering = asyncio.create_task(built.server(reader.scope, reader.receive, reader.send))
        await asyncio.wait_for(model.wrote.wait(), 10)

        await api.delete(gone)
        await asyncio.wait_for(answering, 10)

        said = (await api.get("/api/threads/t/messages")).json()["messages"]
        assert events_of(reader.text)[-1][1]["detail"].startswith("A source of this answer was deleted")
        assert [(each["content"], each["interrupted"]) for each in said] == [
            (QUESTION, False),
            ("Twenty-four months, ", True),
        ]
        kept = await built.workshop.parts.rows.answers.find("t", said[-1]["id"])
        assert kept is None or kept.references == ()


async def test_an_answer_that_comes_at_once_is_a_problem(engine: AsyncEngine, tmp_path: Path) -> None:
    model = WaitingModel()
    async with house(engine, tmp_path, model) as built, built.client() as api:
        await furnished(built)
        asking = asyncio.create_task(api.post("/api/threads/t/ask", json={"question": QUESTION, "remember": False}))
        await asyncio.wait_for(model.wrote.wait(), 10)

        await api.delete("/api/threads/t")

        check_problem(await asyncio.wait_for(asking, 10), 404, "not_found")
        assert model.stopped.is_set()


async def test_a_visitor_who_wants_to_be_forgotten_is_written_no_answer(engine: AsyncEngine, tmp_path: Path) -> None:
    model = WaitingModel()
    session = lambda user: f"visitor={user.id}"  # noqa: E731  # as of the web chat in tests/api/test_widget.py
    async with house(engine, tmp_path, model, session=session, auth="password") as built:
        key = await built.application.accounts.create_key(await built.application.accounts.named("alice"), "shop", [SHOP])
        async with built.client(key) as shop, at_the_door(built, given := await token(shop)) as vera:
            visitor = await welcome(built, given)
            await built.application.assistant.ensure_thread(visitor, "theirs")
            told_before = [Draft("user", "The warranty of the pump is two years.")]
            await built.application.assistant.add_messages(visitor, "theirs", told_before)
            asking = asyncio.create_task(vera.post("/api/threads/theirs/ask/stream", json={"question": QUESTION}))
            await asyncio.wait_for(model.wrote.wait(), 10)

            receipt = (await vera.delete("/api/widget/visitor")).json()

            name, told = events_of((await asyncio.wait_for(asking, 10)).text)[-1]
        assert model.stopped.is_set()
        assert (name, told["code"]) == ("error", "not_found")
        assert receipt["verified"] is True
        assert await left(built, "theirs") == {}
        async with engine.connect() as connection:  # the visitor's tokens were deleted with the visitor
            assert (await connection.execute(select(func.count()).select_from(usage))).scalar_one() == 0


async def asked_for(events: AsyncIterator[AnswerEvent], until: Callable[[], Awaitable[object]]) -> None:
    """Read the events to the end, but run `until` after the first one."""
    await anext(events)
    await until()
    async for _ in events:
        pass


async def test_a_reader_who_comes_back_late_is_told_and_nothing_was_stored(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At nine"]))
    thread = (await shop.assistant.create_thread(ALICE)).id
    events = shop.assistant.ask(ALICE, Ask(Question(thread, "When does the gate close?", NOON)))

    with pytest.raises(NotFound, match="This conversation was deleted"):
        await asked_for(events, lambda: shop.assistant.delete_thread(ALICE, thread))

    async with engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(messages))).scalar_one() == 0


async def test_what_another_process_deletes_is_seen_when_the_answer_is_stored(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At nine"]))
    thread = (await shop.assistant.create_thread(ALICE)).id
    events = shop.assistant.ask(ALICE, Ask(Question(thread, "When does the gate close?", NOON)))
    await anext(events)
    await anext(events)

    await shop.parts.rows.conversations.remove(thread)

    with pytest.raises(NotFound, match="The answer was deleted"):
        async for _ in events:
            pass
