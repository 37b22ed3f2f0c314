from __future__ import annotations

from datetime import date

import pytest

from chat.retrieval.statements.effective_dates import starts

SAID = date(2026, 8, 22)  # a Saturday


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("The rent goes up to 1,395 from October.", date(2026, 10, 1)),
        ("From 15 October the shop opens at 9.", date(2026, 10, 15)),
        ("As of January 10 we meet at noon.", date(2027, 1, 10)),
        ("Starting March 2028 it costs 9 euros.", date(2028, 3, 1)),
        ("From Monday my shift starts at 6.", date(2026, 8, 24)),
        ("From next month it costs 9 euros.", date(2026, 9, 1)),
        ("Ab nächster Woche ist das Training am Montag.", date(2026, 8, 24)),
        ("Ab dem 1. Oktober kostet es 9 Euro.", date(2026, 10, 1)),
        ("À partir du 1er octobre, le loyer passe à 980 euros.", date(2026, 10, 1)),
        ("The rent has been 1,395 from July on.", None),
        ("The rent is 1,395 since June.", None),
        ("It costs 9 euros from 31 June.", None),
        ("The train from Malmö leaves at 9.", None),
    ],
)
def test_the_day_from_which_a_change_holds_is_read(text: str, start: date | None) -> None:
    assert starts(text, SAID) == start
