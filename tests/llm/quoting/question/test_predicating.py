from __future__ import annotations

import pytest

from chat.llm.quoting.question.predicating import decide_by_words


@pytest.mark.parametrize(
    ("question", "sentence", "language", "said"),
    [
        ("Sind Holzkohlegrills erlaubt?", "Holzkohlegrills sind nicht erlaubt.", "german", "No"),
        ("Ist Rauchen im Treppenhaus erlaubt?", "Rauchen ist im Treppenhaus verboten.", "german", "No"),
        ("Ist das Rauchen im Treppenhaus verboten?", "Rauchen ist im Treppenhaus verboten.", "german", "Yes"),
        ("Sind Katzen erlaubt?", "Katzen sind erlaubt.", "german", "Yes"),
        ("Les chats sont-ils autorisés ?", "Les chats sont autorisés.", "french", "Yes"),
        ("Les reptiles sont-ils autorisés ?", "Les reptiles sont interdits.", "french", "No"),
        ("Est-ce que les chats sont autorisés ?", "Les chats ne sont pas autorisés.", "french", "No"),
        ("¿Están permitidos los gatos?", "Los gatos no están permitidos.", "spanish", "No"),
        ("¿Es obligatorio el gorro?", "El gorro es obligatorio.", "spanish", "Yes"),
        ("¿Están permitidas las barbacoas?", "Las barbacoas están prohibidas.", "spanish", "No"),
    ],
    ids=str,
)
def test_what_is_said_of_just_that_decides_it(question: str, sentence: str, language: str, said: str) -> None:
    assert decide_by_words(question, sentence, language) == said


@pytest.mark.parametrize(
    ("question", "sentence", "language"),
    [
        ("Sind Hunde erlaubt?", "Hunde sind nur mit Zustimmung erlaubt.", "german"),
        ("Sind Hunde erlaubt?", "Katzen und Hunde sind erlaubt.", "german"),
        ("Sind Hunde im Garten erlaubt?", "Hunde sind im Haus erlaubt.", "german"),
        ("Ist Anna größer als Bert?", "Bert ist größer als Anna.", "german"),
        ("Sind alle Hunde erlaubt?", "Hunde sind erlaubt.", "german"),
        ("Schlägt Anna Bert?", "Bert schlägt Anna.", "german"),
        ("Les chiens sont-ils autorisés ?", "Les chiens sont autorisés si le gardien le permet.", "french"),
        ("¿Están permitidas las barbacoas?", "Las barbacoas de gas están permitidas.", "spanish"),
        ("Разрешены ли собаки?", "Собаки разрешены.", "russian"),
    ],
    ids=str,
)
def test_what_needs_reading_decides_nothing(question: str, sentence: str, language: str) -> None:
    assert decide_by_words(question, sentence, language) is None
