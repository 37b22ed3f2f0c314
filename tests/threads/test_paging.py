from __future__ import annotations

import pytest

from chat.errors import InvalidRequest
from chat.threads.paging import Cursor, page


def test_the_last_page_has_no_cursor() -> None:
    assert page([1, 2], 2, Cursor.after) == ([1, 2], None)


def test_a_full_page_ends_with_the_cursor_of_its_last_item() -> None:
    shown, cursor = page([1, 2, 3], 2, Cursor.after)

    assert shown == [1, 2]
    assert cursor is not None
    assert Cursor.read(cursor).number() == 2


@pytest.mark.parametrize("text", ["", "nonsense", "bnVsbA==", "WzEsMl0=", "é"])
def test_a_cursor_that_is_not_ours_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        Cursor.read(text)
