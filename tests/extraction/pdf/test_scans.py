"""Tests of scanned pages: detected, rendered, recognised, and inserted in their place."""

from __future__ import annotations

import pytest

from chat.domain import Coverage, Extracted, Heading, Page, Span, Table
from chat.errors import DamagedFile, NoText
from chat.extraction.pdf.ocr import Tesseract
from chat.extraction.pdf.scans import with_recognised
from chat.extraction.sandbox import Sandbox
from tests.scans import scanned_pdf

WORDS = "The harbour master keeps the key of the lighthouse."


def mixed() -> Extracted:
    """Two pages with text, and a picture before, between and after them."""
    text = "\nA head\nlabel 1 2\n\nfoot\n"
    places = [(0, 0), (1, 17), (18, 18), (19, 23), (24, 24)]
    return Extracted(
        text,
        "application/pdf",
        pages=tuple(Page(number, *place) for number, place in enumerate(places, start=1)),
        headings=(Heading("A head", 1, 1, 2),),
        tables=(Table(8, 18),),
        noise=(Span(19, 23),),
        coverage=Coverage(pages_without_text=(1, 3, 5), warnings=("Pages 1, 3 and 5 hold no text (scans?).", "Something else.")),
    )


def test_recognised_text_stands_on_its_page_and_all_places_still_hold() -> None:
    whole = with_recognised(mixed(), {1: "first picture", 3: "  ", 5: "last\x00 picture\n"}, awaiting=[3])

    assert [whole.text[page.start : page.end] for page in whole.pages] == [
        "first picture",
        "A head\nlabel 1 2",
        "",
        "foot",
        "last picture",
    ]
    assert whole.text[whole.headings[0].start :].startswith("A head\n")
    assert whole.text[whole.tables[0].start : whole.tables[0].end] == "label 1 2\n"
    assert whole.text[whole.noise[0].start : whole.noise[0].end] == "foot"
    assert whole.coverage.ocr_pages == (1, 5)
    assert whole.coverage.pages_without_text == whole.coverage.awaiting_ocr == (3,)
    assert whole.coverage.warnings == ("Something else.",)
    assert with_recognised(mixed(), {1: "one", 5: "five"}).coverage.warnings[-1] == "Page 3 holds no text (a scan?)."


def test_nothing_recognised_changes_nothing() -> None:
    assert with_recognised(mixed(), {}).text == mixed().text


async def test_a_scan_is_drawn_and_read(sandbox: Sandbox) -> None:
    tesseract = Tesseract.found()
    assert tesseract is not None, "the tests need Debian's tesseract-ocr"

    blank = await sandbox.extract("scan.pdf", scanned_pdf(WORDS), scans=True)
    text = await tesseract.read(await sandbox.draw(scanned_pdf(WORDS), 1))

    assert blank.coverage.pages_without_text == (1,)
    assert "harbour master keeps the key" in " ".join(text.split())


async def test_without_recognition_a_scan_is_refused_with_what_to_do(sandbox: Sandbox) -> None:
    with pytest.raises(NoText, match="apt install tesseract-ocr"):
        await sandbox.extract("scan.pdf", scanned_pdf(WORDS))


async def test_a_page_that_is_not_there_can_t_be_drawn(sandbox: Sandbox) -> None:
    with pytest.raises(DamagedFile, match="Page 2"):
        await sandbox.draw(scanned_pdf(WORDS), 2)


async def test_what_is_no_picture_has_no_text() -> None:
    tesseract = Tesseract.found()
    assert tesseract is not None

    assert await tesseract.read(b"no picture") == ""


def test_a_language_that_is_asked_for_is_taken() -> None:
    found = Tesseract.found("deu")

    assert found is not None
    assert found.languages == "deu"


def test_a_blank_line_inside_a_recognised_sentence_parts_nothing() -> None:
    page = Extracted("", "application/pdf", pages=(Page(1, 0, 0),), coverage=Coverage(pages_without_text=(1,)))

    whole = with_recognised(page, {1: "A lost key costs 35\n\npounds.\n\nand so on\n\nThe end"})

    assert whole.text == "A lost key costs 35\npounds.\n\nand so on\n\nThe end"
