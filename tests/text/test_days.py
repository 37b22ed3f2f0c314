"""Tests of how days and times of day are named."""

from __future__ import annotations

import re

import pytest

from chat.text.days import CLOCK, DAY, WHEN


@pytest.mark.parametrize("text", ["on Tuesday", "3 April", "June 5", "the 14th", "am 3.", "le 14", "tomorrow", "gestern"])
def test_a_day_is_named_in_many_ways(text: str) -> None:
    assert re.search(DAY, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["10:15", "5.30 pm", "at 5.30", "19 Uhr", "at noon", "um 8", "à 9 h"])
def test_a_time_of_day_is_named_in_many_ways(text: str) -> None:
    assert re.search(CLOCK, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["at 4 euros", "at 1.75", "at 2%", "14 people"])
def test_other_numbers_are_no_times(text: str) -> None:
    assert not re.search(CLOCK, text, re.IGNORECASE)


@pytest.mark.parametrize("text", ["at half past seven", "halb acht", "in May", "every week", "in 1998", "um zehn"])
def test_more_than_days_and_times_tell_when(text: str) -> None:
    assert re.search(WHEN, text, re.IGNORECASE)


def test_what_may_be_does_not_happen_in_may() -> None:
    assert not re.search(WHEN, "You may march on.", re.IGNORECASE)
