from __future__ import annotations

import pytest

from chat.retrieval.dates.activity_questions import Deed
from chat.text import terms


@pytest.mark.parametrize(
    ("verb", "message"),
    [
        ("buy", "Ordered new glasses."),
        ("gekauft", "Bought a new road bike."),
        ("acheté", "Bought a new road bike."),
        ("compré", "Bought a new road bike."),
        ("buy", "Habe ein neues Rennrad gekauft."),
        ("buy", "J'ai acheté un nouveau vélo."),
        ("met", "Habe Tom am Bahnhof getroffen."),
        ("getroffen", "Met Tom at the station."),
    ],
)
def test_a_deed_is_told_by_its_word_in_another_language(verb: str, message: str) -> None:
    assert Deed(verb).is_told(terms(message))


@pytest.mark.parametrize(
    ("verb", "message"),
    [("gekauft", "We had dinner with Tom."), ("buy", "Wir waren mit Tom essen."), ("met", "Ella visited us.")],
)
def test_another_deed_is_not_told(verb: str, message: str) -> None:
    assert not Deed(verb).is_told(terms(message))
