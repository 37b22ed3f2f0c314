"""Tests of CSV and TSV: each row becomes a line that is understandable by itself."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.errors import DamagedFile, FileTooLarge
from chat.extraction.tables.reader import read_table
from chat.settings import LimitSettings
from tests import files

LIMITS = LimitSettings()


def rows(extracted: Extracted) -> list[str]:
    [table] = extracted.tables
    return extracted.text[table.start : table.end].splitlines(keepends=True)


def test_each_row_becomes_a_line_with_its_column_names() -> None:
    extracted = read_table(files.prices_csv(), LIMITS)

    assert extracted.media_type == "text/csv"
    assert rows(extracted) == [
        "article: Lamp; price: 19.90; stock: 14; remark: bright, warm\n",
        'article: Chair; price: 75.00; stock: 3; remark: folds "flat"\n',
        "article: Desk; price: 240.50; stock: 0\n",
        "article: Shelf; price: 62.00; stock: 21; remark: two boards\n",
    ]


def test_the_text_begins_with_what_the_table_holds() -> None:
    extracted = read_table(files.prices_csv(), LIMITS)

    assert extracted.text.startswith("Table of 4 rows with the columns: article, price, stock, remark.\n")


@pytest.mark.parametrize(
    ("content", "first"),
    [
        pytest.param(b"a;b\n1,5;2\n3,5;4\n", "a: 1,5; b: 2\n", id="semicolons with decimal commas"),
        pytest.param(b"a\tb\nx\ty\n", "a: x; b: y\n", id="tabs"),
        pytest.param(b"sep=|\na|b\nx|y\n", "a: x; b: y\n", id="a declared separator"),
        pytest.param("имя,город\nАнна,Омск\nОльга,Пермь\n".encode("cp1251"), "имя: Анна; город: Омск\n", id="Cyrillic"),
        pytest.param(b"1,2\n3,4\n", "column 1: 1; column 2: 2\n", id="no header"),
        pytest.param(b'a,b\r\nx,"y\r\nz"\r\n', "a: x; b: y z\n", id="a line break in a field"),
        pytest.param(b"a,,c\n1,2,3\n", "a: 1; column 2: 2; c: 3\n", id="a column without a name"),
        pytest.param(b"f,g\n=1+1,@x\n", "f: =1+1; g: @x\n", id="formulas are text"),
    ],
)
def test_dialects(content: bytes, first: str) -> None:
    assert rows(read_table(content, LIMITS))[0] == first


def test_rows_of_other_lengths_are_read_and_reported() -> None:
    extracted = read_table(b"a,b\n1,2\n3\n4,5,6\n7,8\n9,10\n11,12\n", LIMITS)

    assert rows(extracted)[1:3] == ["a: 3\n", "a: 4; b: 5; column 3: 6\n"]
    assert extracted.coverage.warnings == ("2 rows have more or fewer cells than the header.",)


def test_what_is_no_table_is_read_as_text() -> None:
    extracted = read_table(b"Dear all,\n\nthis is a letter.\nIt has lines.\n", LIMITS)

    assert extracted.media_type == "text/plain"
    assert extracted.tables == ()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(b'a,b\n1,2\n3,"4\n5,6\n', "Row 3: a quote is opened and never closed.", id="an open quote"),
        pytest.param(
            b'a,b\n1,2\n3,"' + b"x,y\n" * 50_000,
            "Row 3: a field is longer than 131,072 characters (unclosed quote?).",
            id="a field without end",
        ),
        pytest.param(b"a,b\n" * 60 + b"1," * 1_000 + b"1\n", "Row 61: more than 1,000 columns.", id="too many columns"),
    ],
)
def test_damage_is_named_by_its_row(content: bytes, sentence: str) -> None:
    with pytest.raises(DamagedFile) as refused:
        read_table(content, LIMITS)

    assert str(refused.value) == sentence


def test_a_table_that_grows_over_the_character_limit_is_refused() -> None:
    with pytest.raises(FileTooLarge, match="more than 1,000 characters"):
        read_table(b"a long name,another long name\n" + b"1,2\n" * 100, LimitSettings(max_table_characters=1_000))
