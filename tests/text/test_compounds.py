from __future__ import annotations

import pytest

from chat.text import compounded, indexed, keywords
from chat.text.compounds import parts

_NOTICE = "Die Jahreshauptversammlung ist am 27. Februar im Gasthof."


@pytest.mark.parametrize(
    ("word", "language", "part"),
    [
        ("Jahreshauptversammlung", "german", "versammlung"),
        ("Jahreshauptversammlung", "german", "jahres"),
        ("Kündigungsfrist", "german", "frist"),
        ("telefoonnummer", "dutch", "nummer"),
        ("generalforsamling", "norwegian", "forsamling"),
        ("telefonnummer", "swedish", "nummer"),
        ("Zahnarzttermin", "german", "termin"),
    ],
)
def test_a_word_is_cut_where_one_ends_and_another_begins(word: str, language: str, part: str) -> None:
    assert part in parts(word, language)


@pytest.mark.parametrize(
    ("word", "language"), [("Termine", "german"), ("chairmanship", "english"), ("cumpleaños", "spanish"), ("Rechnung", "german")]
)
def test_short_words_endings_and_languages_that_write_apart_have_no_parts(word: str, language: str) -> None:
    assert parts(word, language) == ()


def test_a_passage_has_the_parts_of_its_words_beside_its_keywords_and_a_question_looks_for_them() -> None:
    within = {keyword for near in compounded("Wann ist die Versammlung?").values() for keyword in near}

    assert set(indexed(_NOTICE)) - set(keywords(_NOTICE)) & within
    assert not set(keywords(_NOTICE)) & within
    assert not [keyword for keyword in keywords("Wann ist die Jahreshauptversammlung?") if keyword.startswith("~~")]


def test_what_a_question_puts_together_is_looked_for_apart() -> None:
    near = compounded("Wie hoch ist die Hallenmiete?")

    assert near.keys() >= {"hallenmiet", "~hallenmiet"}
    assert set(near["~hallenmiet"]) & set(keywords("Die Miete für die Halle ist nicht hoch."))


def test_english_has_neither() -> None:
    assert compounded("When is the annual meeting of the allotment association?") == {}
    assert indexed("The chairmanship of the association changes.") == keywords("The chairmanship of the association changes.")
