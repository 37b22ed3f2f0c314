"""What the pieces of a passage stand under: the headings above it, and those in between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from chat.domain import Passage
from chat.llm.quoting.passage.quotable import Piece
from chat.text import terms

LEVEL = re.compile(r"^#{2,6}(?=\s)")
_INNERMOST = 7
"""The level of a heading that does not tell it."""


class Heading(NamedTuple):
    """What something stands under."""

    level: int
    text: str
    terms: frozenset[str]


Path = tuple[Heading, ...]
"""Outermost first."""


def paths(source: Passage, held: Sequence[Piece], language: str) -> list[Path]:
    """What each piece of a source stands under; a heading stands under itself, too."""
    path: Path = tuple(
        Heading(level, title, frozenset(terms(title, language))) for level, title in enumerate(source.chunk.section, start=1)
    )
    under = []
    for at, piece in enumerate(held):
        if is_heading(piece):
            own = frozenset(terms(piece.text, language))
            path = _beneath(path, piece.text, own, at > 0 and held[at - 1].quotable)
        under.append(path)
    return under


def is_heading(piece: Piece) -> bool:
    return not (piece.quotable or piece.told or piece.plain)


def terms_above(source: Passage, held: Sequence[Piece], language: str) -> frozenset[str]:
    """The terms of all headings over the pieces of a passage and in between, and of its file's name."""
    titles = " ".join(piece.text for piece in held if not piece.quotable)
    return frozenset(terms(f"{source.document_name or ''} {' '.join(source.chunk.section)} {titles}", language))


def _beneath(path: Path, heading: str, own: frozenset[str], behind_text: bool) -> Path:
    """The path under this heading: without what is of its level or below; of one that does not tell its level, without those that
    don't either, where text stands between."""
    told = LEVEL.match(heading)
    level = len(told[0]) if told else _INNERMOST
    kept = (each for each in path if each.level < level or (level == _INNERMOST and not behind_text))
    return (*kept, Heading(level, heading, own))
