"""Ranges of a text: which one a position is in, and changing only what lies outside of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
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


def changed_outside(ranges: Sequence[Range], change: Callable[[str], str], text: str) -> str:
    """Return the text with `change` applied to what lies outside of the ranges, which are in order and do not overlap."""
    parts, at = list[str](), 0
    for kept in ranges:
        parts += [change(text[at : kept.start]), text[kept.start : kept.end]]
        at = kept.end
    return "".join((*parts, change(text[at:])))
