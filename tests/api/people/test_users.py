"""Tests of users over HTTP: admins see and change them, and nobody else does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from chat.domain import Usage
from chat.errors import Conflict
from tests.api.conftest import House, check_problem, thread, upload
from tests.passages import NOON

ROUTES = [
    ("GET", "/api/users", None),
    ("POST", "/api/users", {"name": "dora"}),
    ("GET", "/api/users/bob", None),
    ("GET", "/api/users/nobody", None),
    ("PATCH", "/api/users/bob", {"suspended": True}),
    ("DELETE", "/api/users/bob", None),
    ("GET", "/api/users/bob/sessions", None),
    ("DELETE", "/api/users/bob/sessions", None),
]
SHUT_OUT = [("PATCH", {"suspended": True}), ("PATCH", {"role": "member"}), ("DELETE", None)]


@pytest.fixture
async def root(office: House) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an admin."""
    await office.application.accounts.add_user("root", role="admin")
    async with office.client(await office.key("root")) as client:
        yield client


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
async def test_users_are_for_admins_whoever_is_asked_about(
    office: House, alice: httpx.AsyncClient, method: str, path: str, body: object
) -> None:
    before = await office.application.accounts.everybody()

    check_problem(await alice.request(method, path, json=body), 403, "forbidden")

    assert await office.application.accounts.everybody() == before


async def test_without_sign_in_whoever_is_here_runs_the_place(api: httpx.AsyncClient) -> None:
    await api.get("/api/threads")

    listed = (await api.get("/api/users")).json()

    assert "local" in [user["name"] for user in listed["users"]]


async def test_an_admin_sees_everybody_by_name_with_what_they_hold_page_by_page(
    office: House, root: httpx.AsyncClient, alice: httpx.AsyncClient
) -> None:
    await thread(alice)
    await alice.post("/api/threads/t/messages", json=[{"role": "user", "content": "The pump leaks."}])
    await upload(alice, "t", ("guide.md", b"# Pump\n\nIt stands in the cellar.\n"))
    user = await office.application.accounts.named("alice")
    await office.workshop.parts.rows.usage.add(user.id, "t", "m", Usage(100, 20), NOON)
    await office.application.sessions.begin(user.id, "password", "Firefox on Linux")

    first = (await root.get("/api/users", params={"limit": 1})).json()
    rest = (await root.get("/api/users", params={"cursor": first["next_cursor"]})).json()

    [shown] = first["users"]
    assert [user["name"] for user in rest["users"]] == ["bob", "root"]
    assert rest["next_cursor"] is None
    counted = ("threads", "questions", "bytes", "sessions", "keys", "tokens_today")
    assert (shown["name"], shown["role"], shown["suspended"]) == ("alice", "member", False)
    assert [shown[name] for name in counted] == [1, 1, 33, 1, 1, 120]
    assert shown["seen_at"] == "2026-05-08T12:00:00Z"


async def test_a_user_is_made_found_by_name_or_id_and_made_an_admin(root: httpx.AsyncClient) -> None:
    made = await root.post("/api/users", json={"name": "carol@example.org", "password": "correct horse"})
    again = await root.post("/api/users", json={"name": "carol@example.org"})
    found = [(await root.get(f"/api/users/{name}")).json() for name in ("carol@example.org", made.json()["id"])]
    promoted = await root.patch("/api/users/carol@example.org", json={"role": "admin"})

    assert made.status_code == 201
    check_problem(again, 409, "conflict")
    assert found == [made.json(), made.json()]
    assert promoted.json()["role"] == "admin"
    check_problem(await root.get("/api/users/nobody"), 404, "not_found")


async def test_a_suspended_user_is_out_and_then_in_with_what_was_theirs(
    root: httpx.AsyncClient, alice: httpx.AsyncClient
) -> None:
    await thread(alice, "hers")

    suspended = (await root.patch("/api/users/alice", json={"suspended": True})).json()
    refused = await alice.get("/api/threads/hers")
    await root.patch("/api/users/alice", json={"suspended": False})

    assert suspended["suspended"]
    check_problem(refused, 401, "unauthorized")
    assert (await alice.get("/api/threads/hers")).status_code == 200


async def test_a_deleted_user_goes_with_everything_and_the_receipt_says_what_there_was(
    root: httpx.AsyncClient, alice: httpx.AsyncClient
) -> None:
    await thread(alice)
    await alice.post("/api/threads/t/messages", json=[{"role": "user", "content": "The pump leaks."}])
    await root.patch("/api/users/alice", json={"suspended": True})  # a suspension must not prevent the deletion

    receipt = (await root.delete("/api/users/alice")).json()

    assert receipt["verified"]
    assert receipt["deleted"]["messages"] == 1
    check_problem(await root.get("/api/users/alice"), 404, "not_found")
    check_problem(await alice.get("/api/threads"), 401, "unauthorized")


@pytest.mark.parametrize(("method", "body"), SHUT_OUT, ids=str)
async def test_nobody_shuts_themselves_out(root: httpx.AsyncClient, method: str, body: object) -> None:
    check_problem(await root.request(method, "/api/users/root", json=body), 409, "conflict")

    assert (await root.get("/api/users/root")).json()["role"] == "admin"


@pytest.mark.parametrize(("method", "body"), SHUT_OUT, ids=str)
async def test_of_two_admins_who_shut_each_other_out_at_once_one_stays(
    office: House, root: httpx.AsyncClient, method: str, body: object
) -> None:
    await office.application.accounts.add_user("boss", role="admin")
    async with office.client(await office.key("boss")) as boss:
        await asyncio.gather(
            root.request(method, "/api/users/boss", json=body), boss.request(method, "/api/users/root", json=body)
        )

    assert "admin" in [user.role for user in await office.application.accounts.everybody() if not user.suspended]


@pytest.mark.parametrize("role", ["suspended", "member"])
async def test_who_was_an_admin_when_asked_but_is_one_no_longer_changes_nobody(office: House, role: str) -> None:
    accounts = office.application.accounts
    first, second = await accounts.add_user("first", role="admin"), await accounts.add_user("second", role="admin")
    await (accounts.suspend(first.id, second) if role == "suspended" else accounts.set_role(first.id, "member", second))

    for change in (accounts.suspend(second.id, first), accounts.set_role(second.id, "member", first)):
        with pytest.raises(Conflict):
            await change

    assert await accounts.known("second") == second


async def test_a_visitor_is_no_user_that_could_be_changed(office: House, root: httpx.AsyncClient) -> None:
    owner = await office.application.accounts.named("alice")
    visitor = await office.application.assistant.welcome(owner, "https://shop.example.org", "v")

    for name in (visitor.user.id, visitor.user.name):
        check_problem(await root.patch(f"/api/users/{name}", json={"role": "admin"}), 404, "not_found")


@pytest.mark.parametrize("body", [{"role": "visitor"}, {"role": 1}, {"suspended": "perhaps"}, {"password": "short"}, []], ids=str)
async def test_what_makes_no_sense_is_refused(root: httpx.AsyncClient, body: object) -> None:
    await root.post("/api/users", json={"name": "carol"})

    check_problem(await root.patch("/api/users/carol", json=body), 422, "invalid_request")
