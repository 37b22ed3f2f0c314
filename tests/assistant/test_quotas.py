"""Tests of each user's quotas, and when they are replenished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant.quotas import Quotas
from chat.domain import Usage
from chat.errors import QuotaReached, TooManyAttempts
from chat.settings import QuotaSettings
from chat.threads.people.accounts import Accounts
from chat.threads.people.usage import UsageRows
from tests.passages import NOON


@dataclass
class Clock:
    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rows(engine: AsyncEngine) -> UsageRows:
    return UsageRows(engine)


def quotas(rows: UsageRows, clock: Clock, tokens: int = 0, **settings: int) -> Quotas:
    return Quotas(rows, QuotaSettings(**settings), tokens, clock)  # type: ignore[arg-type]  # numbers, by name


async def test_tokens_are_spent_until_midnight(rows: UsageRows, clock: Clock) -> None:
    few = quotas(rows, clock, tokens=100)
    await rows.add("alice", "no such thread", "m", Usage(60, 30), NOON)
    await few.check_tokens("alice")
    await rows.add("alice", "no such thread", "m", Usage(9, 1), NOON)

    with pytest.raises(QuotaReached, match=r"Today's 100 tokens are spent.* in 12 h 0 min\.") as reached:
        await few.check_tokens("alice")

    assert reached.value.about == {"retry_after": 12 * 3600}
    await few.check_tokens("bob")
    clock.now += timedelta(days=1)
    await few.check_tokens("alice")


async def test_bytes_of_a_day_are_counted_and_what_is_refused_is_not(engine: AsyncEngine, rows: UsageRows, clock: Clock) -> None:
    accounts = Accounts(engine, 3, clock)
    alice, bob = await accounts.named("alice"), await accounts.named("bob")
    few = quotas(rows, clock, upload_mb_a_day=2)
    await few.take_bytes(alice.id, 1_500_000)

    with pytest.raises(QuotaReached, match="2 MB") as reached:
        await few.take_bytes(alice.id, 500_001)

    assert reached.value.about == {"retry_after": 12 * 3600}
    await few.take_bytes(alice.id, 500_000)
    await few.take_bytes(bob.id, 2_000_000)
    clock.now += timedelta(hours=12)
    await few.take_bytes(alice.id, 2_000_000)


def test_requests_of_a_minute_come_back_one_by_one(rows: UsageRows, clock: Clock) -> None:
    few = quotas(rows, clock, requests_a_minute=2)
    few.take_request("alice")
    clock.now += timedelta(seconds=20)
    few.take_request("alice")

    with pytest.raises(TooManyAttempts, match="in 40 seconds") as reached:
        few.take_request("alice")

    assert reached.value.about == {"retry_after": 40}
    few.take_request("bob")
    clock.now += timedelta(seconds=40)
    few.take_request("alice")


def test_an_answer_that_has_ended_makes_room_for_the_next_however_it_ended(rows: UsageRows, clock: Clock) -> None:
    few = quotas(rows, clock, answers_at_once=1)

    def fail() -> None:
        with few.answering("alice"):
            few.check_answers("bob")
            few.check_answers("alice")

    with pytest.raises(TooManyAttempts, match="An answer is being written"):
        fail()

    few.check_answers("alice")


async def test_without_quotas_nobody_is_refused(engine: AsyncEngine, rows: UsageRows, clock: Clock) -> None:
    alice = await Accounts(engine, 3, clock).named("alice")
    many = quotas(rows, clock)
    await rows.add(alice.id, "t", "m", Usage(10**6, 10**6), NOON)

    await many.check_tokens(alice.id)
    await many.take_bytes(alice.id, 10**12)
    for _ in range(1_000):
        many.take_request(alice.id)
    with many.answering(alice.id), many.answering(alice.id):
        many.check_answers(alice.id)
