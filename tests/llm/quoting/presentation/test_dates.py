from __future__ import annotations

from datetime import date

import pytest

from chat.llm.quoting.presentation.dates import times

SATURDAY = date(2023, 7, 15)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I went yesterday.", ["yesterday: 14 July 2023"]),
        ("The day before yesterday it rained.", ["day before yesterday: 13 July 2023"]),
        ("Last Fri we danced.", ["last fri: the Friday before 15 July 2023, 14 July"]),
        ("Last Saturday we danced.", ["last saturday: the Saturday before 15 July 2023, 8 July"]),
        ("We sail next Monday.", ["next monday: the Monday after 15 July 2023, 17 July"]),
        ("It was last week.", ["last week: the week before 15 July 2023"]),
        ("We meet next month.", ["next month: August 2023"]),
        ("She moved last year.", ["last year: 2022"]),
        ("It broke two days ago.", ["two days ago: 13 July 2023"]),
        ("It broke fourteen months ago.", ["fourteen months ago: May 2022"]),
        ("It broke 8 months ago.", ["8 months ago: November 2022"]),
        ("We met ten years ago.", ["ten years ago: 2013"]),
        ("It broke 999 years ago, and 5 days ago.", ["999 years ago: 1024", "5 days ago: 10 July 2023"]),
        ("We talked a while ago, and soon again.", []),
    ],
)
def test_a_time_is_told_from_the_day_it_was_said_on(text: str, told: list[str]) -> None:
    assert times(text, SATURDAY) == told


def test_a_time_before_all_calendars_is_left_alone() -> None:
    assert times("It broke 20 years ago.", date(10, 1, 1)) == []


def test_a_dotted_capital_is_the_letter_that_it_looks_like() -> None:
    [told] = times("We met last FRİDAY.", SATURDAY)

    assert told.endswith(": the Friday before 15 July 2023, 14 July")
