"""Tests of dates in words."""

from __future__ import annotations

from datetime import date

import pytest

from chat.text.long_dates import long_date


@pytest.mark.parametrize(
    ("day", "code", "written"),
    [
        (date(2026, 9, 1), "fr", "1er septembre 2026"),
        (date(2026, 9, 11), "fr", "11 septembre 2026"),
        (date(2026, 9, 1), "en", "1 September 2026"),
        (date(2026, 9, 1), "de", "1. September 2026"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_in_french(day: date, code: str, written: str) -> None:
    assert long_date(day, code) == written
