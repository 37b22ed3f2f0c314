from __future__ import annotations

import pytest

from tests.llm.quoting.answers import quoted
from tests.passages import from_document

LETTERS = {
    "english": "Dear Ms Lee,\nThe fence is broken.\nYours sincerely,\n\nTom Reed\nCaretaker",
    "german": "Sehr geehrte Frau Vogt,\nwir kommen am Montag.\nMit freundlichen Grüßen\nPeter Sommer",
    "french": "Madame,\nJe résilie mon contrat.\nJe vous prie d’agréer, Madame, mes salutations distinguées.\nHélène Marchand",
    "spanish": "Estimada señora:\nDejo el piso en mayo.\nUn cordial saludo,\nAna de la Vega",
}


@pytest.mark.parametrize(
    ("question", "language", "name"),
    [
        ("Who signed the letter?", "english", "Tom Reed"),
        ("Wer hat den Brief unterschrieben?", "german", "Peter Sommer"),
        ("Qui a signé la lettre ?", "french", "Hélène Marchand"),
        ("¿Quién firmó la carta?", "spanish", "Ana de la Vega"),
    ],
)
async def test_who_signed_a_letter_stands_below_its_closing_words(question: str, language: str, name: str) -> None:
    assert await quoted(question, from_document(LETTERS[language])) == f"“{name}” [1]"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who signed the letter?", "The fence is broken.\nTom Reed"),
        ("Who mended the fence?", LETTERS["english"]),
    ],
    ids=["no closing words", "another question"],
)
async def test_no_name_is_taken_for_a_signature(question: str, text: str) -> None:
    assert "Tom Reed” [1]" not in await quoted(question, from_document(text))
