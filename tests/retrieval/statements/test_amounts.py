from __future__ import annotations

import pytest

from chat.retrieval.statements.amounts import amounts


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ("my budget is 500 euros", [("euro", "500")]),
        ("the rent is $1,200", [("$", "1,200")]),
        ("das kostet 30 €", [("€", "30")]),
        ("it starts at 10", [("clock", "10:00")]),
        ("it starts at 9:30", [("clock", "9:30")]),
        ("the fee is 62 a head", [("per head", "62")]),
        ("la réunion est le 5 mai", [("date", "5 5")]),
        ("the launch is on May 3rd, 2027", [("date", "3 5 2027")]),
        ("it is 500 now", [("number", "500")]),
        ("es sind 500 statt", [("number", "500")]),
        ("it takes 30 to 40 days", [("number", "30"), ("day", "40")]),
    ],
)
def test_values_have_their_kind(clause: str, found: list[tuple[str, str]]) -> None:
    assert list(amounts(clause)) == found


@pytest.mark.parametrize(
    "clause", ["at most 500 euros", "under 250 ms", "up to 20 guests", "we use version 16", "no figure here"]
)
def test_limits_and_versions_are_no_values(clause: str) -> None:
    assert list(amounts(clause)) == []


def test_up_to_after_a_verb_of_rising_is_no_limit() -> None:
    assert list(amounts("the rent goes up to 960 euros")) == [("euro", "960")]
