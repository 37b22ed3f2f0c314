"""Tests of the turns before a question."""

from __future__ import annotations

from datetime import timedelta

import pytest

from chat.assistant.question.turns import history
from chat.domain import Message, Question
from tests.passages import NOON


@pytest.mark.parametrize(
    ("said", "goes_on"),
    [
        ("When does the gate close?", True),
        ("The gate is old. " * 40, False),
        ("The gate is old. " * 40 + "When does it close?", True),
    ],
    ids=["a question", "pasted notes", "a question behind them"],
)
def test_a_question_does_not_go_on_from_pasted_notes(said: str, goes_on: bool) -> None:
    turn = Message("1", "t", "user", said, NOON - timedelta(minutes=1))

    assert history(Question("t", "and the museum?", NOON), [turn]) == ((said,) if goes_on else ())


@pytest.mark.parametrize(
    ("asked", "goes_on"),
    [
        ("What did I say in March?", False),
        ("What happened in March?", False),
        ("What did I say first?", False),
        ("And what did I say in March?", True),
        ("What did I say about it in March?", True),
        ("What did I say?", True),
    ],
)
def test_a_question_for_what_was_said_at_a_time_does_not_go_on_from_what_was_told_long_ago(asked: str, goes_on: bool) -> None:
    told = Message("1", "t", "user", "My sister lives in Ghent.", NOON - timedelta(days=90))

    assert history(Question("t", asked, NOON), [told]) == (("My sister lives in Ghent.",) if goes_on else ())
