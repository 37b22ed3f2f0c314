"""Tests of e-books and archives: files within files, joined, with offsets moved accordingly."""

from __future__ import annotations

import zipfile

import pytest

from chat.domain import Coverage, Extracted, Heading, Page, Span, Table
from chat.errors import DamagedFile, FileRefused, FileTooLarge, NeedsPassword, NoText
from chat.extraction.extract import extract, sniff
from chat.extraction.joined import joined, under
from chat.settings import LimitSettings
from tests import files, office_files, web_files

LIMITS = LimitSettings()


def at(extracted: Extracted, start: int) -> str:
    return extracted.text[start:].split("\n")[0]


# --- joining -----------------------------------------------------------------------------------------------------

FIRST = Extracted(
    "One\na: 1\nfoot",
    "text/plain",
    pages=(Page(1, 0, 9), Page(2, 9, 13, "ii")),
    headings=(Heading("One", 1, 0, 1),),
    tables=(Table(4, 9, ("a",)),),
    noise=(Span(9, 13),),
    coverage=Coverage(ocr_pages=(2,), tables=1, warnings=("Odd.",)),
)


def test_what_points_into_a_text_moves_with_it() -> None:
    whole = joined([FIRST, under("Two", FIRST)], "x/y")

    assert whole.text == "One\na: 1\nfoot\n\nTwo\n\nOne\na: 1\nfoot"
    assert [(heading.title, heading.level, heading.page, at(whole, heading.start)) for heading in whole.headings] == [
        ("One", 1, 1, "One"),
        ("Two", 1, 3, "Two"),
        ("One", 2, 3, "One"),
    ]
    assert [whole.text[table.start : table.end] for table in whole.tables] == ["a: 1\n", "a: 1\n"]
    assert [whole.text[span.start : span.end] for span in whole.noise] == ["foot", "foot"]
    assert [(page.number, page.label, at(whole, page.start)) for page in whole.pages] == [
        (1, None, "One"),
        (2, "ii", "foot"),
        (3, "1", "Two"),
        (4, "ii", "foot"),
    ]
    assert whole.coverage == Coverage(ocr_pages=(2, 4), tables=2, warnings=("Odd.", "Odd."))


def test_a_part_without_pages_beside_one_with_pages_counts_as_a_page() -> None:
    whole = joined([Extracted("words", "x/y", headings=(Heading("words", 1, 0),)), FIRST], "x/y")

    assert [page.number for page in whole.pages] == [1, 2, 3]
    assert [heading.page for heading in whole.headings] == [1, 2]


# --- archives ----------------------------------------------------------------------------------------------------


def test_an_archive_is_one_document_of_its_files() -> None:
    extracted = extract("x.zip", web_files.archive(), LIMITS)

    assert extracted.media_type == "application/zip"
    assert extracted.text.startswith(
        "Archive of 4 files:\n- notes/garden.md\n- handbook.pdf\n- prices.csv\n- inner.zip\n\nnotes/garden.md\n\n# Gard"
    )
    outer = [heading.title for heading in extracted.headings if heading.level == 1]
    assert outer == ["notes/garden.md", "handbook.pdf", "prices.csv", "inner.zip"]
    garden = next(heading for heading in extracted.headings if heading.title == "Watering")
    assert (garden.level, at(extracted, garden.start)) == (3, "## Watering")
    [table] = extracted.tables
    assert at(extracted, table.start).startswith("article: Lamp; ")
    assert "Words within." in extracted.text


