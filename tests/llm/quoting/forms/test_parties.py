"""Tests of questions for whom a contract calls by a name."""

from __future__ import annotations

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.parties import quote_parties
from chat.llm.quoting.passage.quotable import split_into_pieces
from tests.llm.quoting.answers import quoted
from tests.passages import from_document, from_message

LEASE = from_document(
    "1. Parties\n\nThis agreement is made on 14 February 2025 between Harbour Street Properties Ltd., 12 Quay Road, Bristol "
    '("the Landlord"), and Ms. Elena Markovic and Mr. Tobias Lindqvist, both of 8 Elm Grove, Bath BA2 3LT (the “Tenants”).\n\n'
    "The Landlord insures the building. The Tenants pay a deposit.\n"
)
MADE = (
    "This agreement is made on 14 February 2025 between Harbour Street Properties Ltd., 12 Quay Road, Bristol "
    '("the Landlord"), and Ms. Elena Markovic and Mr. Tobias Lindqvist, both of 8 Elm Grove, Bath BA2 3LT (the “Tenants”).'
)
MIETE = from_document(
    "Zwischen der Nordbau GmbH, Kiel (nachfolgend „Vermieter“ genannt), und Frau Ilse Kern wird dieser Vertrag geschlossen.\n\n"
    "Der Vermieter versichert das Haus.\n"
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the landlord?", MADE),
        ("Who's our landlord?", MADE),
        ("Who are the tenants?", MADE),
        ("Who is the tenant?", MADE),
        ("Who is the caretaker?", None),
        ("What does the landlord insure?", None),
        ("Who is the landlord's agent?", None),
    ],
)
def test_the_sentence_that_gives_somebody_the_name_says_who_they_are(question: str, answer: str | None) -> None:
    quotes = quote_parties(question, Evidence([split_into_pieces(LEASE.chunk, set())], [LEASE], "english"))

    assert [quote.text for quote in quotes] == ([] if answer is None else [answer])


def test_a_german_contract_names_its_parties_too() -> None:
    [quote] = quote_parties("Wer ist der Vermieter?", Evidence([split_into_pieces(MIETE.chunk, set())], [MIETE], "german"))

    assert quote.text.startswith("Zwischen der Nordbau GmbH, Kiel")


def test_what_somebody_said_in_the_chat_gives_no_names() -> None:
    said = from_message('I rent from Nordbau ("the Landlord").')

    assert quote_parties("Who is the landlord?", Evidence([split_into_pieces(said.chunk, set())], [said], "english")) == []


async def test_parties_of_a_contract_are_told_by_the_line_that_names_them() -> None:
    text = (
        "Arbeitsvertrag\n\nzwischen der Lindner Optik GmbH („Arbeitgeber“) und Frau Weiß („Arbeitnehmerin“)\n\n"
        "Nebentätigkeiten sind nur mit Zustimmung des Arbeitgebers erlaubt.\n\n"
        "Das Gehalt wird am letzten Werktag des Monats gezahlt. Im Dezember wird ein Weihnachtsgeld gezahlt."
    )
    source = from_document(text)

    assert "Lindner Optik GmbH" in await quoted("Wer ist der Arbeitgeber?", source)
    assert "letzten Werktag" in await quoted("Wann wird das Gehalt gezahlt?", source)
