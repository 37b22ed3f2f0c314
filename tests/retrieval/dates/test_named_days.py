from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from chat.retrieval.dates.named_days import named_days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("The sprint ends on March 29.", [date(2024, 3, 29)]),
        ("We met on 28 April and 10 March.", [date(2024, 4, 28), date(2024, 3, 10)]),
        ("It was completed on March 12, 2023.", [date(2023, 3, 12)]),
        ("I moved two days ago.", [date(2024, 3, 13)]),
        ("I finish casting by April 20.", [date(2024, 4, 20)]),
        ("Am 3. Mai ziehe ich um.", [date(2024, 5, 3)]),
        ("We leave on 3 January.", [date(2024, 1, 3)]),
        ("The meeting is on Friday.", []),
        ("We bought it in May.", []),
    ],
)
def test_the_days_that_a_text_names_are_those_nearest_to_when_it_was_said(text: str, days: list[date]) -> None:
    assert list(named_days(text, datetime(2024, 3, 15, 12, tzinfo=UTC))) == days
