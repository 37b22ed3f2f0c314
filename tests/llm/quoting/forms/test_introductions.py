"""Tests of questions who somebody is, whom many messages mention and few introduce."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.introductions import quote_introductions
from chat.llm.quoting.passage.quotable import split_into_pieces
from tests.passages import NOON, from_message

MENTIONED = "And Felix did the restore test, took 25 minutes."
SAID = (
    MENTIONED,
    "My nephew Felix is a developer and would help on weekends.",
    "Hired a freelancer for the data cleaning, Marek, 10 days at 560 a day.",
    "The solicitor is Mr. Tully.",
    "My call with Ingrid was short.",
    "Unser Nachbar Karl hat einen Schlüssel.",
)
SOURCES = [replace(from_message(text, role="user"), created_at=NOON - timedelta(days=day)) for day, text in enumerate(SAID)]
HELD = [split_into_pieces(source.chunk, set()) for source in SOURCES]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is Felix?", [SAID[1]]),
        ("who's felix", [SAID[1]]),
        ("who is Marek again?", [SAID[2]]),
        ("Who is Tully?", [SAID[3]]),
        ("Wer ist Karl?", [SAID[5]]),
        ("Who is Ingrid?", []),
        ("Who is my nephew?", []),
        ("Who helps on weekends?", []),
    ],
)
def test_who_somebody_is_is_told_by_what_introduces_them(question: str, told: list[str]) -> None:
    assert [quote.text for quote in quote_introductions(question, Evidence(HELD, SOURCES, "english"))] == told
