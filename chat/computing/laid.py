"""A table with named columns as it lies in a document's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Span, Table

_BETWEEN = "\n"


@dataclass(frozen=True, slots=True)
class Laid:
    """A table, and the stretches of the text that its rows are: one for each page that it stands on."""

    table: Table
    spans: tuple[Span, ...]

    @classmethod
    def whole(cls, table: Table) -> Laid:
        """One whose rows lie together."""
        return cls(table, (Span(table.start, table.end),))

    def rows(self, text: str) -> str:
        """All of its rows, one a line."""
        return _BETWEEN.join(text[span.start : span.end] for span in self.spans)

    def places(self, starts: Sequence[int]) -> list[int]:
        """Where in the document's text these places of its `rows` are."""
        return [self._place(start) for start in starts]

    def _place(self, start: int) -> int:
        for span in self.spans:
            if start <= span.end - span.start:
                return span.start + start
            start -= span.end - span.start + len(_BETWEEN)
        return self.table.end
