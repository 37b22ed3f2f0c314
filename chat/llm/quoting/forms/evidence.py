"""What questions with a treatment of their own are answered from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Passage
from chat.llm.quoting.passage.quotable import Piece


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sources of an answer, best first, with what may be quoted of each."""

    held: Sequence[Sequence[Piece]]
    """By source: its pieces; none of one that is not to be quoted."""
    sources: Sequence[Passage]
    language: str
    """Of the question."""
    befores: Sequence[int | None] = ()
    """By source: the index of the one that precedes it in its document, if found."""
