"""Tests of libraries that an admin shares: members read them and attach them to threads, but cannot change them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.api.conftest import GUIDE, House, check_problem, thread
from tests.api.test_libraries import QUESTION, attach, found, library, shelve


@pytest.fixture
async def root(office: House) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an admin with a shared library, `shelf/1`, that holds a guide."""
    await office.application.accounts.add_user("root", role="admin")
    async with office.client(await office.key("root")) as client:
        await library(client)
        await shelve(client, "shelf/1", ("guide.md", GUIDE))
        await share(client)
        yield client


async def share(api: httpx.AsyncClient, shared: bool = True) -> None:
    answer = await api.patch("/api/libraries/shelf/1", json={"shared": shared})
    assert (answer.status_code, answer.json()["shared"], answer.json()["read_only"]) == (200, shared, False), answer.text


async def listed(api: httpx.AsyncClient) -> list[tuple[str, bool, bool]]:
    libraries = (await api.get("/api/libraries")).json()["libraries"]
    return [(each["name"], each["shared"], each["read_only"]) for each in libraries]


async def asked(api: httpx.AsyncClient) -> Any:  # Any: JSON
    """Return an answer in a thread `t` to which the library is attached."""
    await thread(api)
    await attach(api, "t", "shelf/1")
    return (await api.post("/api/threads/t/ask", json={"question": QUESTION})).json()


async def sources(office: House, api: httpx.AsyncClient) -> list[str | None]:
    """Return the libraries of the last answer's sources."""
    said = (await api.get("/api/threads/t/messages")).json()["messages"]
    kept = await office.workshop.parts.rows.answers.find("t", said[-1]["id"])
    return [each.place for each in kept.references] if kept else []


async def test_a_member_finds_it_in_their_list_and_in_their_threads(root: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    answer = await asked(bob)

    assert await listed(bob) == [("Manuals", True, True)]
    assert "24 months" in answer["answer"]
    assert answer["citations"][0]["passage"]["library"] == {"id": "shelf/1", "name": "Manuals"}


async def test_a_member_reads_all_of_it(root: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    [document] = (await bob.get("/api/libraries/shelf/1/documents")).json()["documents"]
    place = f"/api/libraries/shelf/1/documents/{document['id']}"

    assert (await bob.get("/api/libraries/shelf/1")).json()["documents"] == 1
    assert "24 months" in (await bob.get(f"{place}/text")).json()["text"]
    assert (await bob.get(f"{place}/structure")).json()["sections"]
    assert (await bob.get(f"{place}/chunks")).json()["chunks"]
    assert (await bob.get(f"{place}/file")).content == GUIDE
    assert len((await bob.get(f"{place}/versions")).json()["versions"]) == 1


async def test_a_member_changes_nothing_in_it(root: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    [document] = (await bob.get("/api/libraries/shelf/1/documents")).json()["documents"]
    place = f"/api/libraries/shelf/1/documents/{document['id']}"

    for refused in (
        await bob.patch("/api/libraries/shelf/1", json={"name": "Mine"}),
        await bob.delete("/api/libraries/shelf/1"),
        await bob.post("/api/libraries/shelf/1/documents", files={"files": ("more.md", GUIDE)}),
        await bob.delete(place),
        await bob.post(f"{place}/versions/1/restore"),
        await bob.delete(f"{place}/versions/1"),
    ):
        check_problem(refused, 403, "forbidden")
    assert await listed(root) == [("Manuals", True, False)]


async def test_only_an_admin_shares(office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await library(alice)

    check_problem(await alice.patch("/api/libraries/shelf/1", json={"shared": True}), 403, "forbidden")

    assert await listed(bob) == []
    check_problem(await bob.get("/api/libraries/shelf/1"), 404, "not_found")


async def test_what_is_shared_no_more_is_found_by_nobody_and_shown_in_no_answer(
    root: httpx.AsyncClient, bob: httpx.AsyncClient, office: House
) -> None:
    await asked(bob)
    assert await sources(office, bob) == ["shelf/1"]

    await share(root, shared=False)

    assert await sources(office, bob) == []
    assert [each for each in await found(bob, "t") if "library" in each] == []
    assert await listed(bob) == []
    check_problem(await bob.get("/api/libraries/shelf/1/documents"), 404, "not_found")


async def test_a_document_that_is_deleted_goes_from_the_answers_of_others(
    root: httpx.AsyncClient, bob: httpx.AsyncClient, office: House
) -> None:
    await asked(bob)
    [document] = (await root.get("/api/libraries/shelf/1/documents")).json()["documents"]

    await root.delete(f"/api/libraries/shelf/1/documents/{document['id']}")

    assert await sources(office, bob) == []


async def test_a_library_that_is_deleted_is_detached_from_everybodys_threads(
    root: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    await thread(bob)
    await attach(bob, "t", "shelf/1")

    assert (await root.delete("/api/libraries/shelf/1")).json()["verified"]

    assert (await bob.get("/api/threads/t")).json()["settings"]["libraries"] == []


async def test_it_is_shared_as_long_as_its_owner_is_an_admin(
    root: httpx.AsyncClient, bob: httpx.AsyncClient, office: House
) -> None:
    accounts = office.application.accounts

    await accounts.set_role((await accounts.named("root")).id, "member")

    assert await listed(bob) == []
    check_problem(await bob.get("/api/libraries/shelf/1"), 404, "not_found")


async def test_of_an_admin_who_is_none_any_more_nothing_is_shown_in_an_answer(
    root: httpx.AsyncClient, bob: httpx.AsyncClient, office: House
) -> None:
    await asked(bob)
    own = (await root.post("/api/threads", json={"id": "own", "settings": {"libraries": ["shelf/1"]}})).json()
    assert await sources(office, bob) == ["shelf/1"]
    await office.application.accounts.add_user("boss", role="admin")

    async with office.client(await office.key("boss")) as boss:
        await boss.patch("/api/users/root", json={"role": "member"})
        assert await sources(office, bob) == []
        await boss.patch("/api/users/root", json={"role": "admin"})

    assert await listed(bob) == []
    assert (await root.get("/api/libraries/shelf/1")).json()["shared"] is False
    assert (await root.get("/api/threads/own")).json()["settings"] == own["settings"]


async def test_a_member_can_not_give_it_to_the_visitors_of_a_site(root: httpx.AsyncClient, office: House) -> None:
    accounts = office.application.accounts
    key = await accounts.create_key(await accounts.named("bob"), "site", ["https://shop.example.org"])
    wanted = {"visitor": "vera", "origin": "https://shop.example.org", "libraries": ["shelf/1"]}

    async with office.client(key) as bobs:
        check_problem(await bobs.post("/api/widget/token", json=wanted), 422, "invalid_request")
