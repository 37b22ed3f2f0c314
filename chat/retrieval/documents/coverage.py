"""A document covered by its section tree: into which parts it falls, and which passages stand for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

from chat.domain import Chunk, Section
from chat.text import paragraphs, terms
from chat.threads.base import Outline

Vector = NDArray[np.float32]

_NEARLY_ALL = 0.8
"""Share of a section that its only child takes when it is but another name for it."""
_LEAD = 200
"""Characters in front of the first heading from which they are a part of their own."""
_LEAST = 160
"""Characters of a part: below it there is little but its heading."""
_WINDOW = 1_200
"""Characters of the parts that a text without headings is cut into."""
_SPARE = 1.3
"""So many times as many parts as are wanted may be opened: the smallest are left out again."""
_MOST_WINDOWS = 8
_OPENED = 3_000
"""Characters of a section from which it is divided further."""
_FIRST = (0.5, 0.15)
"""Added to the likeness of a part's first chunks: what a section is about tends to be said at its start."""
_OVERLAP = 60
"""Characters that a chunk must have in a part to stand for it."""
_ROWS = 0.4
"""Taken off a piece of a table."""
_NAMED = 0.4
"""Of the share of a topic's words in a chunk, beside its cosine."""
_LOOKED_AT = 200
"""Chunks, by cosine, whose words are looked at: half a millisecond each."""
_PIECE = 1_400
"""Characters of neighbouring chunks that a model reads as one source: short enough that a citation leads to its place."""
_PLAIN_TITLE = re.compile(r"[^\w]*(?:(?:item|part|section|chapter|annex|appendix|[ivxlc]+|\d+[\w.]*)\b[\s.:)-]*)*", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:table of )?contents?|index(?: to .*)?|signatures?|exhibits?\b.*|references|bibliography|acknowledg\w+|glossary|"
    r"(?:press|media|investor)? ?contacts?\b.*|web(?:cast|inar) information|.*forward.looking (?:statements"
    r"|information).*|copyright.*|report of independent .*|"
    r"legal notice|disclaimer|about the authors?|list of (?:figures|tables)|inhalt(?:sverzeichnis)?"
    r"|literatur(?:verzeichnis)?|"
    r"impressum|sommaire|table des matières|índice|indice|содержание|оглавление|目录|目次",
    re.IGNORECASE,
)
"""Headings of what stands beside a text rather than in it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part that is covered by itself."""

    title: str
    """Empty: it has no heading."""
    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Division:
    """A document in parts."""

    units: tuple[Unit, ...]
    """In the order of the text."""
    of: int
    """How many there are; the smaller ones are left out when they are too many."""


def divided(outline: Outline, most: int, within: Section | None = None) -> Division:
    """The outermost sections, the largest of them divided further as long as there are at most so many.

    A text without headings falls into windows of whole paragraphs. Contents, signatures and the like are no parts of it.
    """
    children: dict[str | None, list[Section]] = {}
    for section in outline.sections:
        children.setdefault(section.parent, []).append(section)
    root = within or next(iter(outline.sections), Section("", None, "", 0, 0, len(outline.text)))
    while len(below := children.get(root.id, [])) == 1 and _size(below[0]) >= _NEARLY_ALL * _size(root):
        root = below[0]
    if not below:
        found = _windows(outline.text, root, most)
        return Division(tuple(found), len(found))
    parts = list(_parts(_opened(root, children), children, _SPARE * most))
    telling = _telling(parts) or [_unit(part) for part in parts]
    kept = sorted(sorted(telling, key=lambda unit: -unit.length)[:most], key=lambda unit: unit.start)
    return Division(tuple(kept), len(telling))


def by_heading(outline: Outline, within: Section) -> list[Unit]:
    """A section, or a page, cut where a heading begins in it."""
    headed = [each for each in outline.sections if each.level > 0]
    starts = {each.start: each.title for each in headed if within.start < each.start < within.end}
    over = [each.title for each in headed if each.start <= within.start < each.end]
    titles = {within.start: over[-1] if over else "", **starts}
    ends = [*sorted(starts), within.end]
    return [Unit(titles[start], start, end) for start, end in zip(sorted(titles), ends, strict=True)]


