"""Tests of tables whose cells are separated by tabs."""

from __future__ import annotations

import pytest

from chat.computing.rows import TableText
from chat.computing.tabbed import tables
from chat.domain import Table
from tests.computing.tables import computed

ROWS = "Vessel\tBuilt\tCars\nPetrel\t2013\t45\nTern\t2019\t0"
HEADER = "Vessel Built Cars"


def found(text: str, *printed: Table) -> list[Table]:
    return [laid.table for laid in tables(text, printed)]


def test_the_first_row_names_the_columns_of_the_others() -> None:
    [table] = found(ROWS, Table(0, len(ROWS), header=HEADER))

    assert table.columns == ("Vessel", "Built", "Cars")
    assert ROWS[table.start : table.end] == "Petrel\t2013\t45\nTern\t2019\t0"


def test_it_is_computed_over() -> None:
    [table] = found(ROWS, Table(0, len(ROWS), header=HEADER))

    result = computed("Which vessel has the most cars?", [TableText("fleet.pdf", table.columns, ROWS[table.start : table.end])])

    assert result is not None
    assert "Petrel" in result.sentence
    assert result.rows == (1,)


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (ROWS + "\nTotal\t45", HEADER),
        (ROWS.partition("\n")[2], HEADER),
        (ROWS.replace("Built", "Cars"), "Vessel Cars Cars"),
        (ROWS.partition("\n")[0], HEADER),
    ],
    ids=["a row that lacks a cell", "rows that go on", "a name twice", "no rows"],
)
def test_others_are_not_computed_over(text: str, header: str) -> None:
    assert found(text, Table(0, len(text), header=header)) == []


def test_a_second_table_of_the_same_columns_is_none_of_the_first() -> None:
    text = f"{ROWS}\nGannet\t1998\t28"
    end = len(ROWS)

    assert found(text, Table(0, end, header=HEADER), Table(end + 1, len(text), header=HEADER)) == []


@pytest.mark.parametrize("names", ["", "Vessel\tBuilt\tCars\n"], ids=["names once", "names on each page"])
def test_a_table_over_two_pages_is_one(names: str) -> None:
    foot = "\nPage 1 of 2\n"
    text = f"{ROWS}{foot}{names}Gannet\t1998\t28"
    end = len(ROWS)

    [laid] = tables(text, [Table(0, end, header=HEADER), Table(end + len(foot), len(text), header=HEADER, goes_on=True)])

    rows = laid.rows(text)
    assert rows == "Petrel\t2013\t45\nTern\t2019\t0\nGannet\t1998\t28"
    starts = [rows.index(name) for name in ("Petrel", "Tern", "Gannet")]
    assert laid.places(starts) == [text.index(name) for name in ("Petrel", "Tern", "Gannet")]


@pytest.mark.parametrize("rest", ["Gannet\t28", "Gannet 1998 28"], ids=["a cell is lacking", "no cells are known"])
def test_one_that_goes_on_otherwise_is_not_added_up_in_part(rest: str) -> None:
    text = f"{ROWS}\n{rest}"
    end = len(ROWS)

    assert found(text, Table(0, end, header=HEADER), Table(end + 1, len(text), header=HEADER, goes_on=True)) == []
