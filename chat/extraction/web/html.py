"""HTML and XHTML: the words as a person reads them, with headings, lists and tables.

lxml's parser tells what it meets and builds no tree: the tree drops what is nested deeper than 256, and other libraries took over
15 s for a hostile megabyte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import chain
from typing import Any

from lxml import etree

from chat.domain import Extracted
from chat.errors import DamagedFile
from chat.extraction.composition import LONGEST_HEADING, Composition
from chat.extraction.tables.cells import named_cells
from chat.extraction.tables.columns import column_names
from chat.extraction.tables.reader import MOST_COLUMNS
from chat.extraction.texts.decoding import decode
from chat.settings import LimitSettings

MEDIA_TYPE = "text/html"
_HEAD = 4_096
_DECLARED = re.compile(
    rb"<\?xml\s[^<>]{0,100}?encoding\s*=\s*[\"']([\w.:-]{1,40})|<meta\s[^<>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})",
    re.IGNORECASE,
)
_LEFT_OUT_WORDS = """
    script style template noscript svg iframe object embed applet canvas audio video select datalist textarea annotation
"""
_LEFT_OUT = frozenset(_LEFT_OUT_WORDS.split())
_BLOCK_WORDS = """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
    frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary
    table tbody td tfoot th thead title tr ul
"""
_BLOCKS = frozenset(_BLOCK_WORDS.split())
_BESIDE = frozenset({"nav", "navigation", "banner", "contentinfo", "search"})
"""Elements and roles that lead elsewhere, wherever they stand."""
_AROUND = frozenset({"header", "footer", "aside", "complementary"})
"""The same when they stand around the content; within it they belong to it: its title, a remark."""
_CONTENT = frozenset({"main", "article"})
_REGIONS = _BESIDE | _AROUND | _CONTENT
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PERMALINK = frozenset("¶#§🔗")
_LONGEST_TARGET = 200
"""Characters of a link's address; longer ones carry who clicked on what."""
_LONGEST_CELL = 4_000
"""Characters; a table with more in one cell lays out the page."""
_DEEPEST_INDENT = 8
_MOST_HEADER_ROWS = 3
_LONGEST_SPAN = 100
_LEAST = 200
_LEAST_SHARE = 0.1
"""What is left without menus and footers counts as the page when it has so many characters or so large a share of them."""


class _Kind(Enum):
    PARAGRAPH = auto()
    ITEM = auto()
    HEADING = auto()
    CAPTION = auto()
    TABLE = auto()


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    kind: _Kind
    level: int = 0
    around: bool = False
    """In a menu, header or footer."""
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()


@dataclass(slots=True)
class _Cell:
    names: bool
    """It is a `th`."""
    across: int
    down: int
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


@dataclass(slots=True)
class _Grid:
    """A table that is open. Its blocks are kept besides its cells, for a table that turns out to lay out the page."""

    layout: bool
    blocks: list[_Block] = field(default_factory=list)
    rows: list[list[_Cell]] = field(default_factory=list)
    header_rows: int = 0
    """Rows of its `thead`."""
    caption: _Cell | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an open element stands."""

    around: bool = False
    content: bool = False


def read_html(content: bytes, limits: LimitSettings) -> Extracted:
    """The page's text with its headings and tables. Raises DamagedFile when it is no text, FileTooLarge for too much of it."""
    declared = _DECLARED.search(content[:_HEAD])
    name = (declared[1] or declared[2]).decode("ascii", "ignore") if declared else None
    decoded = decode(content, name)
    page = _parsed(decoded.text)
    text = Composition(limits)
    _write(text, _without_surroundings(page))
    title = " ".join("".join(page.title).split())
    first = next((block.text for block in page.blocks if block.kind is _Kind.HEADING and block.level == 1), None)
    return text.extracted(MEDIA_TYPE, title=title or first, coverage=decoded.coverage)


def _parsed(text: str) -> _Page:
    page = _Page()
    target: Any = page  # the type stubs ask for more methods than lxml does
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)
    try:
        parser.feed(text.encode())
        parser.close()
    except etree.LxmlError as error:
        raise DamagedFile("This HTML page cannot be parsed.") from error
    page.flush()
    return page


def _without_surroundings(page: _Page) -> Sequence[_Block]:
    """The blocks but for menus, headers and footers around a page's content; all of them when hardly anything would be left."""
    if not page.has_content:
        return page.blocks
    kept = [block for block in page.blocks if not block.around]
    left, whole = (sum(len(block.text) for block in blocks) for blocks in (kept, page.blocks))
    return kept if left >= min(_LEAST, whole * _LEAST_SHARE) and left else page.blocks


