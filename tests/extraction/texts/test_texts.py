"""Tests of plain text, Markdown, and their encodings."""

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


_NUMBERED = """The Charter
Version 1.4 of May

1. Members
   1.1. Joining
   1.2. Leaving and
   what it costs
2. The Board
   2.1. Powers ...... 4
   2.2. Meetings .... 5

Chapter 1. Members

1.1. Joining

   A person joins by:

   1. Writing a letter

   2. Paying the fee

1.2. Leaving
and what it costs

   The fee is 1.5 crowns. A letter is enough:

   3. It is short

2. The Board

  2.1. Powers

   It decides.

  2.2. Meetings

   Monthly.

A. Forms

  A.1. Letter

   Dear all.
"""


def test_plain_text_has_headings_by_numbers_that_make_an_outline() -> None:
    extracted = read_plain(_NUMBERED.encode(), LIMITS)

    assert [(heading.level, heading.title) for heading in extracted.headings] == [
        (1, "Chapter 1. Members"),
        (2, "1.1. Joining"),
        (2, "1.2. Leaving and what it costs"),
        (1, "2. The Board"),
        (2, "2.1. Powers"),
        (2, "2.2. Meetings"),
        (1, "A. Forms"),
        (2, "A.1. Letter"),
    ]
    assert all(extracted.text[heading.start :].startswith(heading.title[:10]) for heading in extracted.headings)


def test_what_lists_the_sections_of_a_plain_text_belongs_to_no_chunk() -> None:
    extracted = read_plain(_NUMBERED.encode(), LIMITS)

    (contents,) = extracted.noise
    assert extracted.text[: contents.start].endswith("Version 1.4 of May\n\n")
    assert extracted.text[contents.end :].startswith("\n\nChapter 1. Members")


def test_items_before_the_sections_of_a_plain_text_stay() -> None:
    text = _NUMBERED.replace("1.1. Joining\n   1.2. Leaving and", "1.1. Oars\n   1.2. Sails and", 1)
    text = text.replace("2.1. Powers ...", "2.1. Ropes ...", 1).replace("2.2. Meetings ..", "2.2. Paint ..", 1)

    assert read_plain(text.encode(), LIMITS).noise == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("To buy\n\n1. Apples\n\n2. Pears\n\n3. Plums\n\n4. Figs\n\n5. Nuts\n", id="list"),
        pytest.param("1.1. We pay.\n\n1.2. You pay.\n\n1.3. All pay.\n\n1.4. None pays.\n\n1.5. So be it.\n", id="clauses"),
        pytest.param("1.5 Volt\n\n2.3 Volt\n\n3.7 Volt\n\n4.4 Volt\n\n5.8 Volt\n\n6.9 Volt\n", id="measurements"),
        pytest.param("1.1 Sea ..... 3\n\n1.2 Sand .... 4\n\n1.3 Sun ..... 5\n\n1.4 Ice ..... 9\n", id="contents"),
    ],
)
def test_other_numbers_in_plain_text_are_no_headings(text: str) -> None:
    assert read_plain(text.encode(), LIMITS).headings == ()


def test_plain_text_has_headings_only_where_they_cannot_be_mistaken() -> None:
    text = "THE REPORT\n==========\n\nIt was late. Chapter 3 is long.\n\n"
    text += "Chapter 1. The storm\n\nIt rained.\n\nNot a heading\n\nEnd.\n"

    extracted = read_plain(text.encode(), LIMITS)

    assert [(heading.title, text[heading.start :].startswith(heading.title)) for heading in extracted.headings] == [
        ("THE REPORT", True),
        ("Chapter 1. The storm", True),
    ]
