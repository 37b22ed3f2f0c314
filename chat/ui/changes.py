"""Changes that turn a text into the page's Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Change(NamedTuple):
    """A replacement of `text[start:end]` by `drawn` in the page's Markdown."""

    start: int
    end: int
    drawn: str


def changed(text: str, changes: Iterable[Change]) -> str:
    """Return the text after the changes, which are in order and do not overlap."""
    parts, at = list[str](), 0
    for change in changes:
        parts += [text[at : change.start], change.drawn]
        at = change.end
    return "".join(parts) + text[at:]
