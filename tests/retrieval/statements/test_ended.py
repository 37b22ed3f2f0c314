from __future__ import annotations

import pytest

from chat.retrieval.statements.ended import ended, ends, holds_again, is_over
from chat.retrieval.statements.standing_facts import holding


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("I work at Acme.", "I no longer work at Acme.", "english"),
        ("We booked a trip to Rome.", "The trip to Rome has been called off.", "english"),
        ("We're flying to Rome in May.", "We cancelled our trip to Rome.", "english"),
        ("Ich arbeite bei Siemens.", "Ich arbeite nicht mehr bei Siemens.", "german"),
        ("Wir haben eine Reise nach Rom gebucht.", "Die Reise nach Rom wurde storniert.", "german"),
        ("Je travaille chez Renault.", "Je ne travaille plus chez Renault.", "french"),
    ],
)
def test_what_is_over_ends_what_was_so(earlier: str, later: str, language: str) -> None:
    held = holding(earlier, language)

    assert held is not None
    assert any(ends(each, held) for each in ended(later, language))
    assert any(holds_again(held, each) for each in ended(later, language))


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("My brother works at Acme.", "I no longer work at Acme.", "english"),
        ("I work at Acme.", "Do I no longer work at Acme?", "english"),
        ("I bought a guide for the trip to Rome.", "The trip to Rome has been called off.", "english"),
        ("We're flying to Oslo in May.", "We cancelled our trip to Rome.", "english"),
        ("Ich arbeite bei Siemens.", "Ich arbeite nicht mehr bei Bosch.", "german"),
        ("Je travaille chez Renault.", "Je travaille plus chez Renault.", "french"),
    ],
)
def test_what_is_only_related_or_of_somebody_else_stays(earlier: str, later: str, language: str) -> None:
    held = holding(earlier, language)

    assert held is not None
    assert not any(ends(each, held) for each in ended(later, language))


@pytest.mark.parametrize(
    ("clause", "over"),
    [
        ("I don't smoke any more", True),
        ("she stopped", True),
        ("ich habe kein Auto mehr", True),
        ("je n'ai plus de vélo", True),
        ("ya no vivo aquí", True),
        ("I have any more cards", False),
        ("wir haben mehr Zeit", False),
        ("un vélo en plus", False),
    ],
)
def test_a_clause_says_that_something_is_over_only_if_it_denies(clause: str, over: bool) -> None:
    assert is_over(clause) is over
