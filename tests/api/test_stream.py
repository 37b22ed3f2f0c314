"""Tests of streams: silence, failures in the middle, and clients that disconnect."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.types import Message, Scope

from chat.api.stream import Event, EventStream, LateJson
from chat.domain import Usage
from chat.errors import ModelFailed
from chat.llm.base import Prompt
from chat.settings import AnsweringSettings
from tests.api.conftest import GUIDE, House, events_of, house, thread, upload
from tests.assistant.workshop import SlowModel
from tests.fakes import PanicException

QUESTION = "How long is the warranty of the pump?"


@dataclass
class Visitor:
    """A client that calls the ASGI application directly, so that it can disconnect in the middle."""

    body: bytes = b""
    path: str = "/"
    left: asyncio.Event = field(default_factory=asyncio.Event)
    text: str = ""
    status: int = 0
    ended: bool = False
    leaves_after: str | None = None
    """Text after which the client disconnects."""
    _asked: bool = False

    @property
    def scope(self) -> Scope:
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "server": ("127.0.0.1", 8000),
            "headers": [
                (b"host", b"127.0.0.1:8000"),
                (b"content-type", b"application/json"),
                (b"accept", b"application/json, text/event-stream"),
            ],
        }

    async def receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        self.text += message["body"].decode()
        self.ended = not message.get("more_body", False)
        if self.leaves_after and self.leaves_after in self.text:
            self.left.set()


@dataclass
class WaitingModel:
    """A model that writes one word and then waits for ever."""

    name: str = "waiting"
    wrote: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        yield "Twenty-four months, "
        self.wrote.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped.set()

    async def close(self) -> None:
        return


async def furnished(built: House) -> None:
    async with built.client() as api:
        await thread(api)
        await upload(api, "t", ("guide.md", GUIDE), document="guide")


async def messages(built: House) -> Sequence[tuple[str, str, bool]]:
    async with built.client() as api:
        found = (await api.get("/api/threads/t/messages")).json()["messages"]
    return [(each["role"], each["content"], each["interrupted"]) for each in found]


def question(path: str) -> Visitor:
    return Visitor(json.dumps({"question": QUESTION}).encode(), f"/api/threads/t/{path}")


async def test_a_client_that_leaves_a_stream_stops_the_work_and_what_was_written_stays(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    model = WaitingModel()
    async with house(engine, tmp_path, model) as built:
        await furnished(built)
        visitor = question("ask/stream")
        visitor.leaves_after = "Twenty-four"

        await built.server(visitor.scope, visitor.receive, visitor.send)

        assert model.stopped.is_set()
        assert not visitor.ended
        assert await messages(built) == [("user", QUESTION, False), ("assistant", "Twenty-four months, ", True)]


async def test_a_client_that_leaves_an_answer_stops_the_work_too(engine: AsyncEngine, tmp_path: Path) -> None:
    model = WaitingModel()
    async with house(engine, tmp_path, model) as built:
        await furnished(built)
        visitor = question("ask")
        asking = asyncio.create_task(built.server(visitor.scope, visitor.receive, visitor.send))
        await model.wrote.wait()

        visitor.left.set()
        await asking

        assert model.stopped.is_set()
        assert await messages(built) == [("user", QUESTION, False), ("assistant", "Twenty-four months, ", True)]


async def test_a_client_that_stays_gets_its_whole_answer(engine: AsyncEngine, tmp_path: Path) -> None:
    async with house(engine, tmp_path, SlowModel(["Twenty-four ", "months [1]."])) as built:
        await furnished(built)
        visitor = question("ask/stream")

        await built.server(visitor.scope, visitor.receive, visitor.send)

    assert visitor.ended
    chunks = [data["text"] for name, data in events_of(visitor.text) if name == "chunk"]
    assert "".join(chunks) == "Twenty-four months [1]."


@pytest.mark.parametrize("unexpected", [RuntimeError, PanicException])
async def test_a_failure_in_the_middle_is_an_error_event_and_what_was_written_stays(
    engine: AsyncEngine, tmp_path: Path, unexpected: type[BaseException]
) -> None:
    async with house(engine, tmp_path, SlowModel(["Twenty-four ", unexpected("secret inner detail")])) as built:
        await furnished(built)
        visitor = question("ask/stream")

        await built.server(visitor.scope, visitor.receive, visitor.send)

        names = [name for name, _ in events_of(visitor.text)]
        assert names == ["sources", "chunk", "error"]
        assert visitor.ended
        failure = events_of(visitor.text)[-1][1]
        assert (failure["status"], failure["code"]) == (500, "internal")
        assert "secret" not in visitor.text
        assert (await messages(built))[-1] == ("assistant", "Twenty-four ", True)


async def test_a_model_that_fails_is_replaced_by_quotes_where_that_is_wanted(engine: AsyncEngine, tmp_path: Path) -> None:
    quoting = AnsweringSettings(when_model_fails="quote")
    async with house(engine, tmp_path, SlowModel([ModelFailed("The model's endpoint refused.")]), answering=quoting) as built:
        await furnished(built)
        visitor = question("ask/stream")

        await built.server(visitor.scope, visitor.receive, visitor.send)

    events = dict(events_of(visitor.text))
    assert "24 months" in events["citations"]["answer"]
    assert "endpoint refused" in events["done"]["note"]


async def events_after(waited: asyncio.Event) -> AsyncIterator[Event]:
    yield "first", {}
    await waited.wait()
    yield "second", {"text": "ü\ud800"}


async def test_silence_is_filled_with_comments(caplog: pytest.LogCaptureFixture) -> None:
    heard = asyncio.Event()

    class Listener(Visitor):
        async def send(self, message: Message) -> None:
            await super().send(message)
            if ": still here\n\n" in self.text.partition("event: first")[2]:
                heard.set()

    listener = Listener()

    await EventStream(events_after(heard), silence=0.01)(listener.scope, listener.receive, listener.send)

    assert listener.ended
    assert "event: first\ndata: {}\n\n: still here\n\n" in listener.text
    assert listener.text.endswith('event: second\ndata: {"text": "ü?"}\n\n')
    assert caplog.records == []


async def test_our_own_error_in_a_stream_is_its_own_problem() -> None:
    async def failing() -> AsyncIterator[Event]:
        yield "first", {}
        raise ModelFailed("The model stalled.")

    visitor = Visitor()

    await EventStream(failing())(visitor.scope, visitor.receive, visitor.send)

    [_, (name, data)] = events_of(visitor.text)
    assert (name, data["status"], data["code"], data["detail"]) == ("error", 502, "model_failed", "The model stalled.")


async def test_a_slow_reader_makes_the_work_wait() -> None:
    made: list[int] = []
    reading = asyncio.Event()

    async def many() -> AsyncIterator[Event]:
        for number in range(1_000):
            made.append(number)
            yield "number", {"n": number}

    class Slow(Visitor):
        async def send(self, message: Message) -> None:
            if message["type"] == "http.response.body":
                reading.set()
                await self.left.wait()
            await super().send(message)

    slow = Slow()
    sending = asyncio.create_task(EventStream(many())(slow.scope, slow.receive, slow.send))
    await reading.wait()
    for _ in range(100):
        await asyncio.sleep(0)
    before_leaving = len(made)
    slow.left.set()
    await sending

    assert before_leaving < 100


async def test_json_that_is_late_has_white_space_in_front_of_it() -> None:
    heard = asyncio.Event()

    class Listener(Visitor):
        async def send(self, message: Message) -> None:
            await super().send(message)
            if self.text == "   ":
                heard.set()

    async def shape() -> dict[str, object]:
        await heard.wait()
        return {"text": "ü\ud800"}

    listener = Listener()

    await LateJson(asyncio.create_task(shape()), 201, silence=0.01)(listener.scope, listener.receive, listener.send)

    assert listener.status == 201
    assert listener.ended
    assert listener.text.startswith("   ")
    assert json.loads(listener.text) == {"text": "ü?"}


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (ModelFailed("The model stalled."), 502, "model_failed"),
        (RuntimeError("secret inner detail"), 500, "internal"),
        (PanicException("secret inner detail"), 500, "internal"),
    ],
    ids=["ours", "unexpected", "a panic"],
)
async def test_what_fails_behind_the_status_is_a_problem_all_the_same(error: BaseException, status: int, code: str) -> None:
    async def failing() -> dict[str, object]:
        await asyncio.sleep(0)
        raise error

    visitor = Visitor()

    await LateJson(asyncio.create_task(failing()), 201)(visitor.scope, visitor.receive, visitor.send)

    told = json.loads(visitor.text)
    assert (told["status"], told["code"]) == (status, code)
    assert "secret" not in visitor.text


async def test_nobody_makes_json_for_a_client_that_has_left() -> None:
    stopped = asyncio.Event()

    async def endless() -> dict[str, object]:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return {}

    visitor = Visitor()
    visitor.leaves_after = "  "

    await LateJson(asyncio.create_task(endless()), silence=0.01)(visitor.scope, visitor.receive, visitor.send)

    assert stopped.is_set()
    assert not visitor.ended
