from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from chat.domain import Passage, Question
from chat.retrieval.dates.day_questions import passages_of_that_day
from tests.passages import from_document, from_message

_NOW = datetime(2026, 6, 28, 18, tzinfo=UTC)
_THE_DAY = datetime(2026, 4, 9, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    "question",
    [
        "What did we do on 9 April?",
        "What did I do on 9 April 2026?",
        "Was haben wir am 9. April gemacht?",
        "Qu'est-ce que nous avons fait le 9 avril ?",
        "Qu'est-ce qu'on a fait le 9 avril ?",
        "Where was I on 9 April?",
        "Wo war ich am 9. April?",
        "Où étais-je le 9 avril ?",
        "¿Dónde estuve el 9 de abril?",
        "What did we visit on 9 April?",
    ],
)
def test_what_was_done_on_a_day_is_what_was_said_on_it(question: str) -> None:
    hall, other = _said("Visited the hall.", _THE_DAY, 2), _said("Ordered the cake.", _THE_DAY + timedelta(days=3), 1)

    assert _texts(question, other, hall) == ["Visited the hall."]


def test_what_was_done_on_a_day_may_be_told_later_by_a_name_of_it() -> None:
    planned = _said("The fridge comes on 9 April.", _THE_DAY - timedelta(days=9), 1)
    told = _said("Yesterday we went to the lake.", _THE_DAY + timedelta(days=1), 2)
    named = _said("On 9 April I lost my key there.", _THE_DAY + timedelta(days=20), 3)

    assert _texts("What did we do on 9 April?", planned, named, told) == [told.chunk.text, named.chunk.text]


@pytest.mark.parametrize(
    "question",
    [
        "What did we do wrong on 9 April?",
        "What did Ann do on 9 April?",
        "What did you do on 9 April?",
        "What shall we do on 9 April?",
        "What do we have on 9 April?",
        "What did we do in April?",
        "What did we do about the hall?",
        "Was müssen wir am 9. April machen?",
        "Where did I live on 9 April?",
        "What did I say on 9 April?",
    ],
)
def test_any_other_question_is_answered_by_what_is_found(question: str) -> None:
    assert _texts(question, _said("Visited the hall.", _THE_DAY, 1)) == []


def test_a_document_that_names_the_day_is_searched_as_ever() -> None:
    diary = from_document("9 April: visited the hall and paid the deposit.")

    assert _texts("What did we do on 9 April?", diary, _said("Good morning!", _THE_DAY, 2)) == []
    assert _texts("What did we do on 9 April?", from_document("The hall has 80 seats."), _said("Sold it.", _THE_DAY, 2)) != []


def test_what_the_assistant_said_that_day_was_not_done() -> None:
    answered = replace(_said("Congratulations!", _THE_DAY, 1), role="assistant")

    assert _texts("What did I do on 9 April?", answered) == []


def _texts(question: str, *found: Passage) -> list[str]:
    return [passage.chunk.text for passage in passages_of_that_day(Question("t", question, _NOW), found)]


def _said(text: str, at: datetime, rank: int) -> Passage:
    return replace(from_message(text, rank=rank), created_at=at)
