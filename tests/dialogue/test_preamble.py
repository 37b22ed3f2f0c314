from __future__ import annotations

import pytest

from chat.dialogue.preamble import stated_in_question, states_nothing


@pytest.mark.parametrize(
    ("asked", "stated"),
    [
        ("I've set our gift budget to $450, can you help me plan it?", "I've set our gift budget to $450 …"),
        ("We moved to Leeds, where can I register, and what does it cost?", "We moved to Leeds …"),
        ("I love the office, where we sit in fours, so may I keep my desk?", "I love the office, where we sit in fours …"),
        ("I've been in Rome for three weeks - what should I see?", "I've been in Rome for three weeks …"),
        ("Wir sind jetzt 14 Personen, reicht das Menü?", "Wir sind jetzt 14 Personen …"),
        ("Mon budget est de 700 euros, peux-tu m'aider ?", "Mon budget est de 700 euros …"),
        ("Tengo 700 euros, ¿qué puedo comprar?", "Tengo 700 euros …"),
        ("Can you help me set it up, considering I'm using Flask 2.3?", "… considering I'm using Flask 2.3 …"),
        ("Which car fits, now that we have three children?", "… now that we have three children …"),
    ],
    ids=lambda text: text[:30],
)
def test_what_a_question_states_is_told_from_what_it_asks(asked: str, stated: str) -> None:
    assert stated_in_question(asked) == stated
    assert not states_nothing(f"What do you think? {asked}")


@pytest.mark.parametrize(
    "asked",
    [
        "What is the budget, and who approved it?",
        "If I cancel in May, do I get a refund?",
        "Wenn ich im Mai kündige, bekomme ich dann etwas zurück?",
        "Hey Mel, how are you?",
        "You like tea, don't you?",
        "Can you explain it, considering the current state of things?",
    ],
)
def test_what_only_asks_states_nothing(asked: str) -> None:
    assert not stated_in_question(asked)
    assert states_nothing(asked)


def test_a_statement_after_a_question_is_no_part_of_it() -> None:
    assert not stated_in_question("I have a budget of 450.")
    assert not states_nothing("What shall I buy? I have a budget of 450.")
