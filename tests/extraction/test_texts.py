"""Plain text, Markdown, and the encodings that both come in."""

from __future__ import annotations

import pytest

from chat.errors import DamagedFile
from chat.extraction.texts.decoding import decode
from chat.extraction.texts.markdown import read_markdown
from chat.extraction.texts.plain import read_plain
from chat.settings import LimitSettings
from tests import files

LIMITS = LimitSettings()


@pytest.mark.parametrize(("text", "content"), files.ENCODED_TEXTS.values(), ids=files.ENCODED_TEXTS.keys())
def test_a_text_is_read_in_its_encoding(text: str, content: bytes) -> None:
    assert decode(content).text == text


def test_a_guessed_encoding_is_told() -> None:
    decoded = decode(files.ENCODED_TEXTS["windows-1251"][1])

    assert decoded.coverage.warnings == ("Read as cp1251 (a guess).",)


@pytest.mark.parametrize(
    "text",
    [
        "Empfänger;Zweck;Betrag\nMüller Bau;Löhne März;-84,00\nGärtnerei Blüte;Sträuße;-35,00\nBäckerei Köhler;;2,40\n" * 3,
        "ö;ä;ü\n",
        "Århus;Malmö;Göteborg\n",
    ],
)
def test_letters_that_are_the_same_in_the_western_encoding_are_of_that(text: str) -> None:
    assert decode(text.encode("cp1252")).coverage.warnings == ("Read as cp1252 (a guess).",)


def test_one_broken_byte_does_not_change_the_encoding_of_a_long_text() -> None:
    decoded = decode((files.FRENCH_TEXT * 20).encode() + b"\xff")

    assert files.FRENCH_TEXT in decoded.text
    assert decoded.coverage.warnings == ("A few bytes could not be decoded.",)


def test_characters_that_were_left_out_are_counted() -> None:
    assert decode(b"some words\x00 and more words\x00").coverage.warnings == ("2 invisible or control characters were left out.",)


def test_a_file_of_control_characters_is_no_text() -> None:
    with pytest.raises(DamagedFile, match="does not look like text"):
        decode(b"ab\x01\x02\x03" * 10)


def test_markdown_stays_as_written_and_gives_its_headings() -> None:
    extracted = read_markdown(files.notes_markdown(), LIMITS)

    assert extracted.text == files.NOTES_MARKDOWN
    assert extracted.title == "Garden notes"
    assert [(heading.title, heading.level) for heading in extracted.headings] == [
        ("Garden notes", 1),
        ("Watering", 2),
        ("Pests", 2),
        ("Slugs", 3),
        ("Aphids", 2),
    ]


def test_a_markdown_heading_starts_at_its_own_line() -> None:
    extracted = read_markdown(files.notes_markdown(), LIMITS)

    starts = [extracted.text[heading.start :].split("\n")[0] for heading in extracted.headings]
    assert starts == ["# Garden notes", "## Watering", "## Pests", "### Slugs", "Aphids"]


def test_headings_in_quotations_and_code_are_none() -> None:
    extracted = read_markdown(b"> # quoted\n\n    # code\n\n- # item\n", LIMITS)

    assert extracted.headings == ()


def test_a_heading_is_named_without_its_markup() -> None:
    extracted = read_markdown(b"# The *big* `do_it` [link](http://example.org) \\#1\n", LIMITS)

    assert extracted.headings[0].title == "The big do_it link #1"


def test_front_matter_gives_the_title_and_is_no_heading() -> None:
    extracted = read_markdown(b'---\ntitle: "My page"\ndate: 2024\n---\n\n# First\n', LIMITS)

    assert extracted.title == "My page"
    assert [extracted.text[heading.start :] for heading in extracted.headings] == ["# First\n"]


def test_plain_text_has_headings_only_where_they_cannot_be_mistaken() -> None:
    text = "THE REPORT\n==========\n\nIt was late. Chapter 3 is long.\n\n"
    text += "Chapter 1. The storm\n\nIt rained.\n\nNot a heading\n\nEnd.\n"

    extracted = read_plain(text.encode(), LIMITS)

    assert [(heading.title, text[heading.start :].startswith(heading.title)) for heading in extracted.headings] == [
        ("THE REPORT", True),
        ("Chapter 1. The storm", True),
    ]
