"""Tests of names for the same thing in languages without a table of related words."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.presence import speaks_of
from chat.llm.quoting.question.synonyms import synonyms
from chat.text import terms


@pytest.mark.parametrize(
    ("asked", "told", "language"),
    [
        ("Lift", "Es gibt einen Aufzug im Haus.", "german"),
        ("Parkplätze", "Ein Stellplatz kostet 6 Euro.", "german"),
        ("Hunde", "Haustiere sind nicht erlaubt.", "german"),
        ("parking", "Le stationnement est gratuit.", "french"),
        ("aparcamiento", "Se puede aparcar delante.", "spanish"),
        ("парковка", "Есть стоянка.", "russian"),
        ("posteggio", "Il parcheggio si trova dietro la casa.", "italian"),
        ("ascensor", "O elevador está avariado.", "portuguese"),
        ("anfängt", "Der Kurs beginnt im März.", "german"),
        ("Kurs", "Nähkurs im Gemeindehaus", "german"),
        ("s'inscrire", "Les inscriptions sont ouvertes.", "french"),
        ("acaba", "El curso termina en marzo.", "spanish"),
        ("costa", "Il prezzo è di 95 euro.", "italian"),
        ("começa", "O início é em janeiro.", "portuguese"),
        ("einde", "De cursus eindigt in maart.", "dutch"),
        ("стоит", "Цена поездки: 95 рублей.", "russian"),
        ("hond", "Huisdieren zijn niet toegestaan.", "dutch"),
    ],
)
def test_another_name_speaks_of_the_thing(asked: str, told: str, language: str) -> None:
    assert speaks_of(terms(asked, language), terms(told, language), language)


def test_nothing_is_the_same_as_itself_or_as_what_has_no_other_name() -> None:
    lift = terms("Lift", "german")[0]

    assert lift not in synonyms(lift, "german")
    assert synonyms("sauna", "german") == frozenset()
    assert synonyms(lift, "japanese") == frozenset()
