"""Text put together piece by piece, each cleaned, with the exact places of its headings and tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from chat.domain import Coverage, Extracted, Heading, Table
from chat.errors import FileTooLarge
from chat.extraction.texts.decoding import dropped_warning
from chat.settings import LimitSettings
from chat.text import Cleaned, clean


class Writing:
    """What a reader has written so far. Raises FileTooLarge as soon as it is over the character limit."""

    def __init__(self, limits: LimitSettings) -> None:
        self._most = limits.max_characters
        self._pieces: list[str] = []
        self._length = 0
        self._dropped = 0
        self._headings: list[Heading] = []
        self._tables: list[Table] = []

    @property
    def empty(self) -> bool:
        return self._length == 0

    def paragraph(self, text: str, *, gap: int = 2) -> None:
        """The text, `gap` line feeds behind what stands before it; nothing for blanks."""
        text = self._cleaned(text).strip("\n").rstrip()
        if text:
            self._put(text, gap)

    def heading(self, title: str, level: int) -> None:
        """A heading on a line of its own; nothing for blanks."""
        title = " ".join(self._cleaned(title).split())
        if title:
            self._headings.append(Heading(title, level, self._put(title, 2)))

    def table(self, rows: Iterable[str], *, columns: Iterable[str] = (), header: str = "", title: str | None = None) -> None:
        """One line for each row; rows without words are left out."""
        lines = [" ".join(self._cleaned(row).split()) for row in rows]
        text = "".join(f"{line}\n" for line in lines if line)
        if text:
            names = tuple(" ".join(clean(name).text.split()) for name in columns)
            start = self._put(text, 2)
            self._tables.append(Table(start, self._length, names, header, title))

    def extracted(self, media_type: str, *, title: str | None = None, coverage: Coverage | None = None) -> Extracted:
        """What was written, with what the reader knows about it besides."""
        coverage = coverage or Coverage()
        named = " ".join(clean(title or "").text.split()) or None
        return Extracted(
            "".join(self._pieces),
            media_type,
            headings=tuple(self._headings),
            tables=tuple(self._tables),
            title=named,
            coverage=replace(
                coverage,
                warnings=coverage.warnings + dropped_warning(Cleaned("", self._dropped)),
                tables=len(self._tables),
                characters_dropped=coverage.characters_dropped + self._dropped,
            ),
        )

    def _cleaned(self, text: str) -> str:
        cleaned = clean(text)
        self._dropped += cleaned.dropped
        return cleaned.text

    def _put(self, text: str, gap: int) -> int:
        """Where the text begins."""
        if self._pieces:
            missing = gap - 1 if self._pieces[-1].endswith("\n") else gap
            self._pieces.append("\n" * missing)
            self._length += missing
        start = self._length
        self._pieces.append(text)
        self._length += len(text)
        if self._length > self._most:
            raise FileTooLarge(f"The file has more than {self._most:,} characters.")
        return start
