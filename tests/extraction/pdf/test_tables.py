"""Tests of tables in the text of PDFs."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.extraction.pdf.reader import read_pdf
from chat.settings import LimitSettings
from tests import pdf_files
from tests.pdf_files import BOLD, prose

LIMITS = LimitSettings()
HEADER = "Year ended December 31 (Millions) 2018 2017 2016"


def rows(extracted: Extracted) -> list[list[str]]:
    return [extracted.text[table.start : table.end].split("\n") for table in extracted.tables]


def test_rows_stand_as_printed_below_the_names_of_their_columns() -> None:
    extracted = read_pdf(pdf_files.income_pdf(), LIMITS)

    assert rows(extracted) == [
        [
            HEADER,
            "Revenues",
            "Sales of lamps $ 1,210 $ 1,105 $ 998",
            "Sales of chairs and of desks with and without drawers 410 (12) —",
            "Total revenues $ 1,620 $ 1,093 $ 998",
        ]
    ]
    assert [table.header for table in extracted.tables] == [HEADER]
    assert extracted.coverage.tables == 1


def test_the_text_around_a_table_is_not_part_of_it() -> None:
    extracted = read_pdf(pdf_files.income_pdf(), LIMITS)

    [table] = extracted.tables
    assert extracted.text[: table.start] == "The table shows what came in and what went out.\n"
    assert extracted.text[table.end :] == "\nThe accompanying notes belong to this statement."


def test_a_table_that_goes_on_over_a_page_keeps_its_header() -> None:
    extracted = read_pdf(pdf_files.income_over_two_pages_pdf(), LIMITS)

    assert [table.header for table in extracted.tables] == [HEADER, HEADER]
    assert rows(extracted)[1] == ["Total revenues $ 1,620 $ 1,093 $ 998", "Per lamp 0.21 0.20 0.19"]


def test_pages_are_still_ranges_of_the_text_where_lines_were_joined() -> None:
    extracted = read_pdf(pdf_files.income_over_two_pages_pdf(), LIMITS)

    assert "\n".join(extracted.text[page.start : page.end] for page in extracted.pages) == extracted.text


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(
            ["In 2018 the sales were 12", "and in 2017 they were 14 of 20", "which is less than in 2016"], id="prose with years"
        ),
        pytest.param([f"Item {number}. A subject {number}0" for number in range(1, 9)], id="contents"),
        pytest.param(["1. Switch it on", "2. Wait for 10 minutes", "3. Switch it off"], id="a list"),
        pytest.param(["see pages 12, 14 and 16", "or the notes 3, 4 and 5."], id="references"),
    ],
)
def test_what_is_no_table(lines: list[str]) -> None:
    assert read_pdf(pdf_files.set_pdf([*prose("A"), *lines, *prose("B")]), LIMITS).tables == ()


@pytest.mark.parametrize(
    "row",
    [
        "Tax (12.5)% 13.0 %",
        "Loss $(0.81) $ (0.75)",
        "Rate 4.1x 3.9x",
        "Sold — 1.234,5",
        "Lamps 1'200 € 40",
        "Change # (59)%",
        "Margin −5 +7",
    ],
)
def test_the_ways_in_which_numbers_are_written(row: str) -> None:
    extracted = read_pdf(
        pdf_files.set_pdf([*prose("A"), "Of what 2018 2017", row.replace("−", "-"), "Total 3 4", *prose("B")]), LIMITS
    )

    assert [len(table) for table in rows(extracted)] == [3]


def test_one_row_is_a_table_when_a_line_in_bold_names_its_columns() -> None:
    extracted = read_pdf(
        pdf_files.set_pdf([*prose("A"), (BOLD, 10, "For Against Abstained"), "1,200 300 15", *prose("B")]), LIMITS
    )

    assert rows(extracted) == [["For Against Abstained", "1,200 300 15"]]
    assert [table.header for table in extracted.tables] == ["For Against Abstained"]


def test_two_tables_one_below_the_other_have_their_own_headers() -> None:
    lines = ["(Millions) 2018 2017", "Lamps 5 6", "Chairs 7 8", "(Thousands) 2016 2015", "Lamps 1 2", "Chairs 3 4"]

    extracted = read_pdf(pdf_files.set_pdf([*prose("A"), *lines]), LIMITS)

    assert [table.header for table in extracted.tables] == ["(Millions) 2018 2017", "(Thousands) 2016 2015"]


def test_names_of_columns_may_be_abbreviated() -> None:
    rows = (("Pos.", "Article", "Price"), ("P-10", "Heat pump", "8.450,00"), ("P-20", "Tank", "1.120,00"))

    extracted = read_pdf(pdf_files.rows_pdf(*(tuple(zip((60, 220, 380), row, strict=True)) for row in rows)), LIMITS)

    assert extracted.text == "\n".join("\t".join(row) for row in rows)
