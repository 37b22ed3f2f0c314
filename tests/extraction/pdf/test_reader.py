"""Tests of PDF: pages, headings, and reports of what is wrong with a file."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.errors import DamagedFile, FileTooLarge, NeedsPassword, NoText
from chat.extraction.pdf.lines import dehyphenated
from chat.extraction.pdf.ocr import SWITCH_ON
from chat.extraction.pdf.reader import read_pdf
from chat.settings import LimitSettings
from tests import files

LIMITS = LimitSettings()


def page_texts(extracted: Extracted) -> list[str]:
    return [extracted.text[page.start : page.end] for page in extracted.pages]


def test_each_page_is_a_range_of_the_text() -> None:
    extracted = read_pdf(files.handbook_pdf(), LIMITS)

    pages = page_texts(extracted)
    assert [page.number for page in extracted.pages] == [1, 2, 3, 4, 5]
    assert "225 kilowatts" in pages[1]
    assert "40,000 litres" in pages[2]
    assert "Ingrid Solheim" in pages[4]
    assert "\n".join(pages) == extracted.text


def test_headings_come_from_the_outline_and_stand_at_their_titles() -> None:
    extracted = read_pdf(files.handbook_pdf(), LIMITS)

    assert [(heading.title, heading.level, heading.page) for heading in extracted.headings] == [
        ("Introduction", 1, 1),
        ("Energy", 1, 2),
        ("Wind turbines", 2, 2),
        ("Diesel generator", 2, 3),
        ("Food", 1, 4),
        ("Emergencies", 1, 5),
        ("Medical help", 2, 5),
    ]
    assert all(extracted.text[heading.start :].startswith(heading.title) for heading in extracted.headings)


def test_the_title_is_the_one_that_the_file_states() -> None:
    assert read_pdf(files.handbook_pdf(), LIMITS).title == files.HANDBOOK_TITLE


def test_printed_page_numbers_are_kept_where_they_differ() -> None:
    extracted = read_pdf(files.pdf_with_labels(), LIMITS)

    assert [page.label for page in extracted.pages] == ["i", "ii", "1", "2", "3"]
    assert {page.label for page in read_pdf(files.handbook_pdf(), LIMITS).pages} == {None}


def test_a_heading_that_is_not_on_its_page_stands_at_the_top_of_it() -> None:
    page = files.PdfPage(((None, ("Something else first.",)), ((1, "Contents"), ("And more.",))))
    content = files.pdf([page, page])
    renamed = content.replace(b"/Title (Contents)", b"/Title (Elsewher)")

    extracted = read_pdf(renamed, LIMITS)

    assert renamed != content
    assert [heading.start for heading in read_pdf(content, LIMITS).headings] == [22, 63]
    assert [heading.start for heading in extracted.headings] == [page.start for page in extracted.pages]


def test_pages_without_text_are_reported() -> None:
    extracted = read_pdf(files.text_pdf("one", "", "three", ""), LIMITS)

    assert extracted.coverage.pages_without_text == (2, 4)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (files.pdf_without_text(3), "No text found in 3 pages (a scan?). Nothing was indexed."),
        (files.pdf_without_text(1), "No text found in 1 page (a scan?). Nothing was indexed."),
    ],
    ids=["three pages", "one page"],
)
def test_a_scan_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(NoText) as refused:
        read_pdf(content, LIMITS)

    assert str(refused.value) == f"{sentence} {SWITCH_ON}"


def test_a_password_is_asked_for() -> None:
    with pytest.raises(NeedsPassword, match="needs a password"):
        read_pdf(files.encrypted_pdf(), LIMITS)


def test_a_file_that_only_its_owner_may_change_is_read() -> None:
    extracted = read_pdf(files.encrypted_pdf(user_password=""), LIMITS)

    assert "Ingrid Solheim" in extracted.text
    assert len(extracted.headings) == 7


def test_a_broken_file_is_refused() -> None:
    with pytest.raises(DamagedFile, match="not a readable PDF"):
        read_pdf(files.broken_pdf(), LIMITS)


def test_a_file_cut_off_anywhere_is_read_or_refused_but_never_crashes() -> None:
    content = files.handbook_pdf()
    outcomes = set()

    for kept in (*range(100, len(content), 500), len(content) - 1):
        try:
            outcomes.add("read" if read_pdf(content[:kept], LIMITS).text else "empty")
        except (DamagedFile, NoText):
            outcomes.add("refused")

    assert outcomes == {"read", "refused"}


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(FileTooLarge, match="more than 4 pages"):
        read_pdf(files.handbook_pdf(), LimitSettings(max_pages=4))


def test_words_broken_at_a_line_end_are_made_whole_unless_written_with_a_hyphen_elsewhere() -> None:
    texts = ["diffi\ufffe\r\ncult and ready\ufffeto go", "it is ready-to go"]

    assert dehyphenated(texts) == ["difficult and ready-to go", "it is ready-to go"]
