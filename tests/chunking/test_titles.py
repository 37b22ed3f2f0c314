"""Tests that chunks of a financial statement name their statement, and chunks of other tables do not."""

from __future__ import annotations

from chat.chunking.chunk import cut
from chat.chunking.slices import Slice
from chat.chunking.structure import sections
from chat.domain import Extracted, Heading, Page, Table
from chat.settings import ChunkingSettings

_TITLE = "Acme Inc. Consolidated Balance Sheets"


def _rows(count: int, name: str = "Item") -> str:
    return "\n".join(f"{name} number {number} 1,{number:03} 2,{number:03}" for number in range(count)) + "\n"


def _document(*parts: str, headings: tuple[Heading, ...] = (), pages: bool = True) -> Extracted:
    """Return a document in which parts with rows are tables; a form feed begins a page."""
    text, tables, starts = "", [], [0]
    for part in parts:
        if part == "\f":
            starts.append(len(text))
            continue
        if part.count("1,0"):
            tables.append(Table(len(text), len(text) + len(part), header="2022 2021"))
        text += part
    ranges = [*starts, len(text)]
    paged = tuple(Page(number + 1, ranges[number], ranges[number + 1]) for number in range(len(starts)))
    return Extracted(text, "application/pdf", pages=paged if pages else (), headings=headings, tables=tuple(tables))


def _slices(extracted: Extracted) -> list[Slice]:
    return list(cut(extracted, sections(extracted, "report"), ChunkingSettings(), lambda text: len(text.split())))


def _titles(extracted: Extracted) -> list[str]:
    return [each.title for each in _slices(extracted) if each.rows]


def _last(extracted: Extracted) -> Slice:
    return _slices(extracted)[-1]


def test_rows_that_follow_say_the_title_that_their_first_chunk_holds() -> None:
    first, *others = _titles(_document(f"{_TITLE}\n", "(in millions)\n", _rows(100)))

    assert first == ""
    assert set(others) == {_TITLE}


def test_a_statement_of_several_tables_has_one_title() -> None:
    assert _titles(_document(f"{_TITLE}\n", _rows(5), "Liabilities and equity\n", _rows(5)))[1:] == [_TITLE]


def test_a_title_holds_on_its_own_page() -> None:
    assert _titles(_document(f"{_TITLE}\n", _rows(5), "\f", _rows(5)))[-1] == ""


def test_a_table_below_another_caption_is_no_part_of_the_statement_above() -> None:
    assert _titles(_document(f"{_TITLE}\n", _rows(5), "Exhibit 5 Stores\n", _rows(5)))[-1] == ""


def test_a_table_below_a_discussion_is_no_part_of_the_statement_above() -> None:
    assert (
        _titles(_document(f"{_TITLE}\n", _rows(5), "The company grew in all parts of the world. " * 12 + "\n", _rows(5)))[-1]
        == ""
    )


def test_a_heading_that_is_the_title_is_not_said_twice() -> None:
    extracted = _document(f"{_TITLE}\n", _rows(100), headings=(Heading("Part II", 1, 0), Heading(_TITLE, 2, 0)))

    assert _last(extracted).above == ("Part II", "2022 2021", _TITLE)


def test_a_text_without_pages_has_titles_too() -> None:
    assert _TITLE in _titles(_document(f"{_TITLE}\n", _rows(100), pages=False))


def test_a_statements_title_is_the_last_to_be_left_out_of_what_stands_above() -> None:
    assert _last(_document(f"{_TITLE}\n", _rows(100))).above == ("2022 2021", _TITLE)
