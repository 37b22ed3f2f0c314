from __future__ import annotations

from dataclasses import replace

import pytest

from chat.domain import Passage
from chat.retrieval.statements.wishes import raised
from tests.passages import from_document, from_message

_PREFERENCE = "I prefer working in the quiet library on the second floor."


def _first(question: str, said: Passage) -> str:
    plain = from_message("My essay needs two more drafts.", rank=1)
    return raised(question, [plain, replace(said, score=0.7, scores=replace(said.scores, fused=0.7))], 1.2)[0].chunk.text


@pytest.mark.parametrize(
    "said",
    [
        _PREFERENCE,
        "I'd rather write in the morning.",
        "As to tools, I would always prefer Word.",
        "Ich arbeite lieber in der Bibliothek.",
        "Je préfère écrire le matin.",
        "Prefiero trabajar en la biblioteca.",
        "Я предпочитаю работать утром.",
        "Always name two places when I ask where to work.",
    ],
)
def test_what_somebody_prefers_or_wants_of_every_answer_bears_on_a_question(said: str) -> None:
    assert _first("Where should I work on my essay?", from_message(said, rank=2)) == said


@pytest.mark.parametrize(
    "question",
    [
        "Where did I work on my essay?",
        "Have I worked in the library?",
        "What was the best place?",
        "Wo habe ich gearbeitet?",
        "Où as-tu dit que je travaille ?",
        "¿Dónde he trabajado?",
        "Где я работал над эссе?",
    ],
)
def test_a_question_that_looks_back_is_left_alone(question: str) -> None:
    assert _first(question, from_message(_PREFERENCE, rank=2)) != _PREFERENCE


@pytest.mark.parametrize(
    "question",
    [
        "How should he use AI as a tool?",
        "I have an essay due: where should I work on it?",
        "I have to write an essay, where is it best?",
        "I was wondering where to work on my essay.",
    ],
)
def test_a_question_about_what_is_does_not_look_back(question: str) -> None:
    assert _first(question, from_message(_PREFERENCE, rank=2)) == _PREFERENCE


@pytest.mark.parametrize(
    "said",
    [
        from_message(_PREFERENCE, role="assistant", rank=2),
        from_message(_PREFERENCE, author="Ann", rank=2),
        from_document(_PREFERENCE, rank=2),
        from_message("What do you prefer?", rank=2),
        from_message("The library is quiet rather than beautiful.", rank=2),
    ],
)
def test_only_the_person_has_wishes_of_their_own(said: Passage) -> None:
    assert _first("Where should I work on my essay?", said) != said.chunk.text


def test_a_raised_score_stays_within_its_scale() -> None:
    best = raised("Where should I work?", [from_message(_PREFERENCE)], 3)[0]

    assert best.score == best.scores.fused == 1
