"""Tests of CSV and TSV as people write them, with titles, units, notes and HTML, and of what each column holds."""

from __future__ import annotations

import csv
import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.chunking.rows import cells_of
from chat.domain import Extracted
from chat.errors import FileRefused
from chat.extraction.extract import extract
from chat.settings import LimitSettings
from tests import files

LIMITS = LimitSettings()


def read(content: bytes) -> Extracted:
    return extract("table.csv", content, LIMITS)


def rows(extracted: Extracted) -> list[str]:
    [table] = extracted.tables
    return extracted.text[table.start : table.end].splitlines()


def written(*lines: tuple[str, ...]) -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerows(lines)
    return stream.getvalue().encode()


# --- the header --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "first"),
    [
        pytest.param(b"Report 2023\nby the office\n\na,b\nx,1\ny,2\n", "a: x; b: 1", id="title lines above"),
        pytest.param(b"Report 2023,,\n,,\na,b,c\nx,1,2\ny,2,3\n", "a: x; b: 1; c: 2", id="a title line padded with commas"),
        pytest.param(b"# made, by, a tool\na;b\nx;1\ny;2\n", "a: x; b: 1", id="a comment with another separator"),
        pytest.param(b"a,b\n-,kg\nx,50\ny,60\n", "a: x; b (kg): 50", id="a row of units"),
        pytest.param(b"a,b\n,[EUR]\nx,50\ny,60\n", "a: x; b (EUR): 50", id="units in brackets"),
        pytest.param(b"a,b\nx,n/a\ny,50\nz,60\n", "a: x; b: n/a", id="a missing number is no unit"),
        pytest.param(b"a,b\nx,1\na,b\ny,2\n", "a: x; b: 1", id="the header twice"),
        pytest.param(b"land,2019,2020\nDE,5,6\nFR,7,8\n", "land: DE; 2019: 5; 2020: 6", id="years beside a word"),
        pytest.param(b"2019,2020\n5,6\n7,8\n", "column 1: 2019; column 2: 2020", id="years alone"),
        pytest.param(b"Anna,DE\nOlga,DE\nPeter,FR\n", "column 1: Anna; column 2: DE", id="its words come again below"),
        pytest.param(b"a,a,b\n1,2,3\n4,5,6\n", "a: 1; a (2): 2; b: 3", id="a name twice"),
        pytest.param(b"a,b,,\n1,2,,\n3,4,,\n", "a: 1; b: 2", id="commas at the end of each line"),
        pytest.param(b'"sep=;"\na;b\n1;2\n', "a: 1; b: 2", id="a quoted separator line"),
        pytest.param(b"\xef\xbb\xbf\"a\",\"b\"\r\n\"1\",\"2\"\r\n", "a: 1; b: 2", id="a mark, and everything quoted"),
        pytest.param(b"a,b\nx\x00y,1\n", "a: xy; b: 1", id="a zero byte"),
        pytest.param(b"email\nanna@example.org\nolga@example.org\n", "email: anna@example.org", id="a list under a known name"),
        pytest.param(b"when\n2023-01-02\n2023-01-03\n", "when: 2023-01-02", id="a list of dates"),
        pytest.param(b'"city"\n"Paris, France"\n"Bonn"\n', "city: Paris, France", id="a quoted list"),
    ],
)  # fmt: skip
def test_the_header_is_found(content: bytes, first: str) -> None:
    assert rows(read(content))[0] == first


def test_what_stands_around_the_rows_is_kept_outside_of_the_table() -> None:
    extracted = read(b"Sales 2023\n\na,b,c\nx,1,2\ny,2,3\nSource: the office\n")

    assert extracted.text.startswith("Sales 2023\nTable of 2 rows")
    assert extracted.text.endswith("\n\nSource: the office\n")
    assert rows(extracted) == ["a: x; b: 1; c: 2", "a: y; b: 2; c: 3"]