def _parts(
    outermost: Sequence[Section | Unit], children: Mapping[str | None, list[Section]], most: float
) -> Iterator[Section | Unit]:
    """In the order of the text. The largest sections are replaced by their own first, as long as at most so many parts that say
    something are left; each is looked at once, however many there are."""
    inner: dict[str, list[Section | Unit]] = {}
    telling = len(_telling(outermost))
    largest = _by_size(outermost, children)
    heapify(largest)
    while largest and -largest[0][0] >= _OPENED:
        *_, widest = heappop(largest)
        opened = _opened(widest, children)
        if telling - 1 + (more := len(_telling(opened))) <= most:
            telling += more - len(_telling([widest]))
            inner[widest.id] = opened
            for part in _by_size(opened, children):
                heappush(largest, part)
    yield from _unfolded(outermost, inner)


def _by_size(
    parts: Sequence[Section | Unit], children: Mapping[str | None, list[Section]]
) -> list[tuple[int, int, str, Section]]:
    """The sections that have some of their own, as entries of a heap: the largest comes first, of equals the earlier one."""
    sections = [part for part in parts if isinstance(part, Section) and children.get(part.id)]
    return [(-_size(section), section.start, section.id, section) for section in sections]


def _unfolded(parts: Sequence[Section | Unit], inner: Mapping[str, Sequence[Section | Unit]]) -> Iterator[Section | Unit]:
    """The parts, and in the place of each section that was opened what it fell into."""
    for part in parts:
        if isinstance(part, Section) and part.id in inner:
            yield from _unfolded(inner[part.id], inner)
        else:
            yield part


def _opened(section: Section, children: Mapping[str | None, list[Section]]) -> list[Section | Unit]:
    """Its children, and what stands in front of them if that is more than its heading."""
    below = children[section.id]
    lead = below[0].start - section.start
    front = [Unit(section.title if section.level else "", section.start, below[0].start)] if lead >= _LEAD else []
    return [*front, *below]


def _telling(parts: Sequence[Section | Unit]) -> list[Unit]:
    units = [_unit(part) for part in parts]
    return [unit for unit in units if unit.length - len(unit.title) >= _LEAST and not _is_beside(unit.title)]


def _unit(part: Section | Unit) -> Unit:
    return part if isinstance(part, Unit) else Unit(part.title, part.start, part.end)


def _size(section: Section) -> int:
    return section.end - section.start


def _is_beside(title: str) -> bool:
    return bool(_BESIDE.fullmatch(_PLAIN_TITLE.sub("", title, count=1).strip(" .:").replace("–", "-")))


def _windows(text: str, section: Section, most: int) -> list[Unit]:
    many = min(most, _MOST_WINDOWS, max(1, round(_size(section) / _WINDOW)))
    size = _size(section) / many
    ends = [section.start + span.end for span in paragraphs(text[section.start : section.end])]
    title = section.title if section.level else ""
    cuts = [section.start]
    for ordinal in range(1, many):
        nearest = min(ends, key=lambda end: abs(end - section.start - ordinal * size))
        if cuts[-1] < nearest < section.end:
            cuts.append(nearest)
    return [Unit(title, start, end) for start, end in zip(cuts, [*cuts[1:], section.end], strict=True)]


# --- what stands for a part --------------------------------------------------------------------------------------


