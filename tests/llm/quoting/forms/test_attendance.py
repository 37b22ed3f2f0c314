"""Tests of questions who attended a meeting, whose names no sentence tells."""

from __future__ import annotations

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.attendance import quote_attendance
from tests.passages import from_document

LIST = "# Steering meeting\n\n## Participants\n\nLena Brandt\nOmar Haddad\n\n## Decisions\n\nOmar owns it."
TWO = (
    "# Notes\n\n## 3 March 2026\n\nPresent: Oskar, Priya.\n\nApologies: Tom\n\n## 7 April 2026\n\nPresent: Oskar, Lena.\n\nThe "
    "launch is in June."
)
FRENCH = "Compte rendu\n\nPrésents : Martine, Gérard.\n\nExcusé : Paul Delmas, souffrant."
NAMES = [("Participants", ("Lena Brandt", "Omar Haddad"))]


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("Who attended the meeting?", LIST, NAMES),
        ("who took part", LIST, NAMES),
        ("Which participants were there?", LIST, NAMES),
        ("list the participants", LIST, NAMES),
        ("Who was absent?", LIST, []),
        ("Who owns it?", LIST, []),
        ("Who was present on 7 April?", TWO, [("Present: Oskar, Lena.", ())]),
        ("Who was present?", TWO, []),
        ("Who was absent?", TWO, [("Apologies: Tom", ())]),
        ("Who was present?", "# Notes\n\n**Present:** Oskar, Priya", [("**Present:** Oskar, Priya", ())]),
        ("Who was present?", "# Notes\n\n* Present: Oskar, Priya", [("Present: Oskar, Priya", ())]),
        ("Qui était absent et pourquoi ?", FRENCH, [("Excusé : Paul Delmas, souffrant.", ())]),
        ("Qui était présent ?", FRENCH, [("Présents : Martine, Gérard.", ())]),
    ],
)
def test_who_attended_is_told_by_the_list_of_names(question: str, text: str, told: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [
        (quote.text, quote.items) for quote in quote_attendance(question, Evidence((), [from_document(text)], "english"))
    ] == told


def test_a_list_in_two_passages_is_quoted_once() -> None:
    [quote] = quote_attendance(
        "Who attended the meeting?", Evidence((), [from_document(LIST), from_document(LIST, rank=2)], "english")
    )

    assert quote.marker == 1
