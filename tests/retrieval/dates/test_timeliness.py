from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from chat.domain import Question
from chat.retrieval.dates.timeliness import factors, telling, worded
from chat.settings import RetrievalSettings
from tests.passages import from_document, from_message

_NOW = datetime(2026, 5, 8, tzinfo=UTC)
_SETTINGS = RetrievalSettings(recency_floor=0.5, neutral_recency_floor=0.95, period_floor=0.7)
_SAID = np.array([datetime(2026, 1, 3, tzinfo=UTC).timestamp(), datetime(2026, 5, 1, tzinfo=UTC).timestamp()])


def test_a_date_says_which_time_is_asked_for_and_not_a_word_beside_it() -> None:
    early, late = factors(_SAID, Question("t", "What was my first plan in the first half of May?", _NOW), _SETTINGS)

    assert early == pytest.approx(0.7 * 0.95, abs=0.01)
    assert late > 0.95


def test_a_question_without_a_date_goes_by_age() -> None:
    oldest, newest = factors(_SAID, Question("t", "What was my first plan?", _NOW), _SETTINGS)

    assert oldest == 1
    assert newest < 0.6


@pytest.mark.parametrize(
    "told",
    ["We went there last weekend.", "It was in May.", "On Friday.", "Two years ago.", "Wir waren vor drei Wochen da.", "in 2021"],
)
def test_of_equals_the_one_that_tells_a_time_comes_first(told: str) -> None:
    silent, telling_one = from_message("We may go there, it is quiet.", rank=1), from_message(told, rank=2)

    found = telling("When did we go there?", [silent, telling_one], 0.85)

    assert [passage.chunk.text for passage in found] == [told, silent.chunk.text]
    assert found[1].score == pytest.approx(0.85 * silent.score)


def test_a_much_better_message_stays_first_although_it_tells_no_time() -> None:
    clear, vague = from_message("The gate closes at dusk."), replace(from_message("Yesterday."), score=0.3)

    assert telling("When does the gate close?", [clear, vague], 0.85)[0].chunk.text == "The gate closes at dusk."


@pytest.mark.parametrize("question", ["What did we do when we went there?", "Where were we?"])
def test_other_questions_leave_the_order_alone(question: str) -> None:
    found = [from_message("It is quiet."), from_message("Yesterday.")]

    assert telling(question, found, 0.85) == found


def test_a_message_that_names_the_date_counts_although_it_was_said_at_another_time() -> None:
    earlier = from_message("The dinner with Ines is on 20 May.", rank=1)
    earlier = replace(
        earlier, score=0.56, scores=replace(earlier.scores, recency=0.7), created_at=datetime(2026, 3, 1, tzinfo=UTC)
    )
    other = replace(from_message("Dinner was good."), score=0.6)
    question = Question("t", "How was the dinner on May 20?", datetime(2026, 6, 1, tzinfo=UTC))

    found = worded(question, [other, replace(earlier, created_at=datetime(2026, 5, 21, tzinfo=UTC))], _SETTINGS)

    assert [passage.score for passage in found] == [earlier.scores.fused, 0.6]


def test_documents_are_not_weighed() -> None:
    found = [from_document("The gate closes."), from_message("Yesterday.")]

    assert telling("When does the gate close?", found, 0.85) == found


def test_a_question_may_bring_a_half_life_of_its_own() -> None:
    question = Question("t", "Where do I live now?", _NOW)

    usual = factors(_SAID, question, _SETTINGS)
    short = factors(_SAID, replace(question, half_life_days=1.0), _SETTINGS)

    assert short[1] < usual[1]


def test_for_a_time_that_lies_ahead_messages_that_name_a_date_of_it_come_first() -> None:
    question = Question("t", "What do I have next week?", _NOW)
    silent, dated = from_message("I have a dentist."), from_message("I have a dentist on 13 May.", rank=2)
    file = from_document("The dentist opens at nine.", rank=3)

    found = worded(question, [silent, dated, file], _SETTINGS)

    assert [(each.chunk.text, each.scores.recency) for each in found] == [
        (dated.chunk.text, 1.0),
        (file.chunk.text, 1.0),
        (silent.chunk.text, 0.7),
    ]
    assert [each.scores.recency for each in worded(question, [silent, file], _SETTINGS)] == [1.0, 1.0]
    open_ended = replace(question, text="How do I save money, starting next week?")
    assert [each.scores.recency for each in worded(open_ended, [silent, dated], _SETTINGS)] == [1.0, 1.0]


def test_a_date_without_its_year_may_be_that_of_the_year_to_come() -> None:
    question = Question("t", "What do I have next year?", _NOW)
    told, named = from_message("The exam is on 3 May."), from_message("The exam is on 3 May 2027.", rank=2)

    assert worded(question, [told, named], _SETTINGS)[0].scores.recency == 1.0
