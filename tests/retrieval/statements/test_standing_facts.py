from __future__ import annotations

import re

import pytest

from chat.retrieval.statements.standing_facts import (
    holding,
    is_certain,
    is_lasting,
    people_of,
    roots,
    roots_of,
    without_now,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "I drive an old Civic.",
        "We're flying to Malta in June.",
        "Max is allergic to nuts.",
        "The offsite is at Harlow Lodge.",
        "Actually, we booked the Quinta.",
    ],
)
def test_how_things_are_and_what_is_planned_is_lasting(sentence: str) -> None:
    held = holding(sentence, "english")

    assert held is not None
    assert held.lasting


@pytest.mark.parametrize(
    "sentence",
    [
        "I drove to Rome.",
        "We met Tom.",
        "We are in Oslo since yesterday.",
        "Maybe we sell the car.",
        "I used to sing in a choir.",
        "Früher habe ich gerudert.",
        "On devrait partir.",
    ],
)
def test_what_happened_was_once_or_may_be_is_not_lasting(sentence: str) -> None:
    assert not is_lasting(sentence)


@pytest.mark.parametrize(
    "sentence", ["I never eat fish.", "Ich bin kein Lehrer.", "Je ne fume pas.", "We cancelled it.", "Is it red?"]
)
def test_what_is_denied_cancelled_or_asked_does_not_hold(sentence: str) -> None:
    assert holding(sentence, "english") is None


def test_may_is_a_doubt_and_a_month_is_none() -> None:
    assert not is_certain("We may go.")
    assert is_certain("The fair is in May.")


@pytest.mark.parametrize(
    ("sentence", "people"),
    [
        ("My sister Jana lives in Kiel.", {"sister", "jana"}),
        ("My aunt drives a Civic.", {"aunt"}),
        ("Meine Frau arbeitet bei der Bahn.", {"frau"}),
        ("Frau Kramer arbeitet bei der Bahn.", set()),
        ("Tom's boss is Peter.", {"tom"}),
        ("Let's go to Rome.", set()),
        ("It's closing at five.", set()),
        ("My budget is 500.", set()),
    ],
)
def test_people_whose_things_a_sentence_is_about_are_named(sentence: str, people: set[str]) -> None:
    assert people_of(sentence, "english") == people


@pytest.mark.parametrize(
    ("sentence", "named"),
    [("My office is in Mill Street.", False), ("Marit is the tech lead.", True), ("Kramer macht den Umzug.", True)],
)
def test_whether_somebody_does_something_for_others_is_told(sentence: str, named: bool) -> None:
    held = holding(sentence, "english")

    assert held is not None
    assert held.in_a_role is named


def test_what_something_is_for_is_no_part_of_what_holds() -> None:
    held = holding("I bought tickets for the trip, but they pay for the ferry.", "english")

    assert held is not None
    assert held.aims_at == {"trip"}


@pytest.mark.parametrize(
    ("sentence", "bare"),
    [("Now we live in Rome.", "we live in Rome."), ("Jetzt wohnen wir in Rom.", "wohnen wir in Rom."), ("Nowhere is it.", None)],
)
def test_now_at_the_beginning_is_left_out(sentence: str, bare: str | None) -> None:
    assert without_now(sentence) == (bare or sentence)


def test_the_roots_of_a_pattern_are_in_what_it_matches() -> None:
    alternatives = "turns? out|en su lugar|cut|reportée?s?|instead(?!\\sof\\b)"

    for text in ("turns out", "en su lugar", "cut", "reportées", "instead"):
        assert re.fullmatch(alternatives, text)
        assert not roots_of(alternatives).isdisjoint(roots(text))
    assert roots_of(alternatives).isdisjoint(roots("We are in Rome."))
