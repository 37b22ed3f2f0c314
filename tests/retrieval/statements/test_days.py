from __future__ import annotations

import pytest

from chat.retrieval.statements.days import NAMED_DAY, in_one_form


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("It is on 3 May.", ["3 5"]),
        ("It is on May 3rd.", ["3 5"]),
        ("It is on the 3rd of May.", ["3 5"]),
        ("Es ist am 3. Mai.", ["3 5"]),
        ("Verschoben auf den 3. Mai.", ["3 5"]),
        ("C'est le 3 mai.", ["3 5"]),
        ("Es el 3 de mayo.", ["3 5"]),
        ("It is on the 14th.", ["14"]),
        ("Se pasa al 14.", ["14"]),
        ("On Tuesdays or on Friday.", ["tuesdays", "friday"]),
        ("Wir sehen uns morgen.", ["morgen"]),
    ],
)
def test_the_same_day_has_one_form(text: str, days: list[str]) -> None:
    assert [in_one_form(found[0]) for found in NAMED_DAY.finditer(text)] == days


@pytest.mark.parametrize("text", ["We need 14 chairs.", "It may rain.", "Version 3.12 is out.", "Room 405 is free."])
def test_what_is_no_day_is_none(text: str) -> None:
    assert not NAMED_DAY.search(text)


def test_a_year_that_is_named_tells_days_apart() -> None:
    assert in_one_form("3 May 2026") == "3 5 2026" != in_one_form("3 May 2027")
