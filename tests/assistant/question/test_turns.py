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
