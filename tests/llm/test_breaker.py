from __future__ import annotations

from dataclasses import dataclass

import pytest

from chat.errors import ModelPaused
from chat.llm.breaker import Breaker


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def tripped(clock: Clock) -> Breaker:
    breaker = Breaker("m", failures=3, seconds=30, clock=clock)
    for _ in range(3):
        breaker.check()
        breaker.failed()
    return breaker


def test_failures_in_a_row_open_it() -> None:
    with pytest.raises(ModelPaused, match=r"failed 3 times in a row .* try again in 30 s"):
        tripped(Clock()).check()


def test_a_success_between_failures_keeps_it_closed() -> None:
    breaker = Breaker("m", failures=2, seconds=30, clock=Clock())

    for _ in range(5):
        breaker.failed()
        breaker.succeeded()

    breaker.check()


def test_after_the_pause_one_tries_for_all() -> None:
    clock = Clock()
    breaker = tripped(clock)
    clock.now += 31

    breaker.check()

    with pytest.raises(ModelPaused):
        breaker.check()


def test_it_closes_when_that_one_succeeds_and_stays_open_when_it_fails() -> None:
    clock = Clock()
    breaker = tripped(clock)
    clock.now += 31
    breaker.check()

    breaker.failed()

    with pytest.raises(ModelPaused, match="4 times"):
        breaker.check()
    breaker.succeeded()
    breaker.check()
