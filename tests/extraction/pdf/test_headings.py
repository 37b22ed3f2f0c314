"""Tests of headings in PDFs without an outline."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.extraction.pdf.reader import read_pdf
from chat.settings import LimitSettings
from tests import pdf_files
from tests.pdf_files import BOLD, PLAIN, Lines, prose

LIMITS = LimitSettings()
FILING = [
    (1, "Northern Lamps Annual Report"),
    (1, "PART I"),
    (2, "Item 1. Business"),
    (3, "Our Plants"),
    (4, "The River Plant"),
    (3, "Our Customers"),
    (2, "Item 2. Legal Proceedings in the Northern District and in Other Places"),
    (1, "PART II"),
    (2, "Item 7. Management’s Discussion"),
]


def titles(extracted: Extracted) -> list[str]:
    return [heading.title for heading in extracted.headings]


def test_parts_items_and_bold_lines_make_the_tree_of_a_filing() -> None:
    extracted = read_pdf(pdf_files.filing_pdf(), LIMITS)

    assert [(heading.level, heading.title) for heading in extracted.headings] == FILING
    assert [heading.page for heading in extracted.headings] == [1, 3, 3, 3, 4, 4, 5, 6, 6]


def test_a_heading_starts_at_its_words() -> None:
    extracted = read_pdf(pdf_files.filing_pdf(), LIMITS)

    lines = [extracted.text[heading.start :].split("\n")[0] for heading in extracted.headings]
    assert all(title.startswith(line) for title, line in zip(titles(extracted), lines, strict=True))


def test_an_outline_of_one_entry_does_not_keep_the_headings_from_being_found() -> None:
    extracted = read_pdf(pdf_files.pdf_with_trivial_outline(), LIMITS)

    assert [(heading.level, heading.title) for heading in extracted.headings] == FILING


def test_an_outline_of_one_entry_is_better_than_nothing() -> None:
    extracted = read_pdf(pdf_files.pdf_with_trivial_outline(pdf_files.set_pdf(prose("A"))), LIMITS)

    assert titles(extracted) == ["Document"]


_MANUAL: Lines = [
    "3",
    "Appendix A Terminals",
    "Plots are written by a terminal.",
    "plot x with lines",
    "4.1 Plot",
    "This draws a plot.",
    "Weekdate iso",
    "This tells a week.",
    "C",
    "The language.",
]


def test_an_entry_of_the_outline_stands_at_the_line_that_is_its_title() -> None:
    """Prose and code begin with the title's words, too; numbers and underscores are typeset differently from the outline."""
    content = pdf_files.pdf_with_outline(_MANUAL, "A Terminals", "Plot", "Weekdate_iso", "C")

    extracted = read_pdf(content, LIMITS)

    assert [extracted.text[heading.start :].split("\n")[0] for heading in extracted.headings] == [
        "Appendix A Terminals",
        "4.1 Plot",
        "Weekdate iso",
        "C",
    ]


_PARTS = ("Sea", "Sand", "Sun", "Wind", "Ice")


@pytest.mark.parametrize(
    ("outline", "left"),
    [
        (_PARTS, ["Sold by the sea.", "1 Sea", "We sail."]),
        (("Soup", "Bread"), ["Sold by the sea.", *(f"{at} {part} . . . . . . . . {at}" for at, part in enumerate(_PARTS, 1))]),
    ],
    ids=["contents", "prices"],
)
def test_a_list_of_the_headings_with_their_pages_belongs_to_no_chunk(outline: tuple[str, ...], left: list[str]) -> None:
    listed = [f"{at} {part} . . . . . . . . {at}" for at, part in enumerate(_PARTS, 1)]
    said = [line for at, part in enumerate(_PARTS, 1) for line in (f"{at} {part}", "We sail.")]

    extracted = read_pdf(pdf_files.pdf_with_outline(["Sold by the sea.", *listed], *outline, further=said), LIMITS)

    kept = extracted.text
    for span in reversed(extracted.noise):
        kept = kept[: span.start] + kept[span.end :]
    assert [line for line in kept.split("\n") if line][: len(left)] == left


def test_numbered_sections_lie_below_their_chapters() -> None:
    first: Lines = [(BOLD, 12, "1 Chapter"), *prose("A"), (BOLD, 12, "1.1 Section"), *prose("B")]
    second: Lines = [(BOLD, 12, "2 Chapter"), *prose("C"), (BOLD, 12, "2.1 Section"), *prose("D")]

    extracted = read_pdf(pdf_files.set_pdf(first, second), LIMITS)

    assert [(heading.level, heading.title) for heading in extracted.headings] == [
        (1, "1 Chapter"),
        (2, "1.1 Section"),
        (1, "2 Chapter"),
        (2, "2.1 Section"),
    ]


