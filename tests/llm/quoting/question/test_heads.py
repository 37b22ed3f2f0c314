"""Tests of German compounds and the words that speak of them."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.heads import asked_compound, mentions_compound
from chat.text import terms


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Wie hoch ist das Urlaubsgeld?", "Urlaubsgeld"),
        ("Wie hoch sind die Nebenkosten im Monat?", "Nebenkosten"),
        ("Wie alt ist Agathe?", ""),
        ("Wann gibt es Urlaubsgeld?", ""),
    ],
)
def test_what_is_asked_for(question: str, asked: str) -> None:
    assert asked_compound(question, "german") == "".join(terms(asked, "german"))


@pytest.mark.parametrize(
    ("asked", "text", "told"),
    [
        ("Urlaubsgeld", "Es gibt 28 Tage Urlaub.", False),
        ("Urlaubsgeld", "Im Juni wird ein Urlaubsgeld gezahlt.", True),
        ("Urlaubsgeld", "Zum Urlaub zahlen wir ein Geld von 300 Euro.", True),
        ("Gesamtbetrag", "Gesamt: 1.769 €", True),
        ("Eintrittspreis", "Eintritt: 9 €", True),
        ("Schutzgebühr", "Die Gebühr beträgt 45 Euro.", True),
        ("Kaution", "Drei Monatsmieten sind zu hinterlegen.", True),
    ],
    ids=["its first part", "itself", "both parts", "an amount", "a price", "its last part", "not even its first part"],
)
def test_more_than_the_first_part_is_spoken_of(asked: str, text: str, told: bool) -> None:
    [term] = terms(asked, "german")

    assert mentions_compound(term, terms(text, "german")) is told