def test_a_repeated_header_is_no_row() -> None:
    extracted = read(b"a,b\nx,1\na,b\ny,2\n")

    assert rows(extracted) == ["a: x; b: 1", "a: y; b: 2"]
    assert extracted.coverage.warnings == ("The header is repeated among the rows; it was left out there.",)


def test_column_names_without_rows_are_the_text() -> None:
    extracted = read(b"article,price,stock\n")

    assert extracted.text.strip() == "Table of 0 rows with the columns: article, price, stock."
    assert extracted.tables == ()
    assert extracted.coverage.warnings == ("The table has column names and no rows.",)


def test_a_list_without_a_name_is_read_as_text() -> None:
    assert read(b"Berlin\nParis\nRome\n").text == "Berlin\nParis\nRome\n"


# --- what columns hold -------------------------------------------------------------------------------------------


def test_a_row_begins_with_its_title_and_the_line_above_says_what_columns_hold() -> None:
    extracted = read(
        written(
            ("id", "title", "content", "url", "category", "published", "price"),
            ("1", "Lamp", "<p>It <b>shin</b>es</p>", "https://example.org/1", "home", "2023-04-05", "1.50"),
            ("2", "Desk", "<p>It stands</p>", "https://example.org/2", "home", "2023-05-06", "2.50"),
        )
    )

    assert extracted.tables[0].columns == ("title", "id", "content", "url", "category", "published", "price")
    assert rows(extracted)[0].startswith("title: Lamp; id: 1; content: It shines; url: https://example.org/1;")
    assert extracted.text.splitlines()[1] == (
        "Each row begins with its title. Text is in content. Rows are grouped by category. Links are in url. "
        "Dates are in published. Numbers are in id, price."
    )


def test_questions_answers_and_theses_are_told() -> None:
    extracted = read(written(("thesis", "question", "answer"), ("t1", "why?", "so"), ("t2", "how?", "thus")))

    assert extracted.text.splitlines()[1] == "Questions are in question. Answers are in answer. Theses are in thesis."


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        pytest.param(("841.14", "4549.23", "6928.19"), "Numbers are in c.", id="amounts"),
        pytest.param(("2012.12", "2013.01", "1999.10"), "Numbers are in c.", id="amounts that could be months"),
        pytest.param(("841,14", "1.234,56", "12.345.678,90"), "Numbers are in c.", id="European amounts"),
        pytest.param(("12,34,567.89", "1'234.50", "(5)"), "Numbers are in c.", id="Indian and Swiss amounts, a debt"),
        pytest.param(("2019", "2020", "2021"), "Numbers are in c.", id="years"),
        pytest.param(("12:30", "08:15:59", "23:05"), "", id="times"),
        pytest.param(("1.2.3", "1.2.10", "3.11.12"), "", id="versions"),
        pytest.param(("192.168.1.1", "10.0.0.1", "10.0.0.2"), "", id="addresses of computers"),
        pytest.param(("Room 1234", "Room 2001", "Hall 1999"), "", id="a word and a number"),
        pytest.param(("2019-20", "2020-21", "2021-22"), "", id="seasons"),
        pytest.param(("2023-05-06", "2023/5/6", "2023.05.06"), "Dates are in c.", id="the year first"),
        pytest.param(("31/12/2023", "12/31/2023", "1.12.2023"), "Dates are in c.", id="the year last"),
        pytest.param(("01.02.23", "13.02.23", "3/4/24"), "Dates are in c.", id="a short year"),
        pytest.param(("2023-05", "2023/06", "Jul 2023"), "Dates are in c.", id="months"),
        pytest.param(("5 May 2023", "May 6th, 2023", "7-Mai-23"), "Dates are in c.", id="months in words"),
        pytest.param(("2023-05-06 10:11", "2023-05-06T10:11:12.345Z", "5/6/2023 9:05 PM"), "Dates are in c.", id="with a time"),
    ],
)
def test_numbers_are_told_from_dates_and_both_from_what_looks_like_them(cells: tuple[str, ...], told: str) -> None:
    extracted = read(written(("word", "c"), *[(f"w{number}", cell) for number, cell in enumerate(cells)]))

    assert extracted.text.splitlines()[1] == told


