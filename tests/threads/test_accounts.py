from __future__ import annotations

from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keys
from chat.errors import Conflict, InvalidRequest, NotFound, TooManyAttempts
from chat.threads.accounts import STAND_IN_HASH, Accounts
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