def inside(unit: Unit, chunks: Sequence[Chunk]) -> list[Chunk]:
    """The chunks that lie in it, also those that hold several short sections; where none does, those that begin or end in it."""
    found = [chunk for chunk in chunks if _overlap(unit, chunk) >= min(_OVERLAP, (chunk.end - chunk.start) // 2 + 1)]
    return found or [chunk for chunk in chunks if _overlap(unit, chunk) > 0]


def _overlap(unit: Unit, chunk: Chunk) -> int:
    return min(unit.end, chunk.end) - max(unit.start, chunk.start)


def clipped(unit: Unit, chunk: Chunk, outline: Outline) -> Chunk:
    """What of a chunk lies in a part, under the headings that it stands under there; a chunk of its own."""
    if unit.start <= chunk.start and chunk.end <= unit.end:
        return chunk
    text = outline.text[max(unit.start, chunk.start) : min(unit.end, chunk.end)]
    start = max(unit.start, chunk.start) + len(text) - len(text.lstrip())
    text = text.strip()
    holding = [each for each in outline.sections if each.level > 0 and each.start <= start < each.end]
    path = tuple(each.title for each in sorted(holding, key=lambda each: each.level))
    return replace(chunk, id=f"{chunk.id}@{start}", start=start, end=start + len(text), text=text, section=path or chunk.section)


def telling(chunks: Sequence[Chunk], vectors: Mapping[str, Vector], most: int) -> list[Chunk]:
    """Of a part's chunks those that are nearest to its middle, and its first one, in the order of the text.

    Without vectors, those that share most words with the others.
    """
    if len(chunks) <= most:
        return list(chunks)
    likeness = _central(chunks, vectors)
    for at, more in enumerate(_FIRST):
        likeness[at] += more
    for at, chunk in enumerate(chunks):
        likeness[at] -= _ROWS if chunk.rows is not None else 0.0
    best = sorted(range(len(chunks)), key=lambda at: (-likeness[at], at))[:most]
    return [chunks[at] for at in sorted(best)]


def _central(chunks: Sequence[Chunk], vectors: Mapping[str, Vector]) -> list[float]:
    known = [vectors[chunk.id] for chunk in chunks if chunk.id in vectors]
    if len(known) < len(chunks) // 2 + 1:
        return _by_words(chunks)
    middle = np.mean(known, axis=0)
    return [float(vectors[chunk.id] @ middle) if chunk.id in vectors else 0.0 for chunk in chunks]


def _by_words(chunks: Sequence[Chunk]) -> list[float]:
    held = [set(terms(chunk.text)) for chunk in chunks]
    counted: dict[str, int] = {}
    for known in held:
        for term in known:
            counted[term] = counted.get(term, 0) + 1
    return [sum(counted[term] for term in known) / (len(chunks) * max(1, len(known))) for known in held]


def about(chunks: Sequence[Chunk], vectors: Mapping[str, Vector], topic: str, asked: Vector | None) -> list[float]:
    """How near each chunk is to a topic: cosine, and the share of the topic's words that it holds."""
    wanted = set(terms(topic))
    cosines = [0.0 if asked is None or chunk.id not in vectors else float(vectors[chunk.id] @ asked) for chunk in chunks]
    near = range(len(chunks)) if asked is None else sorted(range(len(chunks)), key=lambda at: -cosines[at])[:_LOOKED_AT]
    for at in near:
        share = len(wanted & set(terms(chunks[at].indexed))) / max(1, len(wanted))
        cosines[at] += share if asked is None else _NAMED * share
    return cosines


# --- for a model -------------------------------------------------------------------------------------------------


def joined(chunks: Sequence[Chunk], text: str) -> list[Chunk]:
    """Neighbouring chunks of one section as one, without what they repeat of each other."""
    found: list[Chunk] = []
    for chunk in chunks:
        last = found[-1] if found else None
        if (
            last is not None
            and last.section == chunk.section
            and chunk.start <= last.end + 2
            and chunk.end - last.start <= _PIECE
        ):
            found[-1] = replace(last, end=max(last.end, chunk.end), text=text[last.start : max(last.end, chunk.end)])
        elif last is not None and chunk.start < last.end < chunk.end:
            start = last.end + len(text[last.end : chunk.end]) - len(text[last.end : chunk.end].lstrip())
            found.append(replace(chunk, start=start, text=text[start : chunk.end]))
        else:
            found.append(chunk)
    return [chunk for chunk in found if chunk.text.strip()]


def spread(held: Sequence[Sequence[Chunk]], vectors: Mapping[str, Vector], characters: int) -> list[list[Chunk]]:
    """Of each part as many chunks as its share of the whole allows, the most telling ones; all of them when there is room."""
    whole = sum(len(chunk.text) for chunks in held for chunk in chunks)
    if whole <= characters:
        return [list(chunks) for chunks in held]
    share = characters / whole
    return [telling(chunks, vectors, max(1, int(len(chunks) * share))) for chunks in held]
