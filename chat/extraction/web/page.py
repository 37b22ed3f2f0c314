"""Turn the HTML parser's events into blocks of visible text: paragraphs, headings, list items and tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from chat.extraction.composition import LONGEST_HEADING
from chat.extraction.web.grids import Cell, is_data, rows_of, span, squared

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
"""Elements and roles for navigation, wherever they are."""
_AROUND = frozenset({"header", "footer", "aside", "complementary"})
"""Elements and roles that surround the content; inside the content they belong to it, such as its title or a remark."""
_CONTENT = frozenset({"main", "article"})
_REGIONS = _BESIDE | _AROUND | _CONTENT
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PERMALINK = frozenset("¶#§🔗")
_LONGEST_TARGET = 200
"""Characters of a link target; longer ones carry tracking data."""
_DEEPEST_INDENT = 8


class Kind(Enum):
    PARAGRAPH = auto()
    ITEM = auto()
    HEADING = auto()
    CAPTION = auto()
    TABLE = auto()


@dataclass(frozen=True, slots=True)
class Block:
    text: str
    kind: Kind
    level: int = 0
    around: bool = False
    """Whether the block is in a menu, header or footer."""
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()


@dataclass(slots=True)
class _Grid:
    """An open table. Its blocks are kept besides its cells, in case the table turns out to be page layout."""

    layout: bool
    blocks: list[Block] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    header_rows: int = 0
    """Number of rows in its `thead`."""
    caption: Cell | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """The region that an open element is in."""

    around: bool = False
    content: bool = False


class Page:
    """Receives the parser's events, which open and close every element exactly once, and builds blocks from them."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.title: list[str] = []
        self.has_content = False
        """Whether the page marks which part of it is the content."""
        self._places = [_Place()]
        self._unseen = 0
        """Number of open elements inside a hidden one, including it."""
        self._words: list[str] = []
        self._link: tuple[str, int] | None = None
        """Target of the open link and the index at which its words begin; `None` also when a block has ended within it."""
        self._preformatted = 0
        self._level = 0
        """Level of the open heading; 0 outside headings."""
        self._lists: list[int] = []
        """Number of the previous item in each open list; -1 in unnumbered lists."""
        self._marker = ""
        self._grids: list[_Grid] = []
        self._cell: Cell | None = None
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
        """Handle XHTML's CDATA sections, which an HTML parser reports as comments."""
        if text.startswith("[CDATA[") and text.endswith("]]"):
            self.data(text[7:-2])

    def close(self) -> None:
        """Do nothing: the result is in `blocks`."""

    def flush(self) -> None:
        """Turn the words so far into a block."""
        words = "".join(self._words)
        self._words.clear()
        self._link = None
        if not words or words.isspace():
            return
        if self._preformatted:
            self._add(words.strip("\n").rstrip(), Kind.PARAGRAPH)
            return
        lines = [" ".join(line.split()) for line in words.split("\n")]
        text = "\n".join(line for line in lines if line)
        if self._level and len(text) <= LONGEST_HEADING:
            self._add(" ".join(text.split()), Kind.HEADING, self._level)
        elif self._lists and self._cell is None:
            self._add_item(text)
        else:
            self._add(text, Kind.PARAGRAPH)

    def _add_item(self, text: str) -> None:
        indent = "  " * min(len(self._lists) - 1, _DEEPEST_INDENT)
        first = indent + (self._marker or "  ")
        self._marker = ""
        self._add(first + text.replace("\n", f"\n{indent}  "), Kind.ITEM)

    def _add(self, text: str, kind: Kind, level: int = 0) -> None:
        block = Block(text, kind, level, self._places[-1].around)
        if self._cell is None:
            self.blocks.append(block)
            return
        self._cell.texts.append(text)
        self._grids[-1].blocks.append(block)
        if kind is Kind.HEADING:
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
        """Treat the table as page layout: its blocks belong to the page, not to rows."""
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
        rows = list(squared(grid.rows))
        if not is_data(grid.rows, rows):
            self.blocks += grid.blocks
            return
        columns, lines = rows_of(rows, grid.header_rows)
        if grid.caption is not None and grid.caption.text:
            self._add(grid.caption.text, Kind.CAPTION)
        around = self._places[-1].around
        self.blocks.append(Block("\n".join(lines), Kind.TABLE, around=around, rows=lines, columns=columns))

    def _start_row(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self._grids and not self._grids[-1].layout:
            self._grids[-1].rows.append([])

    def _start_cell(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._grids or self._grids[-1].layout:
            return
        grid = self._grids[-1]
        if not grid.rows:
            grid.rows.append([])
        across, down = (span(attributes.get(name, "")) for name in ("colspan", "rowspan"))
        self._cell = Cell(tag == "th", across, down)
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
            self._cell = self._grids[-1].caption = Cell(names=False, across=1, down=1)


_STARTS = {
    "title": Page._start_title,
    "br": Page._start_break,
    "img": Page._start_image,
    "a": Page._start_link,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Page._start_heading),
    "pre": Page._start_preformatted,
    **dict.fromkeys(("ul", "ol", "menu", "dir"), Page._start_list),
    "li": Page._start_item,
    "table": Page._start_table,
    "tr": Page._start_row,
    **dict.fromkeys(("td", "th"), Page._start_cell),
    "caption": Page._start_caption,
}
_ENDS = {
    "title": Page._end_title,
    "a": Page._end_link,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Page._end_heading),
    "pre": Page._end_preformatted,
    **dict.fromkeys(("ul", "ol", "menu", "dir"), Page._end_list),
    "li": Page._end_item,
    "table": Page._end_table,
    "thead": Page._end_head,
    **dict.fromkeys(("td", "th"), Page._end_cell),
    "caption": Page._end_cell,
}


def _hidden(tag: str, attributes: Mapping[str, str]) -> bool:
    """Return whether an element is hidden from the reader. Pages that hide all of themselves are shown by a script."""
    if tag in ("html", "body"):
        return False
    if tag == "dialog" and "open" not in attributes:
        return True
    hidden = attributes.get("hidden")
    return (hidden is not None and hidden != "until-found") or bool(_UNSEEN.search(attributes.get("style", "")[:1_000]))


def _worth_keeping(target: str) -> bool:
    return target.startswith(("https://", "http://")) and len(target) <= _LONGEST_TARGET and not any(map(str.isspace, target))
