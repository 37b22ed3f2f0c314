from __future__ import annotations

import base64

import pytest

from chat.errors import InvalidRequest
from chat.threads.queries.paging import Cursor, page


def written(json: str) -> str:
    return base64.urlsafe_b64encode(json.encode()).decode()


def test_the_last_page_has_no_cursor() -> None:
    assert page([1, 2], 2, Cursor.after) == ([1, 2], None)


def test_a_full_page_ends_with_the_cursor_of_its_last_item() -> None:
    shown, cursor = page([1, 2, 3], 2, Cursor.after)

    assert shown == [1, 2]
    assert cursor is not None
    assert Cursor.read(cursor).number() == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "bnVsbA==",
        "WzEsMl0=",
        "é",
        "\ud800",
        "W" * 1_000,
        written('[true, ""]'),
        written('[1.5, ""]'),
        written('["\\u0000", "x"]'),
        written('["\\ud800", "x"]'),
    ],
)
def test_a_cursor_that_is_not_ours_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        Cursor.read(text)


@pytest.mark.parametrize("key", [-1, 2**31, 10**30])
def test_a_position_that_no_item_has_is_refused(key: int) -> None:
    with pytest.raises(InvalidRequest):
        Cursor(key).number()


@pytest.mark.parametrize("key", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "noon", 7])
def test_a_time_that_no_item_has_is_refused(key: str | int) -> None:
    with pytest.raises(InvalidRequest):
        Cursor(key).time()


def test_a_time_without_a_zone_is_taken_for_one() -> None:
    assert Cursor("2026-11-21T12:00:00").time().tzinfo is not None
