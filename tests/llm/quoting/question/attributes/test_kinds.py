"""Tests of which words name something of a kind."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.attributes.kinds import is_kind, names_one


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("dog", "Tom has a poodle."),
        ("dog", "Ruby's cockapoo is called Biscuit."),
        ("Hund", "Timo hat einen Dackel."),
        ("pet", "Bev has a parrot."),
        ("pets", "We have two cats."),
        ("car", "She drives an electric Mini."),
        ("Auto", "Ines hat sich einen Skoda gekauft."),
        ("sport", "Jonas spielt Handball."),
        ("instrument", "Pia is learning the cello."),
        ("medicine", "Jean takes metformin."),
        ("medication", "I am on 5 mg a day."),
        ("language", "He speaks Welsh at home."),
        ("Sprache", "Ines unterrichtet Französisch."),
    ],
)
def test_something_of_a_kind_is_named(kind: str, text: str) -> None:
    assert names_one(kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("dog", "Tom has a dog."),
        ("dog", "Tom has a hamster."),
        ("pet", "We had fish for dinner."),
        ("car", "Our car failed its MOT."),
        ("car", "Timo plays Golf."),
        ("car", "Wear smart shoes and take a seat."),
        ("sport", "Len runs a pub."),
        ("medicine", "That is the reason: this season her cholesterol is high in April."),
        ("language", "Please polish the table."),
        ("Sprache", "Auf dem Tisch liegt Fisch."),
    ],
)
def test_the_kind_itself_and_other_things_are_none(kind: str, text: str) -> None:
    assert not names_one(kind, text)


def test_of_most_words_no_things_are_known() -> None:
    assert is_kind("DOG")
    assert not is_kind("contract")
