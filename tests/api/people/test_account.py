"""Tests of one's own sessions and password over HTTP."""

from __future__ import annotations

import httpx

from chat.threads.people.sessions import Session
from tests.api.conftest import House, check_problem


async def sessions(office: House, name: str, count: int = 2) -> list[Session]:
    user = await office.application.accounts.named(name)
    return [await office.application.sessions.begin(user.id, "password", f"Browser {n}") for n in range(count)]


async def test_one_sees_one_s_own_sessions_and_ends_one_or_all(
    office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    [first, _, _] = await sessions(office, "alice", 3)
    await sessions(office, "bob")

    listed = (await alice.get("/api/sessions")).json()["sessions"]
    ended = await alice.delete(f"/api/sessions/{first.id}")
    again = await alice.delete(f"/api/sessions/{first.id}")
    everywhere = (await alice.delete("/api/sessions")).json()

    assert {each["browser"] for each in listed} == {"Browser 0", "Browser 1", "Browser 2"}
    assert listed[0].keys() == {"id", "way", "browser", "created_at", "seen_at", "ends_at", "current"}
    assert (ended.status_code, everywhere) == (200, {"ended": 2})
    check_problem(again, 404, "not_found")
    assert len((await bob.get("/api/sessions")).json()["sessions"]) == 2


async def test_another_s_session_does_not_exist(office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    [hers] = await sessions(office, "alice", 1)

    check_problem(await bob.delete(f"/api/sessions/{hers.id}"), 404, "not_found")

    assert len((await alice.get("/api/sessions")).json()["sessions"]) == 1


async def test_a_new_password_wants_the_old_one_and_ends_every_session(office: House) -> None:
    await office.application.accounts.add_user("carol", "correct horse")
    await sessions(office, "carol")
    async with office.client(await office.key("carol")) as carol:
        wrong = await carol.post("/api/password", json={"old": "no", "new": "battery staple"})
        kept = (await carol.get("/api/sessions")).json()["sessions"]
        right = await carol.post("/api/password", json={"old": "correct horse", "new": "battery staple"})
        left = (await carol.get("/api/sessions")).json()["sessions"]

    check_problem(wrong, 422, "invalid_request")
    assert len(kept) == 2
    assert (right.status_code, left) == (200, [])
    assert await office.application.accounts.verify("carol", "battery staple")


async def test_wrong_old_passwords_are_throttled_as_at_the_door(office: House) -> None:
    await office.application.accounts.add_user("carol", "correct horse")
    async with office.client(await office.key("carol")) as carol:
        tried = [await carol.post("/api/password", json={"old": "no", "new": "battery staple"}) for _ in range(4)]

    check_problem(tried[-1], 429, "too_many_attempts")


async def test_without_passwords_there_is_none_to_change(api: httpx.AsyncClient) -> None:
    check_problem(await api.post("/api/password", json={"old": "x", "new": "correct horse"}), 403, "forbidden")