def test_numbered_sections_stand_beside_an_abstract_set_as_they_are() -> None:
    first: Lines = [(BOLD, 12, "Abstract"), *prose("A"), (BOLD, 12, "1. Introduction"), *prose("B")]
    second: Lines = [(BOLD, 12, "1.1 Section"), *prose("C"), (BOLD, 12, "References"), *prose("D")]

    extracted = read_pdf(pdf_files.set_pdf(first, second), LIMITS)

    assert [heading.level for heading in extracted.headings] == [1, 1, 2, 1]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([*prose("A"), (BOLD, 10, "bold words that a sentence begins in the line above")], id="no capital"),
        pytest.param([(BOLD, 10, "2024"), *prose("A")], id="a number"),
        pytest.param([(BOLD, 10, "Figure 3. Lamps by year"), *prose("A")], id="a caption"),
        pytest.param(
            [*((BOLD, 10, line) for line in prose("A")), (BOLD, 10, "More of it."), *prose("B"), *prose("C")], id="a paragraph"
        ),
        pytest.param([(BOLD, 10, "A line that is bold " * 8), *prose("A"), *prose("B")], id="too long"),
        pytest.param([(PLAIN, 10, "Item 7 of the report says more"), *prose("A")], id="text that mentions an item"),
        pytest.param([f"{'Subject ' * 3}{'. ' * 20}{number}" for number in range(8)], id="dot leaders"),
    ],
)
def test_what_is_no_heading(lines: Lines) -> None:
    assert read_pdf(pdf_files.set_pdf([*prose("X"), *lines]), LIMITS).headings == ()


def test_an_item_may_begin_with_its_own_contents() -> None:
    page: Lines = [
        (BOLD, 12, "Item 7. Discussion"),
        *(f"Subject {word} {number}" for number, word in enumerate("ABCDEFGHI", start=30)),
    ]

    assert titles(read_pdf(pdf_files.set_pdf(prose("A"), page, prose("B")), LIMITS)) == ["Item 7. Discussion"]


def test_a_long_item_is_cut() -> None:
    item: Lines = [
        (BOLD, 12, "Items 10, 11 and 12. DIRECTORS AND OFFICERS;"),
        *((BOLD, 12, "MATTERS OF THE OWNERS;") for _ in range(4)),
    ]

    [title] = titles(read_pdf(pdf_files.set_pdf([*item, *prose("A"), *prose("B")]), LIMITS))

    assert title.startswith("Items 10, 11 and 12. DIRECTORS AND OFFICERS; MATTERS")
    assert title.endswith(" …")


def test_cells_in_bold_are_no_headings() -> None:
    rows = [((60.0, "Article"), (300.0, "Colour")), ((60.0, "Lamp"), (300.0, "Green")), ((60.0, "Chair"), (300.0, "Blue"))]

    extracted = read_pdf(pdf_files.rows_pdf(*rows, font=BOLD, below=prose("A")), LIMITS)

    assert extracted.headings == ()


def test_a_page_that_is_all_bold_lines_has_no_headings() -> None:
    poster: Lines = [line for number in range(15) for line in ((BOLD, 10.0, f"Offer {'abcdefghijklmno'[number]}"), "short text")]

    assert titles(read_pdf(pdf_files.set_pdf(poster, prose("A"), prose("B")), LIMITS)) == []


def test_headings_that_go_on_over_a_page_are_not_repeated() -> None:
    first: Lines = [(BOLD, 12, "Note 1 Policies"), *prose("A")]
    second: Lines = [(BOLD, 12, "Note 1 Policies (continued)"), *prose("B")]

    assert titles(read_pdf(pdf_files.set_pdf(first, second), LIMITS)) == ["Note 1 Policies"]


def test_a_running_header_is_no_heading() -> None:
    chapters = ["First Chapter", "Second Chapter", "Third Chapter"]
    pages: list[Lines] = [[(BOLD, 14, "Northern Lamps"), "", (BOLD, 12, chapter), *prose(chapter[0])] for chapter in chapters]

    assert titles(read_pdf(pdf_files.set_pdf(*pages), LIMITS)) == chapters
