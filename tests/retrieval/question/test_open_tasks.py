from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from chat.domain import Passage
from chat.retrieval.question.open_tasks import lists, words_of_lists
from tests.passages import from_document, from_message

_DAY = datetime(2026, 6, 21, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    "question",
    [
        "What is left to do?",
        "And what's still to do?",
        "What's still open?",
        "What do we still have to do?",
        "What else do I need to do now?",
        "What remains to be done?",
        "What haven't we done yet?",
        "Which tasks are still open?",
        "What's on my to-do list?",
        "Are there any open tasks?",
        "Was ist noch zu tun?",
        "Was fehlt noch?",
        "Was müssen wir noch machen?",
        "Welche Aufgaben sind noch offen?",
        "Que reste-t-il à faire ?",
        "Qu'est-ce qu'il nous reste à faire ?",
        "¿Qué queda por hacer?",
        "¿Qué tenemos que hacer todavía?",
    ],
)
def test_a_question_for_what_is_left_to_do_is_searched_for_by_the_words_of_lists(question: str) -> None:
    assert words_of_lists(question) is not None


@pytest.mark.parametrize(
    "question",
    [
        "What do we have to do before the trip?",
        "What is left of the budget?",
        "What is missing in the contract?",
        "Who still has to pay?",
        "Which tasks does Ann have?",
        "What did we do?",
        "What is open on Sundays?",
        "Was fehlt noch für die Torte?",
        "Was ist noch im Keller?",
        "Que reste-t-il du gâteau ?",
        "¿Qué tareas hace Ana?",
        "Still open: the seating plan.",
    ],
)
def test_any_other_question_is_searched_for_by_its_own_words(question: str) -> None:
    assert words_of_lists(question) is None


@pytest.mark.parametrize(
    "told",
    [
        "Still open: the seating plan and the music.",
        "To do before the trip: calibrate the loggers.",
        "We still have to call the registrar.",
        "I haven't booked the train yet.",
        "Don't forget to water the plants.",
        "Noch zu erledigen: Preisschilder neu drucken.",
        "Ich muss morgen noch zum Amt.",
        "Il faut encore appeler la mairie.",
        "Todavía tenemos que llamar al banco.",
    ],
)
def test_what_tells_it_is_all_that_is_asked_for(told: str) -> None:
    found = _said("The suit is dark green.", 2), _said(told, 1), _said("I asked a baker to do the cake.", 0)

    assert _texts("What is left to do?", *found) == [told]


def test_the_latest_three_lists_come_the_last_first() -> None:
    every = [_said(f"Still open: number {at}.", at) for at in range(5)]

    kept = lists("What is left to do?", every)

    assert [passage.chunk.text for passage in kept] == ["Still open: number 4.", "Still open: number 3.", "Still open: number 2."]
    assert [passage.rank for passage in kept] == [1, 2, 3]


def test_questions_requests_and_the_assistants_advice_are_no_lists() -> None:
    advice = replace(_said("You still have to book the train.", 1), role="assistant")
    question, request = _said("Do we still have to book the train?", 2), _said("List the action items from the meeting", 3)

    assert _texts("What is left to do?", advice, question, request) == []


def test_a_document_that_tells_it_is_searched_as_ever() -> None:
    plan = from_document("Open items: the fence, the gate.")

    assert _texts("What is left to do?", plan, _said("Still open: the gate.", 1)) == []
    assert _texts("What is left to do?", from_document("The gate is red."), _said("Still open: the gate.", 1)) != []


def _texts(question: str, *found: Passage) -> list[str]:
    return [passage.chunk.text for passage in lists(question, found)]


def _said(text: str, day: int) -> Passage:
    return replace(from_message(text, rank=1), created_at=_DAY + timedelta(days=day))
