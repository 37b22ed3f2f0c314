"""Tests of detecting the language of most of a text."""

from __future__ import annotations

import pytest

from chat.extraction.extract import extract
from chat.extraction.texts.language import language_of
from chat.settings import LimitSettings
from tests import files


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param(files.ENGLISH_TEXT, "en", id="English"),
        pytest.param(files.FRENCH_TEXT, "fr", id="French"),
        pytest.param(files.RUSSIAN_TEXT, "ru", id="Russian"),
        pytest.param(files.JAPANESE_TEXT, "ja", id="Japanese"),
        pytest.param("Hello world", None, id="too few letters"),
        pytest.param("1 2 3 4 5 " * 100, None, id="numbers"),
        pytest.param("xkcd qwrt zzgh plmk vbnn asdf jklo qwer tyui opzx cvbn", None, id="no words"),
    ],
)
def test_the_language_is_named_when_it_is_sure(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_most_of_the_text_decides_not_its_beginning() -> None:
    assert language_of(files.ENGLISH_TEXT * 3 + files.FRENCH_TEXT * 300) == "fr"


def test_a_file_is_read_with_its_language() -> None:
    assert extract("x.txt", files.FRENCH_TEXT.encode(), LimitSettings()).coverage.language == "fr"
