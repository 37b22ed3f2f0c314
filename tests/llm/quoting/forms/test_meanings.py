"""Tests of questions for what something means."""

from __future__ import annotations

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.meanings import quote_meanings
from chat.llm.quoting.passage.quotable import split_into_pieces
from tests.passages import from_document, from_message

COMPLAINT = from_message("The battery arrived, and E31 is still there. The robot beeps three times.")
REPLY = from_message(
    "E31 means that the battery is not detected. Three beeps mean that the dock is away.", role="assistant", rank=2
)
MANUAL = from_document("Ein blaues Licht bedeutet, dass der Akku lädt. Das blaue Licht leuchtet nachts.", rank=3)


@pytest.mark.parametrize(
    ("question", "quotes"),
    [
        ("What does E31 mean?", [("E31 means that the battery is not detected.", 2)]),
        ("what do 3 beeps mean", [("Three beeps mean that the dock is away.", 2)]),
        ("Was bedeutet ein blaues Licht?", [("Ein blaues Licht bedeutet, dass der Akku lädt.", 3)]),
        ("What does E32 mean?", []),
        ("What do you mean?", []),
        ("Is E31 still there?", []),
    ],
)
def test_what_something_means_is_told_by_the_sentence_that_says_so(question: str, quotes: list[tuple[str, int]]) -> None:
    sources = [COMPLAINT, REPLY, MANUAL]
    language = "german" if question.startswith("Was") else "english"

    found = quote_meanings(question, Evidence([split_into_pieces(source.chunk, set()) for source in sources], (), language))

    assert [(quote.text, quote.marker) for quote in found] == quotes
