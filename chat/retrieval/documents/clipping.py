"""Fit chunks to a part of a document: select those inside it, clip them, and join neighbours for a model to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Chunk
from chat.retrieval.documents.division import Unit
from chat.threads.base import Outline

_OVERLAP = 60
"""Least characters a chunk must have in a part to count as inside it."""
_JOINED = 1_400
"""Most characters of neighbouring chunks joined to one source: short enough that a citation leads to its place."""


def inside(unit: Unit, chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks inside a part, including those with several short sections; if there are none, those that overlap it."""
    found = [chunk for chunk in chunks if _overlap(unit, chunk) >= min(_OVERLAP, (chunk.end - chunk.start) // 2 + 1)]
    return found or [chunk for chunk in chunks if _overlap(unit, chunk) > 0]


def _overlap(unit: Unit, chunk: Chunk) -> int:
    return min(unit.end, chunk.end) - max(unit.start, chunk.start)


def clipped(unit: Unit, chunk: Chunk, outline: Outline) -> Chunk:
    """Return the portion of a chunk inside a part, with the heading path that applies there; a clipped chunk gets its own id."""
    if unit.start <= chunk.start and chunk.end <= unit.end:
        return chunk
    text = outline.text[max(unit.start, chunk.start) : min(unit.end, chunk.end)]
    start = max(unit.start, chunk.start) + len(text) - len(text.lstrip())
    text = text.strip()
    holding = [section for section in outline.sections if section.level > 0 and section.start <= start < section.end]
    path = tuple(section.title for section in sorted(holding, key=lambda section: section.level))
    return replace(chunk, id=f"{chunk.id}@{start}", start=start, end=start + len(text), text=text, section=path or chunk.section)


def joined(chunks: Sequence[Chunk], text: str) -> list[Chunk]:
    """Join neighbouring chunks of one section, without the text they repeat of each other."""
    found: list[Chunk] = []
    for chunk in chunks:
        last = found[-1] if found else None
        if last is not None and _goes_on(last, chunk):
            end = max(last.end, chunk.end)
            found[-1] = replace(last, end=end, text=text[last.start : end])
        elif last is not None and chunk.start < last.end < chunk.end:
            rest = text[last.end : chunk.end]
            start = last.end + len(rest) - len(rest.lstrip())
            found.append(replace(chunk, start=start, text=text[start : chunk.end]))
        else:
            found.append(chunk)
    return [chunk for chunk in found if chunk.text.strip()]


def _goes_on(last: Chunk, chunk: Chunk) -> bool:
    """Return whether a chunk follows the last one in the same section and both are short enough to be joined."""
    return last.section == chunk.section and chunk.start <= last.end + 2 and chunk.end - last.start <= _JOINED
