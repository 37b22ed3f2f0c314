"""Tables with named columns, located in the text of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Span, Table

_BETWEEN = "\n"


@dataclass(frozen=True, slots=True)
class Laid:
    """A table with the spans of the document's text that its rows occupy: one for each page it is on."""

    table: Table
    spans: tuple[Span, ...]

    @classmethod
    def whole(cls, table: Table) -> Laid:
        """Build one whose rows are contiguous."""
        return cls(table, (Span(table.start, table.end),))

    def rows(self, text: str) -> str:
        """Return all of its rows, one per line."""
        return _BETWEEN.join(text[span.start : span.end] for span in self.spans)

    def places(self, starts: Sequence[int]) -> list[int]:
        """Map offsets within `rows` to offsets in the document's text."""
        return [self._place(start) for start in starts]

    def _place(self, start: int) -> int:
        for span in self.spans:
            if start <= span.end - span.start:
                return span.start + start
            start -= span.end - span.start + len(_BETWEEN)
        return self.table.end
