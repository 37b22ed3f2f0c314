"""A text as readers of structured files put it together, block by block, with the places of what stands in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chat.domain import Coverage, Extracted, Heading, Page, Table
from chat.errors import FileTooLarge
from chat.extraction.tables.cells import named_cells
from chat.extraction.tables.columns import column_names
from chat.extraction.texts.decoding import dropped_warning
from chat.settings import LimitSettings
from chat.text import Cleaned, clean

_LONGEST_HEADING = 300
"""Characters; a whole paragraph that looks like a heading is none."""
_DEEPEST = 9


class Composition:
    """Blocks stand apart by blank lines, items of a list follow one another.

    Everything added is cleaned first, so that offsets are those of the text as it is kept. FileTooLarge as soon as the text is
    over the limit.
    """

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._pieces: list[str] = []
        self._length = 0
        self._in_rows = 0
        """Characters of all tables so far."""
        self._dropped = 0
        self._in_list = False
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._pages: list[tuple[int, str | None]] = []
        """Start and label."""
        self._warnings: dict[str, None] = {}

    def paragraph(self, text: str) -> None:
        self._block("\n".join(filter(None, map(str.strip, self._clean(text).split("\n")))))

    def item(self, mark: str, text: str) -> None:
        """An item of a list behind its mark, which may be indented (`  - `)."""
        line = self.line(text)
        if line:
            self._block(f"{self._clean(mark)}{line}", is_item=True)

    def heading(self, title: str, level: int) -> None:
        title = self.line(title)
        if not title or len(title) > _LONGEST_HEADING:
            self._block(title)
            return
        self._gap()
        page = len(self._pages) or None
        self._headings.append(Heading(title, max(1, min(level, _DEEPEST)), self._length, page))
        self._append(f"{title}\n")

    def table(self, rows: Iterable[Sequence[str]], *, has_header: bool | None = None) -> None:
        """Cells by column. `has_header`: whether the first row names the columns, `None` when the file does not say.

        Without names, two columns read as name and value, more are printed side by side.
        """
        lines = [[self.line(cell) for cell in row] for row in rows]
        numbered = [(number, row) for number, row in enumerate(lines, start=1) if any(row)]
        width = max((len(row) for _, row in numbered), default=0)
        names = None if has_header is False or (width == 2 and not has_header) else column_names(numbered)
        if names is not None:
            self.rows(names, (row for _, row in numbered[1:]), width)
        elif numbered:
            join = ": " if width == 2 else " | "
            self._rows((join.join(filter(None, row)) for _, row in numbered), ())

    def rows(self, names: Sequence[str], rows: Iterable[Sequence[str]], width: int, *, title: str | None = None) -> None:
        """One line a row, `name: value; name: value`; columns without a name are numbered up to the width."""
        names = [self.line(name) for name in names]
        columns = (*names, *(f"column {number}" for number in range(len(names) + 1, width + 1)))
        self._rows(("; ".join(named_cells(row, names)) for row in rows), columns, title)

    def page(self, label: str | None = None) -> None:
        """What follows stands on the next page."""
        self._gap()
        self._in_list = False
        self._pages.append((self._length, self.line(label) or None if label else None))

    def warn(self, sentence: str) -> None:
        """Said once, however often it happens."""
        self._warnings.setdefault(sentence)

    def line(self, text: str) -> str:
        """Clean, and in one line."""
        return " ".join(self._clean(text).split())

    def extracted(self, media_type: str, title: str | None = None) -> Extracted:
        text = "".join(self._pieces)
        ends = [*(start for start, _ in self._pages[1:]), len(text)]
        pages = tuple(
            Page(number, start, end, label)
            for number, ((start, label), end) in enumerate(zip(self._pages, ends, strict=False), start=1)
        )
        coverage = Coverage(
            pages_without_text=tuple(page.number for page in pages if not text[page.start : page.end].strip()),
            warnings=(*self._warnings, *dropped_warning(Cleaned("", self._dropped))),
            tables=len(self._tables),
        )
        return Extracted(
            text,
            media_type,
            pages=pages,
            headings=tuple(self._headings),
            tables=tuple(self._tables),
            title=self.line(title) or None if title else None,
            coverage=coverage,
        )

    def _rows(self, lines: Iterable[str], columns: tuple[str, ...], title: str | None = None) -> None:
        self._gap()
        start = self._length
        for line in lines:
            if line:
                row = f"{self._clean(line)}\n"
                self._in_rows += len(row)
                self._append(row)
        if self._length > start:
            self._tables.append(Table(start, self._length, columns, title=self.line(title) if title else None))

    def _block(self, text: str, *, is_item: bool = False) -> None:
        if text:
            if not (is_item and self._in_list):
                self._gap()
            self._append(f"{text}\n")
            self._in_list = is_item

    def _gap(self) -> None:
        """A blank line, unless one stands there."""
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
