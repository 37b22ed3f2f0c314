from __future__ import annotations

import pytest

from chat.retrieval.statements.one_value import OneValue, takes_the_place, valued


@pytest.mark.parametrize(
    ("sentence", "kind", "value"),
    [
        ("My favourite colour is blue.", "favourite", "blue"),
        ("The wifi password is tulip42.", "code", "tulip42"),
        ("My bike is dark green.", "colour", "dark green"),
        ("Yoga is on Mondays.", "day", "monday"),
        ("My boss is Karin Holm.", "role", "karin holm"),
        ("Lena Brandt is our photographer.", "role", "lena brandt"),
        ("Das Training findet am Mittwoch statt.", "day", "mittwoch"),
        ("Ma couleur préférée est le vert.", "favourite", "le vert"),
        ("La reunión es el lunes.", "day", "lunes"),
    ],
)
def test_a_value_of_which_there_is_one_is_recognised_by_its_form(sentence: str, kind: str, value: str) -> None:
    found = valued(sentence, "english")

    assert found is not None
    assert (found.kind, found.value[0]) == (kind, value)


@pytest.mark.parametrize(
    "sentence",
    [
        "My sister is Ann.",
        "My niece is Ann.",
        "Tom is my neighbour.",
        "The wifi password is wrong.",
        "My bike is broken.",
        "Our other cat is white.",
        "Yoga is still on Mondays.",
        "Yoga is on Monday or Tuesday.",
        "Das Auto ist auch rot.",
    ],
)
def test_what_may_have_several_values_is_none(sentence: str) -> None:
    assert valued(sentence, "english") is None


@pytest.mark.parametrize(
    ("earlier", "later", "replaced"),
    [
        ("Yoga is on Monday.", "Yoga was moved to Thursday.", True),
        ("La réunion est mardi.", "La réunion a été déplacée à jeudi.", True),
        ("La clase es el martes.", "La clase ha sido trasladada al viernes.", True),
        ("My favourite colour is blue.", "My favourite colour is green.", True),
        ("Yoga is on Monday.", "Yoga is on Thursday.", False),
        ("Yoga is on Monday.", "Pilates was moved to Thursday.", False),
        ("Yoga is on Monday.", "Yoga is now on Monday.", False),
        ("Yoga is on Monday at 6.", "Yoga is now on Monday at 7.", True),
    ],
)
def test_another_value_takes_the_place_if_it_is_new_or_the_only_one(earlier: str, later: str, replaced: bool) -> None:
    assert takes_the_place(_valued(later), _valued(earlier)) is replaced


def _valued(sentence: str) -> OneValue:
    found = valued(sentence, "english")
    assert found is not None
    return found
