"""Tests of texts in many languages and their old encodings: whole sentences, half ones, and mixtures."""

from __future__ import annotations

import unicodedata

import pytest

from chat.extraction.extract import extract
from chat.settings import LimitSettings
from tests.sentences import OLD_ENCODINGS, SENTENCES

LIMITS = LimitSettings()
MARKED = ("utf-8", "utf-8-sig", "utf-16", "utf-32")
UNMARKED = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
CASES = [(language, encoding) for language, encodings in OLD_ENCODINGS.items() for encoding in (*encodings, *MARKED, *UNMARKED)]


def _encoded(text: str, encoding: str) -> tuple[str, bytes]:
    """Return the part of a text that the encoding can represent, and its bytes; in Vietnamese with separate tone marks."""
    form = unicodedata.normalize("NFD", text) if encoding == "cp1258" else text
    content = form.encode(encoding, "ignore")
    return unicodedata.normalize("NFC", content.decode(encoding)), content


@pytest.mark.parametrize(("language", "encoding"), CASES)
def test_a_sentence_is_read_in_the_encoding_that_it_was_written_in(language: str, encoding: str) -> None:
    for sentence in (SENTENCES[language], "\n".join([SENTENCES[language]] * 5)):
        text, content = _encoded(sentence, encoding)

        assert extract("notes.txt", content, LIMITS).text == text


@pytest.mark.parametrize("language", SENTENCES)
def test_half_a_sentence_is_enough_for_the_common_encoding(language: str) -> None:
    sentence = SENTENCES[language]
    text, content = _encoded(sentence[: len(sentence) // 2], OLD_ENCODINGS[language][0])

    assert extract("notes.txt", content, LIMITS).text.strip() == text.strip()


@pytest.mark.parametrize("language", ["Russian", "Polish", "Greek", "Turkish", "Japanese"])
def test_what_stands_behind_a_long_beginning_in_ascii_counts(language: str) -> None:
    text, content = _encoded(SENTENCES[language], OLD_ENCODINGS[language][0])

    extracted = extract("log.txt", b"plain words in a line\n" * 20_000 + content, LIMITS)

    assert extracted.text.endswith(text)


def test_words_between_zero_bytes_are_no_wide_text() -> None:
    content = b"first name\x00 last name\x00 town\x00 and a few words more than that\x00 "

    assert "last name" in extract("dump.txt", content, LIMITS).text