def test_a_version_in_the_first_row_is_no_name() -> None:
    assert rows(read(b"lamp,1.2.3\ndesk,2.0.1\n"))[0] == "column 1: lamp; column 2: 1.2.3"


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("<p>One</p><p>two</p>", "One two"),
        ("<ul><li>One<li>two</ul>", "One two"),
        ("a <b>bold</b>ly said", "a boldly said"),
        ("<script>alert(1)</script>said", "said"),
        ("R&amp;D &lt;b&gt;", "R&D <b>"),
        ("<p>5 < 6", "5 < 6"),
        ("a&#x202e;b<br>", "ab"),
        ("<div>" * 3_000 + "deep", "deep"),
    ],
)  # fmt: skip
def test_html_becomes_words(cell: str, words: str) -> None:
    extracted = read(written(("id", "text"), ("1", cell), ("2", "<p>other</p>")))

    assert rows(extracted)[0] == f"id: 1; text: {words}"


def test_a_column_about_html_keeps_its_tags() -> None:
    table = [("id", "text"), *[(str(number), f"plain {number}") for number in range(30)], ("31", "Use the <br> tag")]

    assert rows(read(written(*table)))[-1] == "id: 31; text: Use the <br> tag"


# --- odd tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["x; b: y", "b: y", "; b: y", "x; a: y", "x; b: ; c: 1"])
def test_a_cell_that_looks_like_other_cells_stays_one(cell: str) -> None:
    extracted = read(written(("a", "b", "c"), (cell, "", "z"), ("p", "q", "r")))

    found = cells_of(rows(extracted)[0], extracted.tables[0].columns)

    assert set(found) == {"a", "c"}
    assert found["c"] == "z"


def test_the_widest_table() -> None:
    names = tuple(f"c{number}" for number in range(1_000))

    extracted = read(written(names, ("1",) * 1_000, ("2",) * 1_000))

    assert extracted.tables[0].columns == names
    assert "c39 and 960 more." in extracted.text


def test_long_fields_are_read_whole() -> None:
    extracted = read(written(("a", "b"), ("word " * 20_000, "1"), ("other", "2")))

    assert extracted.text.count("word") == 20_000


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Generate a valid table with some of its bytes changed, removed or repeated."""
    source = random.Random(draw(st.integers(0, 2**32)))
    content = bytearray(files.prices_csv() * source.randrange(1, 4))
    for _ in range(source.randrange(1, 12)):
        place = source.randrange(len(content))
        change = source.choice([b"", b'"', b",", b"\n", b"\x00", b"\xff", b";", b"\t", b"<p>", b"&#0;", b"sep=,\n"])
        content[place : place + source.randrange(4)] = change
    return bytes(content)


@settings(max_examples=200)
@given(damaged())
def test_whatever_comes_is_read_or_refused(content: bytes) -> None:
    try:
        extracted = read(content)
    except FileRefused:
        return
    assert extracted.text.strip()
    for table in extracted.tables:
        assert 0 <= table.start < table.end <= len(extracted.text)


CELLS = st.text(st.sampled_from("ab:; ,1<&\"'"), max_size=12)


@settings(max_examples=300)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_cells_come_back_out_of_their_line(table: list[tuple[str, str, str]]) -> None:
    extracted = extract("t.csv", written(("a", "b", "ab"), *table), LIMITS)

    lines = [line for line in rows(extracted) if line] if extracted.tables else []
    kept = [row for row in table if any(map(str.strip, row)) and row != ("a", "b", "ab")]

    if extracted.tables and extracted.tables[0].columns == ("a", "b", "ab") and len(lines) == len(kept) and "<" not in str(table):
        for line, row in zip(lines, kept, strict=True):
            filled = {name for name, cell in zip(("a", "b", "ab"), row, strict=True) if cell.strip()}
            assert set(cells_of(line, ("a", "b", "ab"))) == filled
