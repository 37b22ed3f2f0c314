from __future__ import annotations

import pytest

from chat.retrieval.question.rewriting import names_nothing


@pytest.mark.parametrize(
    "turn",
    [
        "Why?",
        "why is that?",
        "Are you sure?",
        "Are you really sure about that?",
        "Repeat that in German",
        "Can you say that again please?",
        "Really?",
        "Yes, please.",
        "Tell me more.",
        "Bist du sicher?",
        "Wiederhole das bitte auf Englisch.",
        "Vraiment ?",
        "¿Estás seguro?",
        "Ты уверен?",
    ],
    ids=str,
)
def test_a_turn_that_is_about_the_answer_alone_names_nothing(turn: str) -> None:
    assert names_nothing(turn)


@pytest.mark.parametrize(
    "turn",
    [
        "Why did the pump fail?",
        "Are you sure that the warranty is two years?",
        "Repeat the steps for the pump in German",
        "Translate the contract to French",
        "And in 2023?",
        "What about the motor?",
        "Is that the price of the pump?",
    ],
    ids=str,
)
def test_a_turn_that_names_something_does(turn: str) -> None:
    assert not names_nothing(turn)
