"""Tests of sessions: valid until they are ended, go unused for too long or reach their last day."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.threads.people.accounts import Accounts
from chat.threads.people.sessions import Admission, Sessions
from tests.passages import NOON
from tests.threads.people.test_accounts import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(engine: AsyncEngine, clock: Clock) -> Accounts:
    return Accounts(engine, 3, clock)  # type: ignore[arg-type]  # the fake's time is a datetime


@pytest.fixture
def sessions(engine: AsyncEngine, clock: Clock) -> Sessions:
    return Sessions(engine, clock, days=30, idle_days=7)  # type: ignore[arg-type]  # the fake's time is a datetime


async def test_a_session_is_open_until_its_user_ends_it(accounts: Accounts, sessions: Sessions) -> None:
    carol = await accounts.add_user("carol")
    session = await sessions.begin(carol.id, "password", "Firefox on Linux")

    assert await sessions.find(session.id) == (carol, session)
    await sessions.end(carol.id, session.id)

    assert await sessions.find(session.id) is None


async def test_use_keeps_a_session_open_but_not_beyond_its_last_day(accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
    carol = await accounts.add_user("carol")
    session = await sessions.begin(carol.id, "password", "Firefox on Linux")

    for _ in range(5):
        clock.now += timedelta(days=5, hours=23)
        assert await sessions.find(session.id) is not None
    clock.now = NOON + timedelta(days=30)

    assert await sessions.find(session.id) is None


async def test_a_session_that_is_not_used_ends(accounts: Accounts, sessions: Sessions, clock: Clock) -> None:
    carol = await accounts.add_user("carol")
    session = await sessions.begin(carol.id, "password", "Firefox on Linux")

    clock.now += timedelta(days=7)

    assert await sessions.find(session.id) is None
    assert await sessions.listed(carol.id) == []


@pytest.mark.parametrize("change", ["suspend", "password", "remove", "everywhere"])
async def test_sessions_end_with_what_they_rest_on(accounts: Accounts, sessions: Sessions, change: str) -> None:
    carol, dora = await accounts.add_user("carol", "correct horse"), await accounts.add_user("dora")
    hers, others = await sessions.begin(carol.id, "password", "a"), await sessions.begin(dora.id, "password", "b")

    if change == "suspend":
        await accounts.suspend(carol.id)
        await accounts.resume(carol.id)
    elif change == "password":
        await accounts.set_password("carol", "battery staple")
    elif change == "remove":
        await accounts.remove_user("carol")
    else:
        await sessions.end_all(carol.id)

    assert await sessions.find(hers.id) is None
    assert await sessions.find(others.id) is not None


async def test_the_session_in_which_a_password_is_changed_stays(accounts: Accounts, sessions: Sessions) -> None:
    carol = await accounts.add_user("carol", "correct horse")
    here, there = await sessions.begin(carol.id, "password", "a"), await sessions.begin(carol.id, "password", "b")

    await accounts.set_password("carol", "battery staple", keep=here.id)

    assert [each.id for each in await sessions.listed(carol.id)] == [here.id]
    assert await sessions.find(there.id) is None


async def test_what_somebody_was_let_in_on_lapses_when_it_is_not_so_any_more(accounts: Accounts, sessions: Sessions) -> None:
    names = ("suspended", "promoted", "revoked", "logged out", "fine")
    users = {name: await accounts.add_user(name.replace(" ", "-")) for name in names}
    keys = {}
    for name, user in users.items():
        await accounts.create_key(user, name)
        [key] = await accounts.keys(user)
        keys[name] = key.id
    session = await sessions.begin(users["logged out"].id, "password", "a")
    held = {name: Admission(users[name].id, "member", keys[name]) for name in names}
    held["logged out"] = Admission(users["logged out"].id, "member", None, session.id)
    assert await sessions.lapsed(held.values()) == set()

    await accounts.suspend(users["suspended"].id)
    await accounts.set_role(users["promoted"].id, "admin")
    await accounts.revoke_key(keys["revoked"])
    await sessions.end_all(users["logged out"].id)

    assert await sessions.lapsed(held.values()) == set(held.values()) - {held["fine"]}


async def test_a_visitor_goes_when_the_owner_of_their_key_is_suspended(accounts: Accounts, sessions: Sessions) -> None:
    owner, visitor = await accounts.add_user("owner"), await accounts.add_user("visitor")
    await accounts.create_key(owner, "site")
    [key] = await accounts.keys(owner)
    held = Admission(visitor.id, "member", key.id)

    await accounts.suspend(owner.id)

    assert await sessions.lapsed([held]) == {held}
