"""Tests of running headers, footers and page numbers of PDFs."""

from __future__ import annotations

from chat.domain import Extracted
from chat.extraction.pdf.lines import Line
from chat.extraction.pdf.reader import read_pdf
from chat.extraction.pdf.running import running_lines
from chat.settings import LimitSettings
from tests import pdf_files
from tests.pdf_files import PLAIN, Lines, prose

LIMITS = LimitSettings()


def noise(extracted: Extracted) -> list[str]:
    return [line for span in extracted.noise for line in extracted.text[span.start : span.end].splitlines()]


def pages_with(*edges: tuple[str, str]) -> Extracted:
    """Return pages with a line above and a line below their text."""
    pages = [[above, "", *prose(chr(65 + number)), "", below] for number, (above, below) in enumerate(edges)]
    return read_pdf(pdf_files.set_pdf(*pages), LIMITS)


def test_headers_of_left_and_right_pages_and_page_numbers_are_noise() -> None:
    extracted = read_pdf(pdf_files.running_pdf(8), LIMITS)

    sides = ["Northern Lamps", "Annual Report"] * 4
    assert noise(extracted) == [line for number, side in enumerate(sides, start=1) for line in (side, f"Page {number} of 8")]


def test_what_is_noise_still_stands_in_the_text() -> None:
    assert read_pdf(pdf_files.running_pdf(8), LIMITS).text.count("Northern Lamps") == 4


def test_headers_change_with_the_chapter() -> None:
    chapters = ["The Sea"] * 5 + ["The Land"] * 5

    assert noise(pages_with(*((chapter, "") for chapter in chapters))) == chapters


def test_numbers_that_grow_are_page_numbers_also_where_a_page_takes_two() -> None:
    assert noise(pages_with(*(("", str(1 + number // 2)) for number in range(8)))) == list("11223344")


def test_roman_numbers_are_page_numbers() -> None:
    numbers = ["i", "ii", "iii", "iv", "v"]

    assert noise(pages_with(*(("", number) for number in numbers))) == numbers


def test_other_numbers_at_the_end_of_a_page_stay() -> None:
    assert noise(pages_with(*(("", number) for number in ("412", "97", "3055", "18", "640")))) == []


def test_rows_that_differ_only_in_their_numbers_stay() -> None:
    totals = [("", f"Total {number} {7 * number}") for number in (512, 97, 1201, 44)]

    assert noise(pages_with(*totals)) == []


def test_two_pages_are_too_few_to_tell() -> None:
    assert noise(pages_with(("Northern Lamps", "1"), ("Northern Lamps", "2"))) == []


def test_the_head_of_a_table_is_not_taken_for_a_header_of_the_pages() -> None:
    assert noise(pages_with(*[("Three months ended June 30", "")] * 5)) == []


def test_pages_that_are_all_alike_keep_their_text() -> None:
    extracted = read_pdf(pdf_files.set_pdf(*[["The same few words"]] * 5), LIMITS)

    assert extracted.noise == ()


def test_a_long_line_that_all_pages_have_is_kept_once() -> None:
    terms = "Goods stay the property of Northern Lamps until they have been paid for in full."

    extracted = pages_with(*[("", terms)] * 5)

    assert noise(extracted) == [terms] * 4
    assert extracted.noise[0].start > extracted.pages[1].start


def test_pages_that_are_turned_when_shown_have_their_headers_at_the_top() -> None:
    assert noise(read_pdf(pdf_files.turned_pdf(4), LIMITS)) == ["Northern Lamps"] * 4


def test_small_marks_that_stand_last_are_noise() -> None:
    page: Lines = [*prose("A"), (PLAIN, 6.0, "(a) (b)"), (PLAIN, 6.0, "®")]

    assert noise(read_pdf(pdf_files.set_pdf(page), LIMITS)) == ["(a) (b)", "®"]


def test_small_print_stays() -> None:
    page: Lines = [*prose("A"), (PLAIN, 6.0, "(a) by weight"), prose("B")[0]]

    assert noise(read_pdf(pdf_files.set_pdf(page), LIMITS)) == []


def test_a_letter_that_only_looks_like_a_numeral_is_no_page_number() -> None:
    assert running_lines([[Line("\u0130", page)] for page in range(4)]) == []
