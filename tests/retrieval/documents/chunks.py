"""Builds chunks of a document, a hundred characters each."""

from __future__ import annotations

from chat.domain import Chunk, Source


def chunk(at: int, length: int = 100, rows: tuple[int, int] | None = None, section: tuple[str, ...] = ()) -> Chunk:
    text = f"Word{at} " * (length // 6)
    return Chunk(f"c{at}", "t", Source.DOCUMENT, "d", at, text, "", at * 100, at * 100 + 100, section=section, rows=rows)
