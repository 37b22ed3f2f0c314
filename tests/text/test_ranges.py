from __future__ import annotations

import pytest

from chat.domain import Span
from chat.text.ranges import changed_outside, covering

RANGES = [Span(2, 4), Span(4, 5), Span(8, 12)]


@pytest.mark.parametrize(
    ("position", "found"),
    [(0, None), (2, RANGES[0]), (3, RANGES[0]), (4, RANGES[1]), (5, None), (8, RANGES[2]), (11, RANGES[2]), (12, None)],
)
def test_the_range_that_contains_a_position_is_found(position: int, found: Span | None) -> None:
    assert covering(position, RANGES) == found


def test_no_range_contains_a_position_where_there_is_none() -> None:
    assert covering(0, list[Span]()) is None


def test_what_lies_outside_of_the_ranges_is_changed() -> None:
    assert changed_outside(RANGES, str.upper, "abcdefghijklmn") == "ABcdeFGHijklMN"
    assert changed_outside(list[Span](), str.upper, "abc") == "ABC"
