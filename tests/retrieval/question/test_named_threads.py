from __future__ import annotations

from datetime import UTC, datetime

import pytest

from chat.domain import Elsewhere, Question
from chat.retrieval.question.named_threads import in_named_thread

_THREADS = (
    Elsewhere("h", "thread", "Holiday"),
    Elsewhere("o", "thread", "Office party 2026"),
    Elsewhere("m", "library", "Manuals"),
)


@pytest.mark.parametrize(
    ("question", "thread", "sought"),
    [
        ("What did we decide in my Holiday thread?", "h", "What did we decide?"),
        ("How much is the hotel in the “Holiday” conversation?", "h", "How much is the hotel?"),
        ("What did we decide in the thread about the office party?", "o", "What did we decide?"),
        ("What did I say in the chat called Holiday?", "h", "What did I say?"),
        ("Was haben wir im Holiday-Chat beschlossen?", "h", "Was haben wir beschlossen?"),
        ("Was steht in meiner Unterhaltung Holiday?", "h", "Was steht?"),
        ("Qu'avons-nous décidé dans ma conversation Holiday ?", "h", "Qu'avons-nous décidé?"),
        ("¿Qué decidimos en mi conversación Holiday?", "h", "¿Qué decidimos?"),
    ],
)
def test_a_thread_is_named_by_its_title(question: str, thread: str, sought: str) -> None:
    within = in_named_thread(_asked(question))

    assert within is not None
    assert ([place.id for place in within.elsewhere], within.meant) == ([thread], sought)


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide about the holiday?",
        "What did we decide in my Garden thread?",
        "What is in the Manuals thread?",
        "Who has a thread for my holiday jacket?",
    ],
)
def test_other_questions_name_no_thread(question: str) -> None:
    assert in_named_thread(_asked(question)) is None


def _asked(text: str) -> Question:
    return Question("t", text, datetime(2026, 11, 24, tzinfo=UTC), elsewhere=_THREADS)
