"""Tests of HTML: the text that a person reads, and the offsets of headings and tables in it."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.errors import FileTooLarge
from chat.extraction.web.html import read_html
from chat.settings import LimitSettings
from tests import web_files

LIMITS = LimitSettings()


def read(page: str) -> Extracted:
    return read_html(page.encode(), LIMITS)


def rows(extracted: Extracted) -> list[str]:
    [table] = extracted.tables
    return extracted.text[table.start : table.end].splitlines()


def test_a_page_reads_as_a_person_sees_it() -> None:
    extracted = read(web_files.PAGE)

    assert extracted.title == "Aurora & its station"
    assert extracted.text == (
        "Aurora station\n\n"
        "It stands on the Larsen plateau (https://example.org/larsen),\n"
        "opened in 1987. More A red container\n\n"
        "Crew\n\n"
        "- Ingrid\n- Two engineers\n  1. Anna\n  2. Olav\n\n"
        "  fuel = 40\n    litres\n"
    )


def test_headings_have_their_level_and_place() -> None:
    extracted = read(web_files.PAGE)

    found = [(heading.title, heading.level, extracted.text[heading.start :].split("\n")[0]) for heading in extracted.headings]
    assert found == [("Aurora station", 1, "Aurora station"), ("Crew", 2, "Crew")]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("<nav>Menu</nav><p>Words</p>", "Menu\n\nWords", id="no content is marked"),
        pytest.param("<nav>Menu <main><p>Words</p></main>", "Words", id="a menu that never ends"),
        pytest.param("<main></main><aside>" + "All. " * 100 + "</aside>", ("All. " * 100).strip(), id="an empty main"),
        pytest.param('<div role="main">Words</div><div role="navigation">Menu</div>', "Words", id="by their roles"),
        pytest.param("<article><aside>A remark</aside>Words</article><aside>Ad</aside>", "A remark\n\nWords", id="remarks"),
    ],
)
def test_menus_are_left_out_where_content_is_left(page: str, text: str) -> None:
    assert read(page).text == f"{text}\n"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("a<b>b</b>c", "abc", id="words in parts"),
        pytest.param("<p>one<p>two<div>three", "one\n\ntwo\n\nthree", id="elements left open"),
        pytest.param("<p>x &lt;y&gt; &eacute; &#8212; &shy;&#0;z", "x <y> é — �z", id="entities"),
        pytest.param("<title/><script src='x'/></script><p>kept", "kept", id="elements that close themselves"),
        pytest.param("<body style='visibility:hidden'><p>kept", "kept", id="a page that a script shows"),
        pytest.param("<p><![CDATA[kept]]> too", "kept too", id="character data"),
        pytest.param("<ul><li><p>a<p>b<li>c</ul>", "- a\n  b\n- c", id="paragraphs in items"),
        pytest.param("<dl><dt>kW<dd>power</dl>", "kW\n\npower", id="definitions"),
        pytest.param("<a href='javascript:x'>x</a> <a href='https://e.org'>https://e.org</a>", "x https://e.org", id="links"),
    ],
)
def test_markup_of_all_kinds(page: str, text: str) -> None:
    assert read(page).text == f"{text}\n"


@pytest.mark.parametrize(
    ("content", "word"),
    [
        pytest.param('<meta charset="iso-8859-1">Grüße'.encode("cp1252"), "Grüße", id="declared"),
        pytest.param('<meta http-equiv=x content="text/html; charset=windows-1251">Гавань'.encode("cp1251"), "Гавань", id="HTTP"),
        pytest.param('<?xml version="1.0" encoding="Shift_JIS"?><html>港は'.encode("cp932"), "港は", id="XHTML"),
        pytest.param('<meta charset="iso-8859-1">Grüße'.encode(), "Grüße", id="declared wrongly"),
        pytest.param('<meta charset="utf-8">Grüße'.encode("utf-16"), "Grüße", id="a mark"),
        pytest.param(b'<meta charset="punycode">words', "words", id="no encoding for texts"),
        pytest.param(b'<meta charset="iso-2022-jp">\x1b$B9A\x1b(B', "港", id="seven bits"),
    ],
)
def test_a_page_is_read_in_its_encoding(content: bytes, word: str) -> None:
    assert read_html(content, LIMITS).text == f"{word}\n"


def test_a_table_names_its_columns_in_each_row() -> None:
    extracted = read(web_files.TURBINES)

    assert rows(extracted) == [
        "Name: North mast; Power kW: 225; Power Year: 2004",
        "Name: North mast; Power kW: 230; Power Year: 2011",
        "Name: Out of use since 2020",
    ]
    assert extracted.tables[0].columns == ("Name", "Power kW", "Power Year")
    assert extracted.tables[0].title == "Turbines"
    assert extracted.text.startswith("Before\n\nTurbines\n\nName: ")
    assert extracted.text.endswith("\n\nAfter\n")


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        pytest.param("<tr><td>a<td>b<td>c<tr><td>1<td>2<td>3", ["a: 1; b: 2; c: 3"], id="names without their own element"),
        pytest.param("<tr><th>Fuel<td>40<tr><th>Crew<td>11", ["Fuel: 40", "Crew: 11"], id="names at the side"),
        pytest.param("<tr><td>1<td>2<tr><td>3<td>4", ["1 | 2", "3 | 4"], id="no names"),
        pytest.param("<tr><th>a<th>b<tr><td><b>x</b>y<p>z<td>2", ["a: xy z; b: 2"], id="paragraphs in cells"),
    ],
)
def test_tables_of_other_shapes(table: str, lines: list[str]) -> None:
    assert rows(read(f"<table>{table}</table>")) == lines


def test_a_table_that_lays_out_the_page_is_no_table() -> None:
    extracted = read("<table><tr><td><h2>News</h2>It snows.<td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>")

    assert extracted.text == "News\n\nIt snows.\n\na: 1; b: 2\n"
    assert rows(extracted) == ["a: 1; b: 2"]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("<div>" * 100_000 + "deep", id="nesting"),
        pytest.param("<ul><li>" * 20_000 + "deep", id="lists"),
        pytest.param("<table><tr><td>" * 20_000 + "deep", id="tables"),
        pytest.param("<a href='https://e.org'>" * 20_000 + "<p>" * 20_000 + "deep", id="links"),
        pytest.param("<table><tr>" + "<td rowspan=65000 colspan=65000>x" * 500 + "<tr>" * 5_000 + "</table>deep", id="spans"),
        pytest.param("<" * 200_000 + "<p>deep", id="brackets"),
    ],
)
def test_hostile_pages_are_read_to_the_end(page: str) -> None:
    assert read(page).text.rstrip().endswith("deep")


def test_a_page_over_the_character_limit_is_refused() -> None:
    with pytest.raises(FileTooLarge, match="more than 100 characters"):
        read_html(b"<p>words" * 100, LimitSettings(max_characters=100))
