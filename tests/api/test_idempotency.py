"""Tests of writes with an idempotency key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import func, select, update

from chat import errors
from chat.database.schema import replies
from chat.threads.replies import Reply
from tests.api.conftest import GUIDE, House, Json, check_problem, events_of, thread, upload
from tests.passages import NOON

KEY = {"Idempotency-Key": "first"}
SAID = [{"role": "user", "content": "The pump leaks."}]


async def kept(home: House) -> int:
    async with home.workshop.engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(replies))).scalar_one())


async def count(api: httpx.AsyncClient, path: str, name: str) -> int:
    return len((await api.get(path)).json()[name])


CONVERSATION: Json = [
    {
        "title": "Ferries",
        "create_time": 1_700_000_000,
        "mapping": {
            "a": {
                "id": "a",
                "parent": None,
                "message": {"id": "a", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["When?"]}},
            }
        },
    }
]
WRITES: dict[str, tuple[str, Json, int]] = {
    "a thread": ("/api/threads", {"name": "Pump"}, 201),
    "messages": ("/api/threads/t/messages", SAID, 201),
    "a library": ("/api/libraries", {"name": "Manuals"}, 201),
    "a question": ("/api/threads/t/ask", {"question": "How long is the warranty?"}, 200),
    "an import": ("/api/threads/import", CONVERSATION, 201),
}


@pytest.mark.parametrize(("path", "body", "status"), WRITES.values(), ids=WRITES)
async def test_the_same_request_under_a_key_is_answered_again_and_done_once(
    home: House, api: httpx.AsyncClient, path: str, body: Json, status: int
) -> None:
    await thread(api)

    first = await api.post(path, json=body, headers=KEY)
    before = await everything(api)
    again = await api.post(path, json=body, headers=KEY)

    assert (first.status_code, again.status_code) == (status, status), first.text
    assert again.json() == first.json()
    assert again.headers["content-type"] == first.headers["content-type"]
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert await everything(api) == before


async def everything(api: httpx.AsyncClient) -> tuple[int, int, int]:
    lists = ("/api/threads", "threads"), ("/api/threads/t/messages", "messages"), ("/api/libraries", "libraries")
    threads, messages, libraries = [await count(api, path, name) for path, name in lists]
    return threads, messages, libraries


@pytest.mark.parametrize("holder", ["/api/threads/t%2F1", "/api/libraries/m"])
async def test_an_upload_is_known_again_although_its_boundary_is_another(api: httpx.AsyncClient, holder: str) -> None:
    await api.post("/api/libraries", json={"id": "m", "name": "Manuals"})
    await thread(api, "t/1")

    first, again = [await api.post(f"{holder}/documents", files={"files": ("guide.md", GUIDE)}, headers=KEY) for _ in range(2)]
    other = await api.post(f"{holder}/documents", files={"files": ("guide.md", GUIDE + b"!")}, headers=KEY)
    [document] = first.json()["documents"]
    restored = [
        await api.post(f"{holder}/documents/{document['id']}/versions/1/restore", headers={"Idempotency-Key": "r"}) for _ in "12"
    ]

    assert first.request.headers["content-type"] != again.request.headers["content-type"]
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert await count(api, f"{holder}/documents", "documents") == 1
    check_problem(other, 422, "key_reused")
    assert restored[1].headers["idempotency-replayed"] == "true"
    assert restored[1].json() == restored[0].json()


async def test_another_request_under_the_key_is_refused_and_not_done(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=SAID, headers=KEY)

    check_problem(await api.post("/api/threads/t/messages", json=[*SAID, *SAID], headers=KEY), 422, "key_reused")
    check_problem(await api.post("/api/threads", json={"name": "x"}, headers=KEY), 422, "key_reused")
    check_problem(
        await api.post("/api/threads/t/messages", json=SAID, headers={**KEY, "Accept": "text/event-stream"}), 422, "key_reused"
    )
    assert await count(api, "/api/threads/t/messages", "messages") == 1


async def test_a_key_is_its_users_own(office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    hers = await alice.post("/api/threads", json={"name": "Pump"}, headers=KEY)
    his = await bob.post("/api/threads", json={"name": "Pump"}, headers=KEY)
    async with office.client() as nobody:
        check_problem(await nobody.post("/api/threads", json={"name": "Pump"}, headers=KEY), 401, "unauthorized")

    assert hers.json()["id"] != his.json()["id"]
    assert "idempotency-replayed" not in his.headers


@pytest.mark.parametrize("key", ["", "x" * 256, "caf\u00e9"])
async def test_a_key_that_is_none_is_refused(api: httpx.AsyncClient, key: str) -> None:
    answer = await api.post("/api/threads", json={}, headers=[(b"Idempotency-Key", key.encode())])

    check_problem(answer, 422, "invalid_request")


async def test_while_the_first_is_being_answered_the_second_is_told_to_wait(
    home: House, api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thread(api)
    begun, let_go = asyncio.Event(), asyncio.Event()
    add = home.application.assistant.add_messages

    async def slowly(*given: Json) -> Json:
        begun.set()
        await let_go.wait()
        return await add(*given)

    monkeypatch.setattr(home.application.assistant, "add_messages", slowly)
    first = asyncio.create_task(api.post("/api/threads/t/messages", json=SAID, headers=KEY))
    await begun.wait()
    second = await api.post("/api/threads/t/messages", json=SAID, headers=KEY)
    let_go.set()
    done = await first
    third = await api.post("/api/threads/t/messages", json=SAID, headers=KEY)

    check_problem(second, 409, "still_running")
    assert second.headers["retry-after"] == "1"
    assert third.json() == done.json()
    assert await count(api, "/api/threads/t/messages", "messages") == 1


async def test_our_failures_are_not_kept_and_refusals_are(
    home: House, api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise errors.StorageFailed("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(home.application.assistant, "create_thread", away)
        check_problem(await api.post("/api/threads", json={"id": "t"}, headers=KEY), 503, "storage_failed")
    mended = await api.post("/api/threads", json={"id": "t"}, headers=KEY)
    refused = [await api.post("/api/threads", json={"id": "t"}, headers={"Idempotency-Key": "second"}) for _ in range(2)]

    assert mended.status_code == 201
    assert "idempotency-replayed" not in mended.headers
    for answer in refused:
        check_problem(answer, 409, "conflict")
    assert refused[1].headers["idempotency-replayed"] == "true"


async def test_a_stream_that_ended_well_is_given_again_as_a_whole(home: House, api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE))
    asked = {"question": "How long is the warranty of the pump?"}

    first, again = [await api.post("/api/threads/t/ask/stream", json=asked, headers=KEY) for _ in range(2)]

    assert events_of(first.text)[-1][0] == "done"
    assert again.text == first.text
    assert again.headers["content-type"] == first.headers["content-type"]
    assert again.headers["idempotency-replayed"] == "true"
    assert await count(api, "/api/threads/t/messages", "messages") == 2


async def test_with_a_key_a_client_that_leaves_finds_its_answer_when_it_comes_again(home: House, api: httpx.AsyncClient) -> None:
    await thread(api)
    body = b'{"question":"How long is the warranty?"}'
    received = [{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}]

    async def receive() -> Json:
        return received.pop(0) if len(received) > 1 else received[0]

    async def send(_: Json) -> None:
        return

    headers = [(b"host", b"127.0.0.1:8000"), (b"content-type", b"application/json"), (b"idempotency-key", b"first")]
    headers.append((b"content-length", str(len(body)).encode()))
    path = "/api/threads/t/ask"
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": path, "raw_path": path.encode()}
    await home.server({**scope, "query_string": b"", "root_path": "", "headers": headers, "client": None}, receive, send)
    again = await api.post(path, content=body, headers={**KEY, "Content-Type": "application/json"})

    assert again.headers["idempotency-replayed"] == "true"
    assert again.json()["message"]["answer"]
    assert await count(api, "/api/threads/t/messages", "messages") == 2


async def test_an_answer_goes_with_the_message_it_repeats(home: House, api: httpx.AsyncClient) -> None:
    await thread(api)
    [hers, other] = (
        await api.post("/api/threads/t/messages", json=[*SAID, {"role": "user", "content": "x"}], headers=KEY)
    ).json()["messages"]
    await api.post("/api/threads/t/messages", json=SAID, headers={"Idempotency-Key": "second"})

    await api.delete(f"/api/threads/t/messages/{hers['id']}")

    assert await kept(home) == 1
    assert other["id"]


async def test_an_answer_goes_with_the_document_it_quotes(home: House, api: httpx.AsyncClient) -> None:
    await thread(api)
    [guide] = await upload(api, "t", ("guide.md", GUIDE))
    asked = await api.post("/api/threads/t/ask", json={"question": "How long is the warranty of the pump?"}, headers=KEY)

    await api.delete(f"/api/threads/t/documents/{guide['id']}")

    assert asked.json()["passages"]
    assert await kept(home) == 0


@pytest.mark.parametrize(("path", "body", "status"), WRITES.values(), ids=WRITES)
async def test_an_answer_goes_with_its_thread_or_library(
    home: House, api: httpx.AsyncClient, path: str, body: Json, status: int
) -> None:
    await thread(api)
    await api.post(path, json=body, headers=KEY)
    assert await kept(home) == 1

    for each in (await api.get("/api/threads")).json()["threads"]:
        await api.delete(f"/api/threads/{each['id']}")
    for each in (await api.get("/api/libraries")).json()["libraries"]:
        await api.delete(f"/api/libraries/{each['id']}")

    assert await kept(home) == 0


async def test_what_was_deleted_while_it_was_answered_is_not_kept(
    home: House, api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thread(api)
    assistant = home.application.assistant
    add = assistant.add_messages

    async def and_delete(user: Json, place: str, drafts: Json) -> Json:
        added = await add(user, place, drafts)
        await assistant.delete_message(user, place, added[0].id)
        return added

    monkeypatch.setattr(assistant, "add_messages", and_delete)
    await api.post("/api/threads/t/messages", json=SAID, headers=KEY)

    assert await kept(home) == 0


async def test_after_a_day_an_answer_is_swept_and_its_key_is_free(home: House, api: httpx.AsyncClient) -> None:
    first = await api.post("/api/threads", json={"name": "Pump"}, headers=KEY)
    async with home.workshop.engine.begin() as connection:
        await connection.execute(update(replies).values(created_at=NOON - timedelta(days=1)))

    second = await api.post("/api/threads", json={"name": "Pump"}, headers=KEY)
    async with home.workshop.engine.begin() as connection:
        await connection.execute(update(replies).values(created_at=NOON - timedelta(days=1)))
    swept = await home.application.replies.sweep()

    assert first.json()["id"] != second.json()["id"]
    assert (swept, await kept(home)) == (1, 0)


async def test_what_writes_nothing_takes_no_notice_of_the_key(home: House, api: httpx.AsyncClient) -> None:
    await thread(api)

    found = [await api.post("/api/threads/t/search", json={"query": word}, headers=KEY) for word in ("pump", "gate")]

    assert [answer.status_code for answer in found] == [200, 200]
    assert await kept(home) == 0


async def test_a_large_body_is_hashed_piece_by_piece(api: httpx.AsyncClient) -> None:
    await thread(api)

    async def pieces(size: int) -> AsyncIterator[bytes]:
        body = b'[{"role":"user","content":"' + b"The pump leaks. " * 1_000 + b'"}]'
        for at in range(0, len(body), size):
            yield body[at : at + size]

    headers = {**KEY, "Content-Type": "application/json"}
    first = await api.post("/api/threads/t/messages", content=pieces(1_000), headers=headers)
    again = await api.post("/api/threads/t/messages", content=pieces(77), headers=headers)

    assert again.json() == first.json()


async def test_an_answer_goes_with_a_document_that_it_only_names(home: House, api: httpx.AsyncClient) -> None:
    """An answer that found nothing names the files that were searched."""
    await thread(api)
    [guide] = await upload(api, "t", ("“pump” für.md", GUIDE))
    question = {"question": "Who was the first king of Norway?", "sources": ["documents"], "threshold": 1}
    asked = await api.post("/api/threads/t/ask", json=question, headers=KEY)
    await api.post("/api/threads/t/messages", json=SAID, headers={"Idempotency-Key": "other"})

    await api.delete(f"/api/threads/t/documents/{guide['id']}")

    assert "“pump” für.md" in asked.json()["searched"]
    assert guide["id"] not in asked.text
    assert await kept(home) == 1


@pytest.mark.parametrize("change", ["renamed", "deleted"])
async def test_an_answer_goes_with_the_name_of_a_library_that_was_searched(
    home: House, api: httpx.AsyncClient, change: str
) -> None:
    await thread(api)
    await api.post("/api/libraries", json={"id": "shelf", "name": "Pumps of 1987"})
    await api.patch("/api/threads/t", json={"settings": {"libraries": ["shelf"]}})
    answer = await api.post("/api/threads/t/ask", json={"question": "Who sells spare parts?"}, headers=KEY)
    assert "Pumps of 1987" in answer.text

    done = (
        await api.patch("/api/libraries/shelf", json={"name": "Others"})
        if change == "renamed"
        else await api.delete("/api/libraries/shelf")
    )

    assert done.status_code == 200
    assert await kept(home) == 0


async def test_an_answer_goes_when_a_visitor_may_search_less(home: House) -> None:
    people, visiting = home.application.accounts, home.workshop.assistant
    owner = await people.named("alice")
    await visiting.create_library(owner, "Manuals", "shelf")
    visitor = await visiting.welcome(owner, "https://shop.example.org", "vera", ["shelf"])
    answer = Reply("request", 200, "application/json", "{}")
    await home.workshop.parts.rows.replies.keep(visitor.user.id, "k", None, answer)

    await visiting.welcome(owner, "https://shop.example.org", "vera", ["shelf"])
    assert await kept(home) == 1
    await visiting.welcome(owner, "https://shop.example.org", "vera")
    assert await kept(home) == 0
