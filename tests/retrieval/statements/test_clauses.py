from __future__ import annotations

import pytest

from chat.retrieval.statements.clauses import CLAUSE_END, FROM_THEN_ON


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("We moved, because it was loud.", ["We moved", "because it was loud."]),
        ("Wir ziehen um weil es laut ist.", ["Wir ziehen um", "weil es laut ist."]),
        ("It is red and my car is blue.", ["It is red", "and my car is blue."]),
        ("Salt and pepper are here.", ["Salt and pepper are here."]),
        ("It costs 1,200 euros.", ["It costs 1,200 euros."]),
        ("It starts at 9:30.", ["It starts at 9:30."]),
    ],
)
def test_clauses_end_at_commas_and_conjunctions(sentence: str, clauses: list[str]) -> None:
    assert CLAUSE_END.split(sentence) == clauses


@pytest.mark.parametrize(
    "text", ["from Monday", "since March 2024", "as of next week", "ab dem 1. Mai", "à partir de lundi", "desde mayo"]
)
def test_since_when_something_holds_is_recognised(text: str) -> None:
    assert FROM_THEN_ON.search(text)


@pytest.mark.parametrize("text", ["from Malmö", "since we moved", "starting salary", "ab und zu", "desde Cádiz"])
def test_a_place_or_an_event_is_no_such_day(text: str) -> None:
    assert not FROM_THEN_ON.search(text)
