from __future__ import annotations

import pytest

from chat.llm.quoting.question.elapsed import Elapsed, elapsed_question


@pytest.mark.parametrize(
    ("question", "language", "asked"),
    [
        (
            "How many days are there between the order and the delivery?",
            "english",
            Elapsed(("When was the order?", "When was the delivery?"), "day"),
        ),
        (
            "How many weeks passed between when I left Acme and when I joined Bosch?",
            "english",
            Elapsed(("When I left Acme?", "When I joined Bosch?"), "week"),
        ),
        (
            "How long did it take from the order to my first ride?",
            "english",
            Elapsed(("When was the order?", "When was my first ride?"), None),
        ),
        (
            "Wie viele Monate liegen zwischen meinem Umzug und der Hochzeit?",
            "german",
            Elapsed(("Wann war meinem Umzug?", "Wann war der Hochzeit?"), "month"),
        ),
        (
            "Combien de jours se sont écoulés entre la commande et la livraison ?",
            "french",
            Elapsed(("Quand a eu lieu la commande?", "Quand a eu lieu la livraison?"), "day"),
        ),
        (
            "¿Cuántos días hay entre el pedido y la entrega?",
            "spanish",
            Elapsed(("¿Cuándo fue el pedido?", "¿Cuándo fue la entrega?"), "day"),
        ),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "asked",
)
def test_the_time_between_two_events_is_asked_for_by_both(question: str, language: str, asked: Elapsed) -> None:
    assert elapsed_question(question, language) == asked


@pytest.mark.parametrize(
    "question",
    [
        "How long is the drive from Leeds to York?",
        "How many days are in the plan?",
        "How many people work between the two offices and the shop?",
        "What is the difference between the order and the delivery?",
    ],
)
def test_any_other_question_asks_for_no_time_between_events(question: str) -> None:
    assert elapsed_question(question, "english") is None
