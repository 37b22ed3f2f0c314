from __future__ import annotations

import pytest

from chat.retrieval.statements.facts import facts, replaced


@pytest.mark.parametrize(
    "text",
    [
        "My sister lives in Lisbon.",
        "Hi, my name is Ann.",
        "Remember: the gate code is 4711.",
        "We raised the budget to 11,500 euros.",
        "No, the 14th.",
        "The boat is called Wanderer.",
        "Meine Schwester wohnt in Lissabon.",
        "Мою сестру зовут Анна.",
    ],
)
def test_what_is_told_is_a_fact(text: str) -> None:
    [span] = facts(text)

    assert text[span.start : span.end] == text


@pytest.mark.parametrize(
    "text",
    [
        "Where does my sister live?",
        "Thanks!",
        "Tell me about my boat.",
        "How much did we pay",
        "x = my_list(3);",
        "/instructions remove 1",
        "Forget my sister.",
        "Please summarise my report.",
        "My " + "very " * 100 + "long sentence is here.",
        "The pump is here. " * 300,
    ],
    ids=lambda text: text[:24],
)
def test_what_asks_greets_or_is_a_text_is_none(text: str) -> None:
    assert facts(text) == ()


def test_a_fact_is_found_beside_a_question() -> None:
    text = "My budget is 900 euros. What can I buy for it?  I live in Bonn."

    assert [text[span.start : span.end] for span in facts(text)] == ["My budget is 900 euros.", "I live in Bonn."]


def test_a_later_value_takes_the_place_of_an_earlier_one() -> None:
    told = ["Our budget is 9,000 euros.", "My sister lives in Lisbon.", "Our budget is now 11,500 euros."]

    assert replaced(told) == {0: 2}


def test_a_correction_takes_the_place_of_what_was_told_right_before() -> None:
    assert replaced(["My sister lives in Lisbon.", "The fitting is on Tuesday.", "Sorry, I meant Wednesday."]) == {1: 2}
