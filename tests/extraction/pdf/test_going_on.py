"""Tests of PDF tables that continue on the next page."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.extraction.pdf.reader import read_pdf
from chat.settings import LimitSettings
from tests.pdf_files import BOLD, FEATURES, cells_pdf, stock_pdf

LIMITS = LimitSettings()
NAMES = ("Piece", "Store", "Number", "Price (EUR)")
ROWS = tuple((f"Lamp {letter}", "Oslo", str(place + 2), f"{7 * place}.50") for place, letter in enumerate("ABCDEFGHIJKL"))
HEADER = " ".join(NAMES)


def tables(extracted: Extracted) -> list[tuple[str, bool, list[list[str]]]]:
    """Return each table's header, whether it continues, and its cells."""
    return [
        (table.header, table.goes_on, [line.split("\t") for line in extracted.text[table.start : table.end].split("\n")])
        for table in extracted.tables
    ]


def cells(*rows: tuple[str, ...]) -> list[list[str]]:
    return [[*row] for row in rows]


@pytest.mark.parametrize("running", [(), ("Stock list - page",)], ids=["bare", "with a running line"])
def test_rows_without_names_stand_in_the_columns_of_the_page_before(running: tuple[str, ...]) -> None:
    extracted = read_pdf(stock_pdf((NAMES, *ROWS[:5]), ROWS[5:9], ROWS[9:], running=running), LIMITS)

    assert tables(extracted) == [
        (HEADER, False, cells(NAMES, *ROWS[:5])),
        (HEADER, True, cells(*ROWS[5:9])),
        (HEADER, True, cells(*ROWS[9:])),
    ]


def test_names_that_are_printed_on_each_page_are_no_running_line() -> None:
    extracted = read_pdf(stock_pdf(*((NAMES, *ROWS[at : at + 3]) for at in (0, 3, 6, 9))), LIMITS)

    assert tables(extracted) == [(HEADER, at > 0, cells(NAMES, *ROWS[at : at + 3])) for at in (0, 3, 6, 9)]


def test_a_single_row_on_the_next_page_belongs_to_the_table() -> None:
    extracted = read_pdf(stock_pdf((NAMES, *ROWS[:5]), [("Lamp Z", "", "9", "1.50")]), LIMITS)

    assert tables(extracted)[1] == (HEADER, True, cells(("Lamp Z", "9", "1.50")))


def test_a_table_with_other_names_is_one_of_its_own() -> None:
    others = ("Person", "Town", "Age", "Height (m)")

    extracted = read_pdf(stock_pdf((NAMES, *ROWS[:5]), (others, *ROWS[5:])), LIMITS)

    assert [(header, goes_on) for header, goes_on, _ in tables(extracted)] == [(HEADER, False), (" ".join(others), False)]


def test_a_table_below_other_text_goes_on_from_nothing() -> None:
    extracted = read_pdf(stock_pdf((NAMES, *ROWS[:5]), [("The second half of the year was quiet.",), *ROWS[5:]]), LIMITS)

    assert not any(goes_on for _, goes_on, _ in tables(extracted))


def test_the_title_above_is_no_name_of_a_column() -> None:
    rows = [(row[0], row[1], "Kiel", "Graz") for row in ROWS]

    extracted = read_pdf(stock_pdf(((*NAMES[:2], "From", "To"), *rows), above=[(BOLD, 18, "Journeys")]), LIMITS)

    assert extracted.tables[0].header == "Piece Store From To"


def test_a_table_of_words_goes_on_too() -> None:
    extracted = read_pdf(cells_pdf(FEATURES, FEATURES[2:], ruled=False, above=()), LIMITS)

    assert [table.goes_on for table in extracted.tables] == [False, True]
