"""Build up a document's text block by block, and record the exact offsets of its headings, tables and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chat.domain import Coverage, Extracted, Heading, Page, Table
from chat.errors import FileTooLarge
from chat.extraction.tables.cells import named_cells
from chat.extraction.tables.columns import column_names
from chat.extraction.texts.decoding import dropped_warning
from chat.settings import LimitSettings
from chat.text import clean, clean_line

LONGEST_HEADING = 300
"""Characters; a longer paragraph that looks like a heading is not recorded as one."""
_DEEPEST = 9


class Composition:
    """A text under construction: blank lines separate blocks, items of a list follow one another, and blank blocks are skipped.

    Everything added is cleaned first, so that offsets refer to the text as it is stored. Raises FileTooLarge as soon as the text
    exceeds the limit.
    """

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._pieces: list[str] = []
        self._length = 0
        self._in_rows = 0
        """Characters in all tables so far."""
        self._dropped = 0
        self._in_list = False
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._pages: list[tuple[int, str | None]] = []
        """Start offset and label of each page."""
        self._warnings: dict[str, None] = {}

    @property
    def empty(self) -> bool:
        return not self._length

    def paragraph(self, text: str) -> None:
        """Add a paragraph, each line stripped and blank lines removed."""
        self._block("\n".join(filter(None, map(str.strip, self._clean(text).split("\n")))))

    def verbatim(self, text: str, *, is_item: bool = False) -> None:
        """Add lines with their indentation kept."""
        self._block(self._clean(text).strip("\n").rstrip(), is_item=is_item)

    def item(self, mark: str, text: str) -> None:
        """Add an item of a list after its mark, which may be indented (` - `)."""
        line = self.line(text)
        if line:
            self._block(f"{self._clean(mark)}{line}", is_item=True)

    def heading(self, title: str, level: int) -> None:
        title = self.line(title)
        start = self._block(title)
        if title and len(title) <= LONGEST_HEADING:
            self._headings.append(Heading(title, max(1, min(level, _DEEPEST)), start, len(self._pages) or None))

    def table(self, rows: Iterable[Sequence[str]], *, has_header: bool | None = None) -> None:
        """Add a table given as rows of cells. `has_header` tells whether the first row names the columns; `None` when the file
        does not say.

        Without names, two columns are written as name and value; more are written side by side.
        """
        lines = [[self.line(cell) for cell in row] for row in rows]
        numbered = [(number, row) for number, row in enumerate(lines, start=1) if any(row)]
        width = max((len(row) for _, row in numbered), default=0)
        names = None if has_header is False or (width == 2 and not has_header) else column_names(numbered)
        if names is not None:
            self.rows(names, (row for _, row in numbered[1:]), width)
        elif numbered:
            join = ": " if width == 2 else " | "
            self.lines(join.join(filter(None, row)) for _, row in numbered)

    def rows(self, names: Sequence[str], rows: Iterable[Sequence[str]], width: int, *, title: str | None = None) -> None:
        """Add a table with one line per row, `name: value; name: value`; unnamed columns up to `width` are numbered."""
        names = [self.line(name) for name in names]
        columns = (*names, *(f"column {number}" for number in range(len(names) + 1, width + 1)))
        self.lines(("; ".join(named_cells(row, names)) for row in rows), columns, title=title)

    def lines(self, rows: Iterable[str], columns: Iterable[str] = (), *, title: str | None = None) -> None:
        """Add a table whose rows are already lines."""
        self._gap()
        start = self._length
        for row in rows:
            line = self.line(row)
            if line:
                self._in_rows += len(line) + 1
                self._append(f"{line}\n")
        if self._length > start:
            named = clean_line(title) or None if title else None
            self._tables.append(Table(start, self._length, tuple(map(clean_line, columns)), title=named))

    def page(self, label: str | None = None) -> None:
        """Begin a new page."""
        self._gap()
        self._pages.append((self._length, self.line(label) or None if label else None))

    def warn(self, sentence: str) -> None:
        """Add a warning; repetitions are ignored."""
        self._warnings.setdefault(sentence)

    def line(self, text: str) -> str:
        """Return the text cleaned and on one line."""
        return " ".join(self._clean(text).split())

    def extracted(self, media_type: str, title: str | None = None, coverage: Coverage = Coverage()) -> Extracted:
        """Return the finished text; `coverage` holds what else the reader knows about it."""
        text = "".join(self._pieces)
        ends = [*(start for start, _ in self._pages[1:]), len(text)]
        pages = tuple(
            Page(number, start, end, label)
            for number, ((start, label), end) in enumerate(zip(self._pages, ends, strict=False), start=1)
        )
        return Extracted(
            text,
            media_type,
            pages=pages,
            headings=tuple(self._headings),
            tables=tuple(self._tables),
            title=clean_line(title or "") or None,
            coverage=replace(
                coverage,
                pages_without_text=tuple(page.number for page in pages if not text[page.start : page.end].strip()),
                warnings=(*coverage.warnings, *self._warnings, *dropped_warning(self._dropped)),
                tables=len(self._tables),
                characters_dropped=coverage.characters_dropped + self._dropped,
            ),
        )

    def _block(self, text: str, *, is_item: bool = False) -> int:
        """Append a block and return the offset at which it begins."""
        if text:
            if not (is_item and self._in_list):
                self._gap()
            self._append(f"{text}\n")
            self._in_list = is_item
        return self._length - len(text) - 1

    def _gap(self) -> None:
        """Append a blank line, unless there is one already."""
        self._in_list = False
        if self._pieces and self._pieces[-1] != "\n":
            self._append("\n")

    def _append(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)
        if self._in_rows > self._limits.max_table_characters:
            raise FileTooLarge(f"The file's tables have more than {self._limits.max_table_characters:,} characters.")
        if self._length - self._in_rows > self._limits.max_characters:
            raise FileTooLarge(f"The file has more than {self._limits.max_characters:,} characters.")

    def _clean(self, text: str) -> str:
        cleaned = clean(text)
        self._dropped += cleaned.dropped
        return cleaned.text