def _write(text: Composition, blocks: Sequence[_Block]) -> None:
    caption = None
    for block in blocks:
        if block.kind is _Kind.HEADING:
            text.heading(block.text, block.level)
        elif block.kind is _Kind.TABLE:
            text.lines(block.rows, block.columns, title=caption)
        else:
            text.verbatim(block.text, is_item=block.kind is _Kind.ITEM)
        caption = block.text if block.kind is _Kind.CAPTION else None


# --- what the parser meets ---------------------------------------------------------------------------------------


class _Page:
    """Takes the parser's events, which open and close every element exactly once, and makes blocks of them."""

    def __init__(self) -> None:
        self.blocks: list[_Block] = []
        self.title: list[str] = []
        self.has_content = False
        """It says which part of it is the content."""
        self._places = [_Place()]
        self._unseen = 0
        """How many elements are open within one that is left out, with it."""
        self._words: list[str] = []
        self._link: tuple[str, int] | None = None
        """Target of the open link and where its words begin; None also when a block has ended within it."""
        self._preformatted = 0
        self._level = 0
        """Of the heading that is open."""
        self._lists: list[int] = []
        """Number of the item before in each open list; -1 in lists without numbers."""
        self._marker = ""
        self._grids: list[_Grid] = []
        self._cell: _Cell | None = None
        self._in_title = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._unseen or tag in _LEFT_OUT or _hidden(tag, attributes):
            self._unseen += 1
            return
        if tag in _BLOCKS:
            self.flush()
        self._places.append(self._place(tag, attributes))
        opening = _STARTS.get(tag)
        if opening is not None:
            opening(self, tag, attributes)

    def end(self, tag: str) -> None:
        if self._unseen:
            self._unseen -= 1
            return
        closing = _ENDS.get(tag)
        if closing is not None:
            closing(self, tag)
        elif tag in _BLOCKS:
            self.flush()
        self._places.pop()

    def data(self, text: str) -> None:
        if self._unseen:
            return
        if self._in_title:
            self.title.append(text)
        else:
            self._words.append(text if self._preformatted else text.replace("\n", " "))

    def comment(self, text: str) -> None:
        """XHTML's character data looks like a comment to a parser of HTML."""
        if text.startswith("[CDATA[") and text.endswith("]]"):
            self.data(text[7:-2])

    def close(self) -> None:
        """Nothing: the blocks stand in `blocks`."""

    def flush(self) -> None:
        """The words so far become a block."""
        words = "".join(self._words)
        self._words.clear()
        self._link = None
        if not words or words.isspace():
            return
        if self._preformatted:
            self._add(words.strip("\n").rstrip(), _Kind.PARAGRAPH)
            return
        lines = [" ".join(line.split()) for line in words.split("\n")]
        text = "\n".join(line for line in lines if line)
        if self._level and len(text) <= LONGEST_HEADING:
            self._add(" ".join(text.split()), _Kind.HEADING, self._level)
        elif self._lists and self._cell is None:
            self._add_item(text)
        else:
            self._add(text, _Kind.PARAGRAPH)

    def _add_item(self, text: str) -> None:
        indent = "  " * min(len(self._lists) - 1, _DEEPEST_INDENT)
        first = indent + (self._marker or "  ")
        self._marker = ""
        self._add(first + text.replace("\n", f"\n{indent}  "), _Kind.ITEM)

    def _add(self, text: str, kind: _Kind, level: int = 0) -> None:
        block = _Block(text, kind, level, self._places[-1].around)
        if self._cell is None:
            self.blocks.append(block)
            return
        self._cell.texts.append(text)
        self._grids[-1].blocks.append(block)
        if kind is _Kind.HEADING:
            self._lay_out(self._grids[-1])

    def _place(self, tag: str, attributes: Mapping[str, str]) -> _Place:
        place = self._places[-1]
        role = attributes.get("role")
        if role is None and tag not in _REGIONS:
            return place
        names = {tag, (role or "").lower()}
        if names & _CONTENT:
            self.has_content = True
            return _Place(content=True)
        if names & _BESIDE or (names & _AROUND and not place.content):
            return _Place(around=True)
        return place

    # --- elements ------------------------------------------------------------------------------------------------

    def _start_title(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._in_title = True

    def _end_title(self, tag: str) -> None:
        self._in_title = False

    def _start_break(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._words.append("\n")

    def _start_image(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._words.append(f" {' '.join(attributes.get('alt', '').split())} ")

    def _start_link(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._link = (attributes.get("href", "").strip(), len(self._words))

    def _end_link(self, tag: str) -> None:
        if self._link is None:
            return
        target, begin = self._link
        self._link = None
        words = "".join(self._words[begin:]).strip()
        if target.startswith("#") and words and set(words) <= _PERMALINK:
            del self._words[begin:]
        elif words and words != target and not self._level and _worth_keeping(target):
            self._words.append(f" ({target})")

    def _start_heading(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._level = int(tag[1])

    def _end_heading(self, tag: str) -> None:
        self.flush()
        self._level = 0

    def _start_preformatted(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._preformatted += 1

    def _end_preformatted(self, tag: str) -> None:
        self.flush()
        self._preformatted -= 1

    def _start_list(self, tag: str, attributes: Mapping[str, str]) -> None:
        start = attributes.get("start", "")
        before = int(start) - 1 if start.isdecimal() and len(start) < 6 else 0
        self._lists.append(before if tag == "ol" else -1)

    def _end_list(self, tag: str) -> None:
        self.flush()
        self._lists.pop()
        self._marker = ""

    def _start_item(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._lists:
            self._marker = ""
        elif self._lists[-1] < 0:
            self._marker = "- "
        else:
            self._lists[-1] += 1
            self._marker = f"{self._lists[-1]}. "

    def _end_item(self, tag: str) -> None:
        self.flush()
        self._marker = ""

    # --- tables --------------------------------------------------------------------------------------------------

    def _start_table(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._grids:
            self._lay_out(self._grids[-1])
        self._grids.append(_Grid(layout=attributes.get("role", "") in ("presentation", "none")))

    def _lay_out(self, grid: _Grid) -> None:
        """What stands in it belongs to the page, not to rows."""
        if not grid.layout:
            grid.layout = True
            self.blocks += grid.blocks
            grid.blocks = []
            grid.rows = []
            self._cell = None

    def _end_table(self, tag: str) -> None:
        self.flush()
        grid = self._grids.pop()
        self._cell = None
        if grid.layout:
            return
        rows = list(_squared(grid.rows))
        if not _is_data(grid, rows):
            self.blocks += grid.blocks
            return
        columns, lines = _rows_of(grid, rows)
        if grid.caption is not None and grid.caption.text:
            self._add(grid.caption.text, _Kind.CAPTION)
        around = self._places[-1].around
        self.blocks.append(_Block("\n".join(lines), _Kind.TABLE, around=around, rows=lines, columns=columns))

    def _start_row(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._grids and not self._grids[-1].layout:
            self._grids[-1].rows.append([])

    def _start_cell(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._grids or self._grids[-1].layout:
            return
        grid = self._grids[-1]
        if not grid.rows:
            grid.rows.append([])
        across, down = (_span(attributes.get(name, "")) for name in ("colspan", "rowspan"))
        self._cell = _Cell(tag == "th", across, down)
        grid.rows[-1].append(self._cell)

    def _end_cell(self, tag: str) -> None:
        self.flush()
        self._cell = None

    def _end_head(self, tag: str) -> None:
        self.flush()
        if self._grids:
            self._grids[-1].header_rows = len(self._grids[-1].rows)

    def _start_caption(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._grids and not self._grids[-1].layout:
            self._cell = self._grids[-1].caption = _Cell(names=False, across=1, down=1)


_STARTS = {
    "title": _Page._start_title,
    "br": _Page._start_break,
    "img": _Page._start_image,
    "a": _Page._start_link,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _Page._start_heading),
    "pre": _Page._start_preformatted,
    **dict.fromkeys(("ul", "ol", "menu", "dir"), _Page._start_list),
    "li": _Page._start_item,
    "table": _Page._start_table,
    "tr": _Page._start_row,
    **dict.fromkeys(("td", "th"), _Page._start_cell),
    "caption": _Page._start_caption,
}
_ENDS = {
    "title": _Page._end_title,
    "a": _Page._end_link,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _Page._end_heading),
    "pre": _Page._end_preformatted,
    **dict.fromkeys(("ul", "ol", "menu", "dir"), _Page._end_list),
    "li": _Page._end_item,
    "table": _Page._end_table,
    "thead": _Page._end_head,
    **dict.fromkeys(("td", "th"), _Page._end_cell),
    "caption": _Page._end_cell,
}


def _hidden(tag: str, attributes: Mapping[str, str]) -> bool:
    """Left out of what a person sees. Pages that hide all of themselves show it by a script."""
    if tag in ("html", "body"):
        return False
    if tag == "dialog" and "open" not in attributes:
        return True
    hidden = attributes.get("hidden")
    return (hidden is not None and hidden != "until-found") or bool(_UNSEEN.search(attributes.get("style", "")[:1_000]))


def _worth_keeping(target: str) -> bool:
    return target.startswith(("https://", "http://")) and len(target) <= _LONGEST_TARGET and not any(map(str.isspace, target))


def _span(stated: str) -> int:
    return min(max(int(stated), 1), _LONGEST_SPAN) if stated.isdecimal() and len(stated) < 6 else 1


# --- tables ------------------------------------------------------------------------------------------------------


def _squared(rows: Sequence[Sequence[_Cell]]) -> Iterator[list[_Cell]]:
    """Rows in which each cell stands in its column; a cell over several rows or columns is repeated in each."""
    hanging: dict[int, tuple[_Cell, int]] = {}
    for row in rows:
        squared: list[_Cell] = []
        waiting = iter(row)
        cell = next(waiting, None)
        while (cell is not None or len(squared) in hanging) and len(squared) < MOST_COLUMNS:
            column = len(squared)
            if column in hanging:
                above, left = hanging.pop(column)
                squared.append(above)
                if left > 1:
                    hanging[column] = above, left - 1
            elif cell is not None:
                for place in range(column, min(column + cell.across, MOST_COLUMNS)):
                    squared.append(cell)
                    if cell.down > 1:
                        hanging[place] = cell, cell.down - 1
                cell = next(waiting, None)
        yield squared


def _is_data(grid: _Grid, rows: Sequence[Sequence[_Cell]]) -> bool:
    """Whether it holds rows of values, and not parts of the page side by side."""
    filled = [len({id(cell) for cell in row if cell.text}) for row in rows]
    wide = sum(count >= 2 for count in filled)
    named = any(cell.names for row in grid.rows for cell in row)
    longest = max((len(cell.text) for cell in chain.from_iterable(grid.rows)), default=0)
    return (wide >= 2 or (wide == 1 and named and len(rows) > 1)) and longest <= _LONGEST_CELL


def _rows_of(grid: _Grid, rows: Sequence[Sequence[_Cell]]) -> tuple[Sequence[str], list[str]]:
    """Names of the columns, and a line for each row: `name: value; name: value`, or as it is printed without names."""
    header = grid.header_rows or _header_rows(rows)
    if header > _MOST_HEADER_ROWS or header >= len(rows):
        header = min(1, header) if len(rows) > 1 else 0
    width = max((len(row) for row in rows), default=0)
    names = _names(rows[:header], width) if header else []
    if not header and width > 2 and not any(cell.names for row in rows for cell in row):
        texts = [(number, [cell.text for cell in row]) for number, row in enumerate(rows) if row]
        guessed = column_names(texts)
        header, names = (1, guessed) if guessed else (0, [])
    if not names:
        return (), [_printed(row) for row in rows]
    names += [f"column {number}" for number in range(len(names) + 1, width + 1)]
    return names, ["; ".join(named_cells(_values(row), names)) for row in rows[header:]]


def _header_rows(rows: Sequence[Sequence[_Cell]]) -> int:
    """How many rows at the top hold nothing but names."""
    count = 0
    for row in rows:
        if not row or not all(cell.names or not cell.text for cell in row):
            break
        count += 1
    return count


def _names(rows: Sequence[Sequence[_Cell]], width: int) -> list[str]:
    """A column's names from top to bottom, each once: `2024 Revenue`."""
    columns = [[row[place].text for row in rows if place < len(row)] for place in range(width)]
    return [" ".join(dict.fromkeys(filter(None, texts))) or f"column {number}" for number, texts in enumerate(columns, start=1)]


def _values(row: Sequence[_Cell]) -> list[str]:
    """A cell's text in each of its rows, and in the first of its columns only."""
    return ["" if place and cell is row[place - 1] else cell.text for place, cell in enumerate(row)]


def _printed(row: Sequence[_Cell]) -> str:
    texts = [text for text in _values(row) if text]
    if len(texts) == 2 and row[0].names:
        return ": ".join(texts)
    return " | ".join(texts)
