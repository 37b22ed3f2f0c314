"""A circuit breaker for models: after several failures in a row a model is paused, so that nobody waits for an answer in vain."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from chat.errors import ModelPaused


class Breaker:
    """Counts failures in a row; while open it refuses calls, except for one each time its pause is over."""

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
        """Raise ModelPaused while the breaker is open and its pause lasts. The first call after the pause gets through as a
        trial, and the pause begins again for all others."""
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
