from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from chat.domain import Passage
from chat.retrieval.question.event_times import beside_events, date_of
from tests.passages import from_message

_MOVE, _OPERA = date(2026, 6, 1), date(2026, 10, 12)


@pytest.mark.parametrize(
    ("question", "event", "dated"),
    [
        ("What happened before the move?", "the move", "What happened before 2026-06-01?"),
        ("Before the move, what was my rent?", "the move", "what was my rent before 2026-06-01?"),
        ("What did I do after we moved in?", "we moved in", "What did I do after 2026-06-01?"),
        ("What was the rent when we moved in?", "we moved in", "What was the rent by 2026-06-01?"),
        ("What did I do a week after the move?", "the move", "What did I do a week after 2026-06-02?"),
        ("What did we do two days before the move?", "the move", "What did we do two days before 2026-05-31?"),
        ("Was ist vor dem Umzug passiert?", "dem Umzug", "Was ist before 2026-06-01 passiert?"),
        ("Qu'est-ce qui s'est passé après l'opéra ?", "l'opéra", "Qu'est-ce qui s'est passé after 2026-06-01?"),
        ("¿Qué hice después de la ópera?", "la ópera", "¿Qué hice after 2026-06-01?"),
    ],
    ids=str,
)
def test_the_date_of_an_event_takes_the_place_of_its_name(question: str, event: str, dated: str) -> None:
    beside = beside_events(question)

    assert beside is not None
    assert (beside.events, beside.dated([_MOVE])) == ((event,), dated)


def test_the_time_between_two_events_excludes_their_days() -> None:
    beside = beside_events("What happened between the move and the opera?")

    assert beside is not None
    assert beside.events == ("the move", "the opera")
    assert beside.dated([_OPERA, _MOVE]) == "What happened between 2026-06-02 and 2026-10-11?"


@pytest.mark.parametrize(
    "question",
    [
        "What happened?",
        "When did we move?",
        "What should I do before the exam?",
        "How long do I wait after the first coat?",
        "Was muss ich vor der Prüfung machen?",
        "Did I take the pill before breakfast?",
        "What did we decide after that?",
        "What did I share when mentioning the lake?",
        "How long had I known her before we started dating?",
        "Why did I feel inspired after the visit?",
    ],
)
def test_any_other_question_names_no_event_for_its_time(question: str) -> None:
    assert beside_events(question) is None


@pytest.mark.parametrize(
    ("event", "told", "day"),
    [
        ("the move", "Moved house today.", "2026-05-08"),
        ("the move", "The move was yesterday.", "2026-05-07"),
        ("the move", "The move went well, on 2 May we carried forty boxes.", "2026-05-02"),
        ("the takeover", "The merger went through.", "2026-05-08"),
        ("dem Umzug", "Heute war der Umzug.", "2026-05-08"),
        ("the wedding", "Moved house today.", None),
        ("the", "Moved house today.", None),
    ],
    ids=str,
)
def test_an_event_was_when_it_was_told_or_on_the_day_that_is_told_of_it(event: str, told: str, day: str | None) -> None:
    found = date_of(event, [from_message(told)])

    assert (found and found.isoformat()) == day


def test_an_event_is_dated_by_a_message_that_tells_of_it_as_over() -> None:
    planned, over = _said("We are planning the move.", 3), _said("The move is done.", 20)
    friend, answer = (
        replace(_said("Her move was long.", 5), author="Ann"),
        replace(_said("A move takes days.", 6), role="assistant"),
    )

    assert date_of("the move", [friend, answer, planned, over]) == date(2026, 5, 20)


def _said(text: str, day: int) -> Passage:
    return replace(from_message(text), created_at=datetime(2026, 5, day, tzinfo=UTC))
