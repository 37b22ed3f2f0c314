"""Looks up positions in ranges of a text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Protocol, TypeVar


class Range(Protocol):
    """A half-open range of characters, such as a `Span`."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


AnyRange = TypeVar("AnyRange", bound=Range)


def covering(position: int, ranges: Sequence[AnyRange]) -> AnyRange | None:
    """Return the range that contains a position, or `None`; the ranges are in order and do not overlap."""
    at = bisect_right(ranges, position, key=lambda each: each.start) - 1
    return ranges[at] if at >= 0 and position < ranges[at].end else None
