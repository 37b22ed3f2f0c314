"""Tests of authentication by key, web session and local mode, and that nobody reaches what belongs to another user."""

from __future__ import annotations

import httpx
import pytest

from chat.domain import Upload
from tests.api.conftest import GUIDE, House, Json, check_problem, thread, upload

MESSAGE = {"id": "m", "role": "user", "content": "My sister Clara lives in Lisbon."}


async def furnish(api: httpx.AsyncClient) -> Json:
    """Create a thread with every kind of object in it, and return what its owner sees of it."""
    await thread(api, "a/1")
    await api.post("/api/threads/a/1/messages", json=[MESSAGE])
    await upload(api, "a/1", ("guide.md", GUIDE), document="d")
    return await seen(api)


async def seen(api: httpx.AsyncClient) -> Json:
    places = ("", "/messages", "/documents", "/documents/d/chunks")
    return [(await api.get(f"/api/threads/a/1{place}")).json() for place in places]


ROUTES: list[tuple[str, str, object]] = [
    ("GET", "", None),
    ("GET", "/analytics", None),
    ("PATCH", "", {"name": "stolen"}),
    ("DELETE", "", None),
    ("GET", "/messages", None),
    ("POST", "/messages", [{"role": "user", "content": "x"}]),
    ("PATCH", "/messages/m", {"content": "x"}),
    ("DELETE", "/messages/m", None),
    ("POST", "/documents", None),
    ("GET", "/documents", None),
    ("GET", "/documents/d", None),
    ("DELETE", "/documents/d", None),
    ("GET", "/documents/d/text", None),
    ("GET", "/documents/d/structure", None),
    ("GET", "/documents/d/sections/0", None),
    ("GET", "/documents/d/chunks", None),
    ("GET", "/documents/d/file", None),
    ("POST", "/search", {"query": "Where does Clara live?"}),
    ("POST", "/ask", {"question": "Where does Clara live?"}),
    ("POST", "/ask/stream", {"question": "Where does Clara live?"}),
]


@pytest.mark.parametrize("written", ["a/1", "a%2F1"])
@pytest.mark.parametrize(("method", "place", "body"), ROUTES)
async def test_another_users_thread_does_not_exist_and_nothing_changes(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient, written: str, method: str, place: str, body: object
) -> None:
    before = await furnish(alice)
    files = {"files": ("x.txt", b"Words.")} if (method, place) == ("POST", "/documents") else None

    answer = await bob.request(method, f"/api/threads/{written}{place}", json=body, files=files)

    check_problem(answer, 404, "not_found")
    assert await seen(alice) == before


async def test_another_users_job_does_not_exist(office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await thread(alice)
    user = await office.application.accounts.named("alice")
    [job] = await office.application.assistant.start_reading(user, "t", [Upload("guide.md", GUIDE)])

    shape = (await alice.get(f"/api/jobs/{job.id}")).json()

    assert shape.keys() == {"id", "name", "document", "state", "stage", "done", "of", "percent", "askable", "error"}
    assert (shape["id"], shape["name"], shape["error"]) == (job.id, "guide.md", None)
    check_problem(await bob.get(f"/api/jobs/{job.id}"), 404, "not_found")


async def test_a_job_tells_why_a_file_failed(office: House, alice: httpx.AsyncClient) -> None:
    await thread(alice)
    user = await office.application.accounts.named("alice")
    [job] = await office.application.assistant.start_reading(user, "t", [Upload("empty.txt", b"")])

    shape = (await alice.get(f"/api/jobs/{job.id}")).json()

    assert (shape["state"], shape["error"]["code"]) == ("failed", "empty_file")


async def test_another_users_threads_are_in_no_list_and_no_search(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await furnish(alice)
    await thread(bob, "b")

    assert [each["id"] for each in (await bob.get("/api/threads")).json()["threads"]] == ["b"]
    assert (await bob.get("/api/threads", params={"query": "Clara"})).json()["threads"] == []
    answer = await bob.post("/api/threads/b/search", json={"query": "Where does Clara live?", "filters": {"document": "d"}})
    assert answer.json()["passages"] == []


async def test_two_users_may_use_the_same_message_and_document_ids(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    before = await furnish(alice)
    await thread(bob, "b")
    await bob.post("/api/threads/b/messages", json=[MESSAGE])
    await upload(bob, "b", ("other.md", b"# Boat\n\nThe boat is blue.\n"), document="d")

    await bob.delete("/api/threads/b/documents/d")
    await bob.delete("/api/threads/b/messages/m")

    assert await seen(alice) == before


async def test_a_revoked_key_opens_nothing(office: House) -> None:
    accounts = office.application.accounts
    secret = await office.key("alice")
    async with office.client(secret) as client:
        assert (await client.get("/api/threads")).status_code == 200
        [key] = await accounts.keys(await accounts.named("alice"))

        await accounts.revoke_key(key.id)

        refused = await client.get("/api/threads")
    check_problem(refused, 401, "unauthorized")
    assert refused.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer ", "Bearer tw_wrong", "tw_wrong", "Basic YWxpY2U6eA==", "Bearer é"]
)
async def test_without_a_valid_key_nothing_is_shown(office: House, authorization: str | None) -> None:
    headers = [(b"Authorization", authorization.encode("latin-1"))] if authorization is not None else []
    async with office.client() as client:
        for path in ("/api/threads", "/api/threads/t", "/api/jobs/j"):
            check_problem(await client.get(path, headers=headers), 401, "unauthorized")


async def test_a_key_may_be_sent_in_any_case_of_bearer(office: House) -> None:
    secret = await office.key("alice")
    async with office.client() as client:
        assert (await client.get("/api/threads", headers={"Authorization": f"bearer {secret}"})).status_code == 200


async def test_the_web_session_counts_and_a_key_wins_over_it(office: House) -> None:
    office.session = await office.application.accounts.named("alice")
    async with office.client() as browser, office.client(await office.key("bob")) as program:
        await thread(browser, "hers")

        assert (await browser.get("/api/threads/hers")).status_code == 200
        check_problem(await program.get("/api/threads/hers"), 404, "not_found")


async def test_an_invalid_key_is_refused_even_with_a_web_session(office: House) -> None:
    office.session = await office.application.accounts.named("alice")
    async with office.client("tw_wrong") as client:
        check_problem(await client.get("/api/threads"), 401, "unauthorized")


async def test_in_local_mode_no_key_is_needed_but_a_wrong_one_is_refused(home: House) -> None:
    async with home.client() as anyone, home.client("tw_wrong") as wrong, home.client(await home.key("bob")) as bob:
        await thread(anyone, "t")

        assert (await anyone.get("/api/threads/t")).status_code == 200
        check_problem(await wrong.get("/api/threads/t"), 401, "unauthorized")
        check_problem(await bob.get("/api/threads/t"), 404, "not_found")