def test_what_an_archive_holds_unread_is_named_with_the_reason() -> None:
    extracted = extract("x.zip", web_files.archive(), LIMITS)

    assert extracted.coverage.warnings == (
        "photo.png could not be read: This is a picture.",
        "inner.zip: deep.zip could not be read: It is nested too deeply within other files (at most 1).",
    )


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        pytest.param(office_files.zipped({}), NoText, "holds no files", id="nothing"),
        pytest.param(office_files.zipped({"__MACOSX/x": "x", "a/.git/y": "y"}), NoText, "holds no files", id="only hidden files"),
        pytest.param(office_files.zipped({"x.png": files.png()}), NoText, "This is a picture", id="nothing readable"),
        pytest.param(office_files.zipped({"x.txt": "a" * 100_000_000}), FileTooLarge, "times its size", id="a bomb"),
        pytest.param(web_files.archive()[:-100], DamagedFile, "cut off or damaged", id="cut off"),
    ],
)
def test_archives_that_cannot_be_read(content: bytes, error: type[FileRefused], words: str) -> None:
    with pytest.raises(error, match=words):
        extract("x.zip", content, LIMITS)


def test_the_files_of_an_archive_share_the_character_limit() -> None:
    content = office_files.zipped({f"{number}.txt": "a" * 90 for number in range(3)})

    with pytest.raises(FileTooLarge, match="more than 200 characters"):
        extract("x.zip", content, LimitSettings(max_characters=200))


def test_an_archive_of_stored_office_files_and_books_is_still_an_archive() -> None:
    content = office_files.zipped({"a.docx": office_files.handbook_docx(), "b.epub": web_files.book()}, method=zipfile.ZIP_STORED)

    extracted = extract("x.zip", content, LIMITS)

    assert extracted.media_type == "application/zip"
    assert [heading.title for heading in extracted.headings if heading.level == 1] == ["a.docx", "b.epub"]


# --- books -------------------------------------------------------------------------------------------------------


def test_a_book_is_its_chapters_in_reading_order() -> None:
    extracted = extract("x.epub", web_files.book(), LIMITS)

    assert extracted.media_type == "application/epub+zip"
    assert extracted.title == "A book of ice"
    assert extracted.text == "One\n\nFirst words.\n\nThe second\n\nSecond words.\n"
    assert [(heading.title, at(extracted, heading.start)) for heading in extracted.headings] == [
        ("One", "One"),
        ("The second", "The second"),
    ]


def test_a_chapter_that_begins_with_its_title_is_not_given_it_twice() -> None:
    extracted = extract("x.epub", web_files.book(first="<p>ONE</p><p>Words.</p>"), LIMITS)

    assert extracted.text.startswith("ONE\n\nWords.")
    assert extracted.headings[0] == Heading("One", 1, 0)


def test_a_book_is_known_by_what_it_holds() -> None:
    parts = office_files.unzipped(web_files.book())
    del parts["mimetype"]

    assert sniff("x.zip", office_files.zipped(parts)) == "application/epub+zip"


def test_a_protected_book_is_refused_but_not_one_with_disguised_fonts() -> None:
    protected = '<encryption><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></encryption>'
    fonts = '<encryption><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></encryption>'

    with pytest.raises(NeedsPassword, match=r"protected against copying \(DRM\)"):
        extract("x.epub", web_files.book({"META-INF/encryption.xml": protected}), LIMITS)

    assert extract("x.epub", web_files.book({"META-INF/encryption.xml": fonts}), LIMITS).text.startswith("One")


@pytest.mark.parametrize(
    ("part", "content"),
    [
        pytest.param("META-INF/container.xml", "<container/>", id="no package named"),
        pytest.param("META-INF/container.xml", "", id="an empty container"),
        pytest.param(
            "OPS/nav.xhtml", office_files.BILLION_LAUGHS + "<html><a href='b.xhtml'>&c;</a></html>", id="an entity bomb"
        ),
        pytest.param("OPS/nav.xhtml", "<a>" * 5_000, id="nesting"),
    ],
)
def test_books_with_damaged_parts_are_read(part: str, content: str) -> None:
    extracted = extract("x.epub", web_files.book({part: content}), LIMITS)

    assert "First words." in extracted.text
    assert len(extracted.text) < 200


def test_a_book_without_words_is_refused() -> None:
    pictures = {"OPS/chapter 1.xhtml": "<img src='a.png'/>", "OPS/b.xhtml": ""}

    with pytest.raises(NoText, match="No text found in this book"):
        extract("x.epub", web_files.book(pictures), LIMITS)
