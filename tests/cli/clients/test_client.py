"""Tests of the command line's client with both of its backends: in this process and through a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.api.bodies import Search
from chat.cli.clients.client import NEEDS_KEY, Client, events, path
from chat.cli.clients.in_process import Here, speaking
from chat.cli.ingesting.base import Destination
from chat.errors import Conflict, NotFound, ThreadwiseError, Unauthorized, Unavailable
from chat.threads.documents.jobs import JobRows
from tests.api.conftest import GUIDE, House, house
from tests.api.test_stream import QUESTION, WaitingModel, furnished

THREADS = ["manuals", "team/manuals:1"]


@pytest.fixture(params=["here", "remote"])
async def place(home: House, request: pytest.FixtureRequest) -> AsyncIterator[Client]:
    if request.param == "here":
        async with speaking(home.application, None) as client:
            yield Here(client, home.application.assistant, await home.application.accounts.local_user())
        return
    async with home.client() as client:
        yield Client(client, "http://server", has_key=False)


def unmoved(stage: str, percent: int) -> None:
    """Ignore progress."""


@pytest.mark.parametrize("thread", THREADS)
async def test_a_thread_is_made_once(place: Destination, home: House, thread: str) -> None:
    await place.ensure(thread, "Manuals")
    await place.ensure(thread, "Another name")

    [made], _ = await home.application.assistant.threads(await home.application.accounts.local_user())
    assert (made.id, made.name) == (thread, "Manuals")


async def test_the_thread_of_somebody_else_is_refused(place: Destination, home: House) -> None:
    await home.application.assistant.create_thread(await home.application.accounts.named("alice"), id="t")

    with pytest.raises(Conflict, match="exists already"):
        await place.ensure("t", None)


@pytest.mark.parametrize("thread", THREADS)
async def test_a_file_is_read_under_its_name_and_id(place: Destination, thread: str) -> None:
    await place.ensure(thread, None)
    moved: list[tuple[str, int]] = []

    first = await place.add(thread, "folder-1", "guides/pump.md", GUIDE, lambda *step: moved.append(step))
    again = await place.add(thread, "folder-1", "guides/pump.md", GUIDE, unmoved)
    changed = await place.add(thread, "folder-1", "guides/pump.md", GUIDE + b"\nMore.\n", unmoved)

    assert (first["id"], first["name"], first["media_type"]) == ("folder-1", "guides/pump.md", "text/markdown")
    assert [each["status"] for each in (first, again, changed)] == ["ready", "unchanged", "updated"]
    assert list(dict.fromkeys(stage for stage, _ in moved)) == ["extracting", "chunking", "embedding", "indexing", "complete"]
    assert [percent for _, percent in moved] == sorted(percent for _, percent in moved)


async def test_a_bad_file_is_a_failed_document(place: Destination) -> None:
    await place.ensure("t", None)

    document = await place.add("t", "folder-1", "empty.txt", b"", unmoved)

    assert (document["status"], document["name"]) == ("failed", "empty.txt")
    assert isinstance(document["error"], dict)
    assert (document["error"]["code"], document["error"]["detail"]) == ("empty_file", "The file is empty.")


async def test_a_file_whose_reading_is_interrupted_leaves_nothing(home: House, engine: AsyncEngine) -> None:
    assistant, user = home.application.assistant, await home.application.accounts.local_user()
    async with speaking(home.application, None) as client:
        place = Here(client, assistant, user)
        await place.ensure("t", None)
        moved = asyncio.Event()
        reading = asyncio.create_task(place.add("t", "folder-1", "pump.md", GUIDE * 200, lambda *_: moved.set()))
        await moved.wait()

        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

        assert reading.cancelled()
        assert await place.documents("t") == {}
    assert await JobRows(engine).running() == []


async def test_documents_are_listed_over_all_pages_and_removed(place: Destination) -> None:
    await place.ensure("t", None)
    for number in range(203):
        await place.add("t", f"folder-{number}", f"{number}.txt", b"The ferry leaves at noon.", unmoved)

    listed = await place.documents("t")
    await place.remove("t", "folder-7")
    await place.remove("t", "folder-7")

    assert listed == {f"folder-{number}": f"{number}.txt" for number in range(203)}
    assert (await place.documents("t")).keys() == listed.keys() - {"folder-7"}


async def test_a_library_is_made_once_by_its_name_filled_and_deleted(place: Client) -> None:
    into, id = await place.library("Pump  manuals")
    _, again = await place.library("Pump manuals")
    await into.add(id, "folder/1", "pump.md", GUIDE, unmoved)
    await into.add(id, "folder/2", "more.md", b"Words.", unmoved)
    await into.remove(id, "folder/2")

    listed = await place.libraries()
    documents = await into.documents(id)
    receipt = await place.delete_library("Pump manuals")

    assert id == again
    assert [(library["name"], library["documents"]) for library in listed] == [("Pump manuals", 1)]
    assert documents == {"folder/1": "pump.md"}
    assert (receipt["deleted"]["documents"], receipt["verified"]) == (1, True)
    assert await place.libraries() == []
    with pytest.raises(NotFound, match="no library named Pump manuals"):
        await place.delete_library("Pump manuals")


async def test_a_name_of_a_library_is_taken_once(place: Client) -> None:
    await place.create_library("Manuals")

    with pytest.raises(Conflict, match="exists already"):
        await place.create_library("Manuals")


async def test_a_question_is_searched_with_all_its_options(place: Client) -> None:
    await place.ensure("t", None)
    await place.add("t", "folder-1", "pump.md", GUIDE, unmoved)

    plain = await place.search("t", Search(query="How long is the warranty of the pump?"))
    explained = await place.search("t", Search(query="warranty", mode="keyword", top_k=None, explain=True, candidates=1))

    assert "24 months" in str(plain["passages"])
    assert "candidates" not in plain
    assert "'dense': None" in str(explained["candidates"])
    with pytest.raises(NotFound, match="no such thread"):
        await place.search("elsewhere", Search(query="warranty"))


async def test_without_a_key_a_server_with_sign_in_asks_for_one(office: House) -> None:
    async with office.client() as client:
        with pytest.raises(Unauthorized) as refused:
            await Client(client, "http://server", has_key=False).ensure("t", None)
    async with office.client("tw_wrong") as client:
        with pytest.raises(Unauthorized, match="unknown or revoked"):
            await Client(client, "http://server", has_key=True).ensure("t", None)
    async with office.client(await office.key("alice")) as client:
        await Client(client, "http://server", has_key=True).ensure("t", None)

    assert str(refused.value) == NEEDS_KEY


def _stalls(_: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("timed out")


STRANGERS: dict[str, tuple[Callable[[httpx.Request], httpx.Response], str]] = {
    "another program": (lambda _: httpx.Response(200, html="<p>Hello</p>"), "is not a Threadwise server"),
    "a proxy whose server is away": (lambda _: httpx.Response(502, html="<p>Bad gateway</p>"), "answered 502"),
    "another kind of problem": (lambda _: httpx.Response(500, json=["no"]), "answered 500"),
    "an address that moved": (lambda _: httpx.Response(307, headers={"Location": "/there"}), "answered 307"),
    "one that does not answer in time": (_stalls, r"can't be reached \(timed out\)"),
}


@pytest.mark.parametrize(("behaviour", "sentence"), STRANGERS.values(), ids=STRANGERS)
async def test_what_is_no_server_of_ours_is_unavailable(
    behaviour: Callable[[httpx.Request], httpx.Response], sentence: str
) -> None:
    async with httpx.AsyncClient(transport=httpx.MockTransport(behaviour), base_url="http://server") as client:
        place = Client(client, "http://server", has_key=False)

        with pytest.raises(Unavailable, match=sentence):
            await place.greet()
        with pytest.raises(Unavailable, match=sentence):
            await place.add("t", "folder-1", "a.txt", b"Words.", unmoved)


STREAMS: dict[str, tuple[bytes, type[ThreadwiseError]]] = {
    "that ends too early": (b'event: progress\ndata: {"stage": "extracting", "percent": 2}\n\n', Unavailable),
    "that tells an error": (b'event: error\ndata: {"code": "unauthorized", "detail": "No."}\n\n', Unauthorized),
}


@pytest.mark.parametrize(("stream", "error"), STREAMS.values(), ids=STREAMS)
async def test_a_stream_without_a_document_is_an_error(stream: bytes, error: type[ThreadwiseError]) -> None:
    answer = httpx.Response(201, content=stream, headers={"Content-Type": "text/event-stream"})
    async with httpx.AsyncClient(transport=httpx.MockTransport(lambda _: answer), base_url="http://server") as client:
        with pytest.raises(error):
            await Client(client, "http://server", has_key=False).add("t", "folder-1", "a.txt", b"Words.", unmoved)


async def test_events_are_cut_at_line_feeds_alone_wherever_they_are_torn() -> None:
    sent = ': still here\n\nevent: document\ndata: {"name": "a\u2028b: c"}\n\nevent: done\ndata: {}\n\n'.encode()

    async def torn() -> AsyncIterator[bytes]:
        for at in range(len(sent)):
            yield sent[at : at + 1]

    assert [event async for event in events(torn())] == [("document", {"name": "a\u2028b: c"}), ("done", {})]


async def test_an_answer_within_this_process_comes_as_it_is_written_and_leaving_stops_the_work(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    model = WaitingModel()
    async with house(engine, tmp_path / "files", model) as home, speaking(home.application, None) as client:
        user = await home.application.accounts.local_user()
        await furnished(home)
        place = Here(client, home.application.assistant, user)
        heard: list[str] = []
        async with aclosing(place.events(path("threads", "t", "ask", "stream"), json={"question": QUESTION})) as happened:
            async for event, _ in happened:
                heard.append(event)
                if event == "chunk":
                    break
        answer = (await place.call("GET", path("threads", "t", "messages")))["messages"][-1]

    assert heard == ["sources", "chunk"]
    assert model.stopped.is_set()
    assert answer["interrupted"]


async def test_a_key_says_who_it_is_within_this_process_too(office: House) -> None:
    key = await office.key("alice")
    async with speaking(office.application, key) as client:
        made = await client.post(path("threads"), json={"id": "a/b"})
        again = await client.get(path("threads", "a/b"))
    async with speaking(office.application, None) as client:
        refused = await client.get(path("threads", "a/b"))

    assert (made.status_code, again.json()["id"]) == (201, "a/b")
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
