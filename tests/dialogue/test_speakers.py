"""Tests of finding the speakers in messages that have no author."""

from __future__ import annotations

import pytest

from chat.dialogue.speakers import speakers

_TURNS = ["Ann: I am in Rome.", "Ben: Since when?", "Ann: Since Monday.", "Ben: Say hello to Clara."]


def test_names_of_people_who_take_turns() -> None:
    assert speakers(_TURNS) == ["Ann", "Ben", "Ann", "Ben"]


def test_a_name_may_have_three_words_and_any_letters() -> None:
    said = ["Jean-Luc P. Müller: bon", "小明: 你好", "Jean-Luc P. Müller : oui", "小明： 再见"]
    assert speakers(said) == ["Jean-Luc P. Müller", "小明", "Jean-Luc P. Müller", "小明"]


def test_somebody_who_says_one_thing_only_has_a_name_too() -> None:
    assert speakers([*_TURNS, "Clara: Hello!"])[-1] == "Clara"


def test_what_begins_without_a_name_has_none() -> None:
    assert speakers([*_TURNS, "And to Dora."]) == ["Ann", "Ben", "Ann", "Ben", None]


@pytest.mark.parametrize(
    "said",
    [
        [],
        ["Ann: I am in Rome.", "Ben: Since when?"],
        ["User: Hello.", "Assistant: Hello!"] * 3,
        ["Todo: buy milk", "Idea: a roof garden"] * 3,
        ["Milk: two litres", "Bread: one", "Eggs: ten", "Butter: one"],
        ["Ann: I am in Rome.", "That is far.", "Ann: Since Monday.", "I see.", "Ben: Hello.", "Ben: Anybody?"],
        ["The rules are: be kind.", "the plan: wait", "At 10:30 we go.", "2: two", "Read https://example.org first."] * 2,
        ["Ann: I am in Rome.", "Ann: Since Monday.", "Ann: It rains.", "Ann: Still."],
    ],
    ids=["nothing", "too few", "roles", "notes", "a list", "too rarely", "other colons", "one alone"],
)
def test_nobody_is_named(said: list[str]) -> None:
    assert speakers(said) == [None] * len(said)
