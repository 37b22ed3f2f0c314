"""Tests of questions for what the assistant advised, whose words the advice seldom has."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from chat.domain import Passage, Role
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.advice import quote_advice
from chat.llm.quoting.passage.quotable import split_into_pieces
from tests.passages import NOON, from_message

KITCHENS = "for the kitchen we looked at three: Harlow, Kuchenwerk and that studio in Bell Street"
CHOICE = (
    "Before deciding, compare:\n\n- whether appliances are included\n- the delivery time\n\n"
    "My recommendation: go with Kuchenwerk, but spend the difference on a better hob."
)
PRESSURE = "Blutdruck morgens 142/91, das ist mir zu hoch"
MEASURE = "Ein einzelner Wert sagt wenig. Morgens und abends je zweimal messen und die Werte eine Woche lang aufschreiben."


PRINTED = "When the book arrives, print a slip. For that a label printer is handy; the Brother QL-820 is common in shops."


def _said(text: str, role: Role, minutes: int) -> Passage:
    return replace(from_message(text, role=role), created_at=NOON + timedelta(minutes=minutes))


SOURCES = (
    _said(KITCHENS, "user", 0),
    _said(CHOICE, "assistant", 1),
    _said(PRESSURE, "user", 600),
    _said(MEASURE, "assistant", 601),
)
LIST = ("Before deciding, compare:", ("whether appliances are included", "the delivery time"))
CHOSEN = ("My recommendation: go with Kuchenwerk, but spend the difference on a better hob.", ())


def test_what_was_advised_in_passing_is_quoted_rather_than_an_answer_to_a_message_that_names_it() -> None:
    sources = (
        _said("How do I do reservations?", "user", 0),
        _said(PRINTED, "assistant", 1),
        _said("bought the label printer, 219 euros", "user", 600),
        _said("Good plan. I suggest that the paper decides in case of doubt.", "assistant", 601),
    )
    held = [split_into_pieces(source.chunk, set()) for source in sources]

    [quote] = quote_advice("which label printer did you recommend", Evidence(held, sources, "english"))

    assert (quote.marker, quote.text) == (2, "For that a label printer is handy; the Brother QL-820 is common in shops.")


@pytest.mark.parametrize(
    ("question", "quotes"),
    [
        ("What did you recommend for the kitchen?", [LIST, CHOSEN]),
        ("which kitchen did you recommend", [CHOSEN]),
        ("what did u recommend for the kitchen", [LIST, CHOSEN]),
        ("What was your verdict on the kitchen, and when did we look at it?", [LIST, CHOSEN]),
        ("was hast du mir zum blutdruck geraten", [(MEASURE, ())]),
        ("was war deine einschätzung zum blutdruck", [(MEASURE, ())]),
        ("What did you recommend for the garden?", []),
        ("What did I say about the kitchen?", []),
        ("Which kitchens did we look at?", []),
    ],
)
def test_advice_is_found_by_the_message_that_it_answers(question: str, quotes: list[tuple[str, tuple[str, ...]]]) -> None:
    language = "german" if question.startswith("was") else "english"

    found = quote_advice(question, Evidence([split_into_pieces(source.chunk, set()) for source in SOURCES], SOURCES, language))

    assert [(quote.text, quote.items) for quote in found] == quotes


def test_a_message_of_long_before_is_not_what_was_answered() -> None:
    sources = (_said(PRESSURE, "user", 0), _said(MEASURE, "assistant", 60))

    assert not quote_advice(
        "was hast du mir zum blutdruck geraten",
        Evidence([split_into_pieces(source.chunk, set()) for source in sources], sources, "german"),
    )
