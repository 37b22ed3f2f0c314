"""Widen passages to the surrounding text, as far as the budget allows, for the model to read; ranking is over by then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from chat.domain import Passage, Section, Source, Span
from chat.text import sentences
from chat.threads.base import Outline

Parent = tuple[str, str]
"""Key of a document: the id of its thread or library, and its own id, which is unique only within that."""
_AROUND = (600, 250)
"""Characters on each side, tried in turn if not even the innermost section fits."""


def widened(passages: Sequence[Passage], outlines: Mapping[Parent, Outline], budget: int) -> tuple[Passage, ...]:
    """Widen each document passage to the widest of these that fits: the whole document, a section around it, or nearby sentences.

    `passages` come best first, `outlines` are by document, and `budget` is in characters of all passages together. A passage
    inside a wider one is dropped. A section takes at most half of what is left, so that other passages are widened too.
    """
    left = budget - sum(len(passage.chunk.text) for passage in passages)
    kept: list[Passage] = []
    for passage in passages:
        outline = outlines.get(passage.parent)
        if passage.chunk.source is Source.MESSAGE or outline is None:
            kept.append(passage)
            continue
        if any(_holds(wide, passage) for wide in kept):
            continue
        for span in _wider(outline, passage):
            others = [other for other in passages if other is not passage and _inside(span, other, passage.parent)]
            extra = span.end - span.start - sum(len(other.chunk.text) for other in [passage, *others])
            room = left if span.end - span.start == len(outline.text) else left // 2
            if extra <= room and not any(_overlap(wide, span, passage.parent) for wide in kept):
                left -= max(extra, 0)
                passage = _spanning(passage, span, outline)
                break
        kept.append(passage)
    return tuple(replace(passage, rank=rank) for rank, passage in enumerate(kept, start=1))


def _wider(outline: Outline, passage: Passage) -> Iterator[Span]:
    """Yield the spans to which a passage may be widened, widest first."""
    chunk = passage.chunk
    holding = [each for each in outline.sections if each.start <= chunk.start and chunk.end <= each.end]
    for section in sorted(holding, key=lambda each: each.level):
        yield Span(section.start, section.end)
    innermost = max(holding, key=lambda each: each.level, default=Section("", None, "", 0, 0, len(outline.text)))
    for around in _AROUND:
        start, end = max(chunk.start - around, innermost.start), min(chunk.end + around, innermost.end)
        whole = [Span(start + span.start, start + span.end) for span in sentences(outline.text[start:end])]
        first = next((span.start for span in whole[1:] if span.start <= chunk.start), chunk.start)
        last = whole[-2].end if len(whole) > 1 else chunk.end
        yield Span(start if start == innermost.start else first, end if end == innermost.end else max(last, chunk.end))


def _spanning(passage: Passage, span: Span, outline: Outline) -> Passage:
    text = outline.text[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    end = span.end - len(text) + len(text.rstrip())
    return replace(passage, chunk=replace(passage.chunk, start=start, end=end, text=outline.text[start:end]))


def _holds(wide: Passage, passage: Passage) -> bool:
    return _inside(Span(wide.chunk.start, wide.chunk.end), passage, wide.parent)


def _inside(span: Span, passage: Passage, document: Parent) -> bool:
    chunk = passage.chunk
    return chunk.source is Source.DOCUMENT and passage.parent == document and span.start <= chunk.start and chunk.end <= span.end


def _overlap(wide: Passage, span: Span, document: Parent) -> bool:
    chunk = wide.chunk
    return chunk.source is Source.DOCUMENT and wide.parent == document and chunk.start < span.end and span.start < chunk.end
