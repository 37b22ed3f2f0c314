"""Tests of what a PDF holds besides printed text, what is reported about it, passwords, and rendered pages."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chat.domain import Extracted
from chat.errors import DamagedFile, FileRefused, FileTooLarge, NeedsPassword
from chat.extraction.extract import extract
from chat.extraction.pdf.fallback import read_by_pypdf
from chat.extraction.pdf.lines import dehyphenated
from chat.extraction.pdf.pdfium import render_page
from chat.extraction.pdf.reader import read_pdf
from chat.extraction.sandbox import Sandbox
from chat.settings import LimitSettings
from tests import files, pdf_files
from tests.pdf_files import prose

LIMITS = LimitSettings()
SEEDS = (pdf_files.filing_pdf(), pdf_files.form_pdf(), pdf_files.linked_pdf(), pdf_files.income_pdf())


# --- links, fields, attachments ----------------------------------------------------------------------------------


def test_addresses_that_the_page_does_not_show_follow_its_text() -> None:
    extracted = read_pdf(pdf_files.linked_pdf(), LIMITS)

    assert extracted.text.split("\n")[4:] == [
        "Link: our price list → https://example.org/prices?year=2024",
        "Link: write to us → mailto:desk@example.org",
    ]
    assert extracted.pages[0].end == len(extracted.text)


def test_a_page_with_thousands_of_links_is_read() -> None:
    extracted = read_pdf(pdf_files.pdf_with_many_links(3_000), LIMITS)

    assert extracted.text.count("Link: ") == 2_000


def test_filled_fields_follow_the_text_of_their_page_but_passwords_do_not() -> None:
    assert read_pdf(pdf_files.form_pdf(), LIMITS).text.split("\n") == [
        "Application for a key",
        "Name of applicant: Ingrid Solheim",
        "insured: yes",
        "smoker: no",
        "floor: third",
        "term: year",
    ]


def test_attached_files_are_named() -> None:
    extracted = read_pdf(pdf_files.pdf_with_attachment(), LIMITS)

    assert extracted.coverage.warnings == ("The PDF holds 1 attached file that was not read: prices.xlsx.",)


# --- coverage ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pages", "sentence"),
    [
        pytest.param([True, False], "Page 2 holds no text (a scan?).", id="one"),
        pytest.param([False, True, False], "Pages 1 and 3 hold no text (scans?).", id="two"),
        pytest.param([True, False, False, False, True, False], "Pages 2 to 4 and 6 hold no text (scans?).", id="a range"),
        pytest.param(
            [True, False] * 12,
            "Pages 2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 2 more hold no text (scans?).",
            id="more than are named",
        ),
    ],
)
def test_pages_without_text_are_named(pages: list[bool], sentence: str) -> None:
    assert read_pdf(pdf_files.scanned_pdf(*pages), LIMITS).coverage.warnings == (sentence,)


def test_pages_that_repeat_an_earlier_one_are_reported() -> None:
    pages = [[*prose(letter), "", str(number)] for number, letter in enumerate("ABACAD", start=1)]

    assert read_pdf(pdf_files.set_pdf(*pages), LIMITS).coverage.duplicate_pages == (3, 5)


def test_short_pages_may_be_alike() -> None:
    assert read_pdf(pdf_files.set_pdf(["left blank"], ["left blank"]), LIMITS).coverage.duplicate_pages == ()


def test_characters_that_were_left_out_are_counted() -> None:
    coverage = extract("a.txt", b"some words\x00 and more words\x00", LIMITS).coverage

    assert coverage.characters_dropped == 2
    assert coverage.warnings == ("2 invisible or control characters were left out.",)


# --- passwords ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256"])
def test_a_locked_file_opens_with_its_password(algorithm: str) -> None:
    content = pdf_files.locked_pdf("open sesame", algorithm)

    assert extract("a.pdf", content, LIMITS, "open sesame").text == "\n".join(pdf_files.PROSE)


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("", "This PDF needs a password."),
        ("wrong", "The password is wrong; this PDF needs another one."),
    ],
)
def test_a_missing_and_a_wrong_password_are_told_apart(password: str, sentence: str) -> None:
    with pytest.raises(NeedsPassword) as by_pdfium:
        read_pdf(files.encrypted_pdf(), LIMITS, password)
    with pytest.raises(NeedsPassword) as by_pypdf:
        read_by_pypdf(files.encrypted_pdf(), password, lambda pages: None)

    assert str(by_pdfium.value) == str(by_pypdf.value) == sentence


def test_a_password_that_nobody_asked_for_does_no_harm() -> None:
    assert read_pdf(files.encrypted_pdf(user_password=""), LIMITS, "other").text == read_pdf(files.handbook_pdf(), LIMITS).text
    assert extract("notes.md", files.notes_markdown(), LIMITS, "other").text == files.NOTES_MARKDOWN


async def test_the_password_reaches_the_process_that_reads() -> None:
    sandbox = Sandbox(LIMITS)

    extracted = await sandbox.extract("a.pdf", pdf_files.locked_pdf("open sesame"), "open sesame")

    assert extracted.text == "\n".join(pdf_files.PROSE)


# --- both libraries ----------------------------------------------------------------------------------------------


def test_pypdf_reads_text_outline_and_labels_by_itself() -> None:
    document = read_by_pypdf(files.pdf_with_labels(), "", lambda pages: None)

    assert "225 kilowatts" in (document.pages[1].text or "")
    assert [(entry.level, entry.title, entry.page) for entry in document.outline][:3] == [
        (1, "Introduction", 0),
        (1, "Energy", 1),
        (2, "Wind turbines", 1),
    ]
    assert list(document.labels) == ["i", "ii", "1", "2", "3"]


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        pytest.param("diffi-\ncult", "difficult", id="a hyphen at a line's end"),
        pytest.param("diffi\u00ad\ncult", "difficult", id="a soft hyphen"),
        pytest.param("diffi\ufffecult", "difficult", id="PDFium's sign"),
        pytest.param("Trace-\nMonkey", "Trace-Monkey", id="a capital"),
        pytest.param("2018-\n2019", "2018-\n2019", id="numbers"),
        pytest.param("a - b", "a - b", id="a dash"),
    ],
)
def test_words_broken_at_line_ends(broken: str, whole: str) -> None:
    assert dehyphenated([broken]) == [whole]


def test_columns_are_read_one_after_the_other() -> None:
    lines = read_pdf(pdf_files.two_columns_pdf(), LIMITS).text.split("\n")

    assert [line.split()[4] for line in lines] == ["left"] * 30 + ["right"] * 30


# --- too much, and damaged ---------------------------------------------------------------------------------------


def test_a_page_named_ten_thousand_times_is_counted_before_anything_is_read() -> None:
    with pytest.raises(FileTooLarge, match="more than 5,000 pages"):
        read_pdf(pdf_files.pdf_with_one_page_many_times(10_000), LIMITS)


def test_a_broken_title_does_not_keep_the_text_from_being_read() -> None:
    content = pdf_files.pdf_with_a_broken_title()

    extracted = read_pdf(content, LIMITS)

    assert b"feffd8000041" in content
    assert extracted.title is None
    assert extracted.text == "\n".join(pdf_files.PROSE)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(SEEDS), st.lists(st.tuples(st.floats(0, 0.999), st.binary(min_size=1, max_size=8)), min_size=1, max_size=12)
)
def test_a_file_overwritten_anywhere_is_read_or_refused(content: bytes, changes: list[tuple[float, bytes]]) -> None:
    mutated = bytearray(content)
    for place, written in changes:
        start = int(place * len(mutated))
        mutated[start : start + len(written)] = written

    try:
        extracted = read_pdf(bytes(mutated), LIMITS)
    except FileRefused:
        return

    _check(extracted)


def _check(extracted: Extracted) -> None:
    """Check that everything is within the text, in order and without overlaps."""
    assert "\n".join(extracted.text[page.start : page.end] for page in extracted.pages) == extracted.text
    assert [heading.start for heading in extracted.headings] == sorted(heading.start for heading in extracted.headings)
    apart = sorted(
        [(span.start, span.end) for span in extracted.noise] + [(table.start, table.end) for table in extracted.tables]
    )
    assert all(start < end <= len(extracted.text) for start, end in apart)
    assert all(first[1] <= second[0] for first, second in pairwise(apart))


@pytest.mark.parametrize("content", SEEDS, ids=["filing", "form", "links", "table"])
def test_offsets_fit_together(content: bytes) -> None:
    _check(read_pdf(content, LIMITS))


# --- pictures ----------------------------------------------------------------------------------------------------


def size(picture: bytes) -> tuple[int, int]:
    """Return the width and height from a PNG's header."""
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_a_page_can_be_drawn() -> None:
    assert size(render_page(pdf_files.scanned_pdf(False), 1, 2.0)) == (1191, 1684)
    assert size(render_page(pdf_files.locked_pdf("open sesame"), 1, 1.0, "open sesame")) == (596, 842)


def test_a_huge_page_is_drawn_smaller() -> None:
    width, height = size(render_page(pdf_files.huge_page_pdf(), 1, 3.0))

    assert 24_000_000 < width * height <= 25_000_000


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_page_that_is_not_there_cannot_be_drawn(number: int) -> None:
    with pytest.raises(DamagedFile, match=f"Page {number} could not be drawn"):
        render_page(pdf_files.scanned_pdf(False), number)
