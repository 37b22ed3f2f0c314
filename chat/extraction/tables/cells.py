"""Convert a table's cells to one line of text each, without HTML markup."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from lxml import etree

from chat.text import clean_line

_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,15}(?:\s[^<>]{0,300})?/?>|&(?:amp|nbsp|lt|gt|quot|#\d{2,5});")
"""Tags and entities; all quantifiers are bounded, so that a megabyte of `<a` takes no longer than a megabyte of words."""
_AMOUNT = re.compile(
    r"(?:[A-Z]{3}\s?|[^\w\s]{1,3}\s?)?(?:\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)(?:\s?[A-Z]{3}|\s?[^\w\s]{1,2})?"
)
_HTML_SHARE = 0.1
"""A column counts as HTML when more than this share of its cells has a tag; single ones are text about HTML."""
_HIDDEN = frozenset({"script", "style", "head", "template", "noscript"})
_INLINE = frozenset({"a", "abbr", "b", "code", "em", "font", "i", "mark", "q", "s", "small", "span", "strong", "sub", "sup", "u"})


def one_line(cell: str) -> str:
    """Return the cell with line breaks and runs of blanks collapsed to one blank."""
    return " ".join(cell.split())


def is_amount(cell: str) -> bool:
    """Return whether a cell is only a number with its currency or unit sign."""
    return _AMOUNT.fullmatch(cell.strip()) is not None


def holds_html(cells: Sequence[str]) -> bool:
    """Return whether the cells (a sample of one column, none empty) are written in HTML."""
    return sum(_TAG.search(cell) is not None for cell in cells) > _HTML_SHARE * len(cells)


class WithoutMarkup:
    """Strips HTML markup from a cell; every tag except inline ones becomes a blank.

    A parser that reports tags as events is linear and complete; building a tree drops what is nested deeper than 256 levels.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._hidden = 0
        self._parser = etree.HTMLParser(target=self)

    def __call__(self, cell: str) -> str:
        if "<" not in cell and "&" not in cell:
            return cell
        try:
            self._parser.feed(cell)
            text: object = self._parser.close()  # returned by `close` below; the type stubs say an element
        except etree.LxmlError:  # the cell has nothing that lxml considers a document
            text = self.close()
        return clean_line(str(text))

    # called by the parser

    def start(self, tag: str | bytes, _attributes: object = None) -> None:
        self._hidden += tag in _HIDDEN
        self._space(tag)

    def end(self, tag: str | bytes) -> None:
        self._hidden = max(self._hidden - (tag in _HIDDEN), 0)
        self._space(tag)

    def data(self, text: str | bytes) -> None:
        if not self._hidden:
            self._parts.append(str(text))

    def comment(self, text: str | bytes) -> None:
        """Ignore comments."""

    def close(self) -> str:
        text = "".join(self._parts)
        self._parts, self._hidden = [], 0
        return text

    def _space(self, tag: str | bytes) -> None:
        if tag not in _INLINE:
            self._parts.append(" ")


def named_cells(row: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Yield `name: value` for each non-empty cell, each on one line."""
    firsts = {name.split(": ", 1)[0] for name in names}
    for number, cell in enumerate(row):
        value = one_line(cell)
        if value:
            name = names[number] if number < len(names) else f"column {number + 1}"
            yield f"{name}: {unmistakable(value, firsts)}"


def unmistakable(cell: str, firsts: Collection[str]) -> str:
    """Return the cell with `; ` replaced by `, ` where part of it would read as the beginning of another cell, `; column: `.

    `firsts` holds the columns' names up to the first `: ` in them.
    """
    if "; " not in cell or ": " not in cell:
        return cell
    parts = cell.split("; ")
    if any(part.split(": ", 1)[0] in firsts for part in parts[1:] if ": " in part):
        return ", ".join(parts)
    return cell
