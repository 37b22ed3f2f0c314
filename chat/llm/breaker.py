"""A model that failed several times in a row is left alone for a while, so that nobody waits for what will not come."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from chat.errors import ModelPaused


class Breaker:
    """Counts failures in a row; open, it refuses, and lets one question through each time that its pause is over."""

    def __init__(self, name: str, failures: int, seconds: float, clock: Callable[[], float]) -> None:
        self._name = name
        self._limit = failures
        self._seconds = seconds
        self._clock = clock
        self._failures = 0
        self._until = 0.0

    @property
    def open(self) -> bool:
        return self._failures >= self._limit

    def check(self) -> None:
        """Raises ModelPaused while it is open. Whoever gets through while it is tries for all: the pause begins anew."""
        if not self.open:
            return
        left = self._until - self._clock()
        if left > 0:
            raise ModelPaused(
                f"The model {self._name} failed {self._failures} times in a row and is left alone; try again in {ceil(left)} s.",
                retry_after=ceil(left),
            )
        self._until = self._clock() + self._seconds

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self) -> None:
        self._failures += 1
        self._until = self._clock() + self._seconds
