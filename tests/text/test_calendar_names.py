from __future__ import annotations

from calendar import day_name, month_name

from chat.text.calendar_names import ENGLISH_MONTHS, ENGLISH_WEEKDAYS


def test_the_english_names_are_in_the_order_of_the_calendar() -> None:
    assert list(ENGLISH_MONTHS) == [name.casefold() for name in month_name if name]
    assert list(ENGLISH_WEEKDAYS) == [name.casefold() for name in day_name]
