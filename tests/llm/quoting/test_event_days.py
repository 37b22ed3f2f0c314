from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from chat.llm.quoting.event_days import day_of
from chat.retrieval.dates.named_days import named_days

_SAID_AT = datetime(2024, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("event", "text", "day"),
    [
        ("the writing session", "The writing session is on 7 April.", date(2024, 4, 7)),
        ("the writing session", "I had a writing session yesterday.", date(2024, 3, 31)),
        ("my missed session", "My next session is on 7 April, after I missed the session of 2 April.", date(2024, 4, 2)),
        ("the launch", "The launch moved from 5 April to 9 April.", None),
        ("the launch", "The launch is on Friday.", None),
        ("my meeting with Wyatt about the pilot", "Carla and I met on 7 April.", None),
    ],
)
def test_a_quote_tells_the_day_of_the_event_that_it_is_about(event: str, text: str, day: date | None) -> None:
    assert day_of(event, text, lambda part: named_days(part, _SAID_AT)) == day
