"""Find the headings that the pieces of a passage are under: those above the passage and those within it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from chat.domain import Passage
from chat.llm.quoting.passage.piece import Piece
from chat.text import terms

LEVEL = re.compile(r"^#{2,6}(?=\s)")
_NUMBER = re.compile(r"^(?:§\s?)?\d+(?:\.\d+)*[.)]?\s+")
_DENIES = re.compile(
    r"\b(?:not|no(?!\.|\s?\d)|never|nothing|without|exclu(?:ded|des|sions?)|exceptions?|don['’]?ts|forbidden|prohibited|unsupported"
    r"|out of scope|nicht|kein\w*|ausgeschlossen\w*|ausschl[uü]ss\w*|verboten\w*|non|pas|exclus\w*|interdit\w*|exclu[ií]d\w*"
    r"|prohibid\w*|esclus\w*|vietat\w*|proibid\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_INNERMOST = 7
"""The level assumed for a heading without a visible level."""


class Heading(NamedTuple):
    """A heading above a piece of text."""

    level: int
    text: str
    terms: frozenset[str]


Path = tuple[Heading, ...]
"""Outermost heading first."""


def paths(source: Passage, pieces: Sequence[Piece], language: str) -> list[Path]:
    """Return the heading path of each piece of a source; a heading's own path includes the heading."""
    path: Path = tuple(
        Heading(level, title, frozenset(terms(title, language))) for level, title in enumerate(source.chunk.section, start=1)
    )
    under = []
    for at, piece in enumerate(pieces):
        if is_heading(piece):
            own = frozenset(terms(piece.text, language))
            path = _beneath(path, piece.text, own, at > 0 and pieces[at - 1].quotable)
        under.append(path)
    return under


def is_heading(piece: Piece) -> bool:
    return not (piece.quotable or piece.rephrased or piece.is_sentence)


def denying_heading(path: Path) -> str | None:
    """Return the innermost heading, without its number, if it denies what is below it: "5. What is not covered"."""
    title = _NUMBER.sub("", path[-1].text.strip("# *_")) if path else ""
    return title if _DENIES.search(title) else None


def terms_above(source: Passage, pieces: Sequence[Piece], language: str) -> frozenset[str]:
    """Return the terms of all headings above and within a passage, and of its file's name."""
    titles = " ".join(piece.text for piece in pieces if not piece.quotable)
    return frozenset(terms(f"{source.document_name or ''} {' '.join(source.chunk.section)} {titles}", language))


def _beneath(path: Path, heading: str, own: frozenset[str], behind_text: bool) -> Path:
    """Return the path below a new heading: headings of its level or deeper are dropped. If it has no visible level, others
    without one are kept unless text lies in between."""
    marker = LEVEL.match(heading)
    level = len(marker[0]) if marker else _INNERMOST
    kept = (each for each in path if each.level < level or (level == _INNERMOST and not behind_text))
    return (*kept, Heading(level, heading, own))
