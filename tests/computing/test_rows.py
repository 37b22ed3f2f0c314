"""Tests of parsing cells as people write them into numbers and dates; ambiguous cells stay text."""

from __future__ import annotations

import math
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.chunking.rows import cells_of
from chat.computing import rows as reading
from chat.computing.rows import TableText, typed
from chat.computing.values import Kind, judged
from tests.computing.tables import ORDERS, table


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1", "-2", "3.5"], [1, -2, 3.5]),
        (["1,234.50", "7.00"], [1234.5, 7]),
        (["1.234,50", "7,00"], [1234.5, 7]),
        (["1 234,5", "7"], [1234.5, 7]),
        (["1'234'567", "7"], [1234567, 7]),
        (["1.234.567", "1.234"], [1234567, 1234]),
        (["1,234", "999"], [1234, 999]),
        (["1.234", "1500"], [1.234, 1500]),
        (["0.125", "1.234"], [0.125, 1.234]),
        (["$1,200", "$5", "-$3", "($4)"], [1200, 5, -3, -4]),
        (["₽1,200.50", "₽5"], [1200.5, 5]),
        (["5 €", "1.000,50 €"], [5, 1000.5]),
        (["EUR 5", "EUR 7"], [5, 7]),
        (["5%", "12.5%"], [5, 12.5]),
        (["5 kg", "7 kg"], [5, 7]),
        (["5", "n/a", "-"], [5]),
        (["−5", "+7"], [-5, 7]),
    ],
    ids=lambda case: " | ".join(map(str, case)),
)
def test_numbers_in_the_style_that_the_column_shows(cells: list[str], numbers: list[float]) -> None:
    style = judged(cells)

    assert style.kind is Kind.NUMBER
    assert [read for cell in cells if (read := style.read(cell)) is not None] == numbers


@pytest.mark.parametrize(
    "cells",
    [
        ["1.234", "5.678"],
        ["1,234", "1500"],
        ["1,5", "2.5"],
        ["1,234.5", "1.234,5"],
        ["$5", "€7"],
        ["5%", "7"],
        ["5 kg", "7 lb"],
        ["01067", "80331"],
        ["5", "five"],
        ["5", "about 7"],
        ["nan", "-"],
        ["1_000", "5"],
        ["1e5", "5"],
        ["12,34,567", "5"],
        ["(5", "7"],
        ["9" * 50, "5"],
        ["+49 30 12345", "+49 30 54321"],
        [],
    ],
    ids=" | ".join,
)
def test_what_is_not_certain_stays_words(cells: list[str]) -> None:
    assert judged(cells).kind is Kind.TEXT


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (["2023-02-01", "2023-12-31"], date(2023, 2, 1)),
        (["2023-02-01T10:15:00Z", "2023-12-31 23:59"], date(2023, 2, 1)),
        (["2023/02/01"], date(2023, 2, 1)),
        (["01.02.2023"], date(2023, 2, 1)),
        (["01/02/2023", "13/02/2023"], date(2023, 2, 1)),
        (["02/01/2023", "02/13/2023"], date(2023, 2, 1)),
        (["1 February 2023", "3 May 2024"], date(2023, 2, 1)),
        (["1. März 2023"], date(2023, 3, 1)),
        (["Feb 1, 2023"], date(2023, 2, 1)),
        (["2023-02", "2023-03"], date(2023, 2, 1)),
        (["February 2023"], date(2023, 2, 1)),
    ],
    ids=lambda case: " | ".join(case) if isinstance(case, list) else str(case),
)
def test_dates(cells: list[str], first: date) -> None:
    style = judged(cells)

    assert style.kind is Kind.DATE
    assert style.read(cells[0]) == first.toordinal()


@pytest.mark.parametrize(
    "cells", [["01/02/2023", "03/04/2023"], ["13/02/2023", "02/13/2023"], ["2023-02-30"], ["2023-02", "2023-02-01"], ["May"]]
)
def test_days_and_months_that_may_be_swapped_stay_words(cells: list[str]) -> None:
    assert judged(cells).kind is Kind.TEXT


def test_columns_come_typed_with_empty_cells_known() -> None:
    rows = typed(ORDERS)

    kinds = {column.name: column.kind.value for column in rows.columns}

    assert kinds == {
        "order_id": "number",
        "customer": "text",
        "country": "text",
        "status": "text",
        "amount": "number",
        "date": "date",
        "remark": "text",
    }
    assert [rows.columns[6].is_empty(row) for row in range(rows.count)] == [False, True, False, True, True, True]
    assert rows.cells(0)["amount"] == "100.50"


def test_a_column_of_very_many_different_cells_keeps_numbers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_MOST_DIFFERENT", 50)
    monkeypatch.setattr(reading, "_BATCH", 20)
    lines = "".join(f"n: {number}.5; w: word {number}; d: {'odd' if number == 900 else number}\n" for number in range(1_000))

    numbers, words, mixed = typed(TableText("t", ("n", "w", "d"), lines)).columns

    assert numbers.kind is Kind.NUMBER
    assert math.fsum(numbers.numbers) == math.fsum(number + 0.5 for number in range(1_000))
    assert (words.kind, words.values) == (Kind.TEXT, ())
    assert (mixed.kind, mixed.values) == (Kind.TEXT, ())


CELLS = st.text(st.sampled_from("ab:; ,1"), max_size=10)


@settings(max_examples=300)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=2, max_size=8))
def test_cells_are_taken_apart_as_chunks_do(lines: list[tuple[str, str, str]]) -> None:
    columns = ("a", "b", "ab: c")
    text = "".join(
        "; ".join(f"{name}: {' '.join(cell.split())}" for name, cell in zip(columns, line, strict=True) if cell.strip()) + "\n"
        for line in [("x", "y", "z"), *lines]
        if not any("; " in cell or ": " in cell for cell in line)
    )

    rows = typed(TableText("t", columns, text))

    for row, line in enumerate(text.splitlines()[: rows.count]):
        assert rows.cells(row) == {name: cell for name, cell in cells_of(line, columns).items() if cell}


def test_cells_with_semicolons_come_back_whole() -> None:
    found = typed(table("t.csv", 'a,b\n"x; y",1\n"z; b: 5",2\n'))

    assert [found.cells(row)["a"] for row in range(2)] == ["x; y", "z, b: 5"]
