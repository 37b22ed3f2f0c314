from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keys
from chat.errors import Conflict, InvalidRequest, NotFound, TooManyAttempts
from chat.threads.conversations.conversations import Conversations
from chat.threads.people.accounts import STAND_IN_HASH, Accounts
from tests.passages import NOON


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> object:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(engine: AsyncEngine, clock: Clock) -> Accounts:
    return Accounts(engine, 3, clock)  # type: ignore[arg-type]  # the fake's time is a datetime


async def test_the_right_password_opens_and_a_wrong_one_does_not(accounts: Accounts) -> None:
    carol = await accounts.add_user("carol", "correct horse")

    assert await accounts.verify("carol", "correct horse") == carol
    assert await accounts.verify("carol", "battery staple") is None
    assert await accounts.verify("nobody", "correct horse") is None


async def test_too_many_wrong_passwords_close_the_name_for_a_minute(accounts: Accounts, clock: Clock) -> None:
    await accounts.add_user("carol", "correct horse")
    for _ in range(3):
        await accounts.verify("carol", "wrong")

    with pytest.raises(TooManyAttempts):
        await accounts.verify("carol", "correct horse")
    clock.now += timedelta(minutes=1)
    assert await accounts.verify("carol", "correct horse") is not None


async def test_the_right_password_takes_back_the_wrong_ones_before_it(accounts: Accounts) -> None:
    await accounts.add_user("carol", "correct horse")

    for password in ("wrong", "wrong", "correct horse", "wrong", "wrong"):
        await accounts.verify("carol", password)

    assert await accounts.verify("carol", "correct horse") is not None


async def test_attempts_at_the_same_time_do_not_slip_through(accounts: Accounts) -> None:
    await accounts.add_user("carol", "correct horse")

    tried = await asyncio.gather(*[accounts.verify("carol", "wrong") for _ in range(6)], return_exceptions=True)

    assert [isinstance(each, TooManyAttempts) for each in tried].count(True) == 3


async def test_a_closed_name_leaves_others_open_and_case_opens_nothing(accounts: Accounts) -> None:
    await accounts.add_user("carol", "correct horse")
    await accounts.add_user("dora", "correct horse")
    for name in ("carol", "Carol", "CAROL"):
        await accounts.verify(name, "wrong")

    with pytest.raises(TooManyAttempts):
        await accounts.verify("carol", "correct horse")
    assert await accounts.verify("dora", "correct horse") is not None


async def test_a_new_password_replaces_the_old(accounts: Accounts) -> None:
    await accounts.add_user("carol", "correct horse")

    await accounts.set_password("carol", "battery staple")

    assert await accounts.verify("carol", "correct horse") is None
    assert await accounts.verify("carol", "battery staple") is not None


@pytest.mark.parametrize("password", ["", "x" * 2_000, "\ud800\0", "ü" * 100])
async def test_an_odd_password_is_only_wrong(accounts: Accounts, password: str) -> None:
    await accounts.add_user("carol", "correct horse")

    assert await accounts.verify("carol", password) is None


async def test_a_user_without_password_cannot_sign_in(accounts: Accounts) -> None:
    await accounts.add_user("carol")

    assert await accounts.verify("carol", "") is None


async def test_keys_are_listed_by_user_without_secrets(accounts: Accounts) -> None:
    carol, dora = await accounts.add_user("carol"), await accounts.add_user("dora")
    secrets = [await accounts.create_key(user, name) for user, name in ((carol, "laptop"), (dora, "phone"))]

    assert [key.name for key in await accounts.keys(carol)] == ["laptop"]
    assert sorted(key.name for key in await accounts.keys()) == ["laptop", "phone"]
    shown = repr(await accounts.keys())
    assert not any(secret in shown for secret in secrets)


async def test_a_removed_users_threads_become_invisible_and_wait_to_be_buried(accounts: Accounts, engine: AsyncEngine) -> None:
    conversations = Conversations(engine)
    carol = await accounts.add_user("carol", "correct horse")
    await conversations.create(carol.id, "t", None, NOON)

    await accounts.remove_user("carol")

    with pytest.raises(NotFound):
        await conversations.get(carol.id, "t")
    assert await conversations.entombed() == ["t"]
    assert "carol" not in [user.name for user in await accounts.users()]


async def test_a_name_is_taken_once(accounts: Accounts) -> None:
    with pytest.raises(Conflict):
        await accounts.add_user("alice", "correct horse")


@pytest.mark.parametrize(("name", "password"), [("", "correct horse"), ("a b", "correct horse"), ("dora", "short")])
async def test_odd_names_and_short_passwords_are_refused(accounts: Accounts, name: str, password: str) -> None:
    with pytest.raises(InvalidRequest):
        await accounts.add_user(name, password)


async def test_a_key_speaks_for_its_user_until_it_is_revoked(accounts: Accounts) -> None:
    carol = await accounts.add_user("carol")
    secret = await accounts.create_key(carol, "laptop")
    assert await accounts.user_of_key(secret) == carol

    [key] = await accounts.keys(carol)
    await accounts.revoke_key(key.id)

    assert await accounts.user_of_key(secret) is None
    with pytest.raises(NotFound):
        await accounts.revoke_key(key.id)


async def test_no_secret_is_stored(accounts: Accounts, engine: AsyncEngine) -> None:
    secret = await accounts.create_key(await accounts.local_user(), "laptop")

    async with engine.connect() as connection:
        [row] = (await connection.execute(select(keys))).all()

    assert secret not in str(tuple(row))


async def test_the_local_user_is_made_once(accounts: Accounts) -> None:
    assert await accounts.local_user() == await accounts.local_user()


async def test_a_removed_user_is_out_and_the_name_is_free_again(accounts: Accounts) -> None:
    carol = await accounts.add_user("carol", "correct horse")
    secret = await accounts.create_key(carol, "laptop")

    await accounts.remove_user("carol")

    assert await accounts.user_of_key(secret) is None
    assert await accounts.user(carol.id) is None
    assert (await accounts.add_user("carol", "battery staple")).id != carol.id


def test_an_unknown_name_costs_as_much_as_a_wrong_password() -> None:
    assert not PasswordHasher().check_needs_rehash(STAND_IN_HASH)
