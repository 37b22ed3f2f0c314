"""Divide a document into parts that cover it: its sections, or windows of whole paragraphs if it has no headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from chat.domain import Section
from chat.text import paragraphs
from chat.threads.base import Outline

_NEARLY_ALL = 0.8
"""Least share of a section from which its only child is treated as the same section."""
_LEAD = 200
"""Least characters before the first heading that form a part of their own."""
_LEAST = 160
"""Least characters of a part; a shorter one is little more than its heading."""
_WINDOW = 1_200
"""Characters of the windows into which text without headings is cut."""
_SPARE = 1.3
"""Sections are divided into up to this many times as many parts as wanted; the smallest are then left out again."""
_MOST_WINDOWS = 8
_OPENED = 3_000
"""Least characters of a section to be divided further."""
_PLAIN_TITLE = re.compile(r"[^\w]*(?:(?:item|part|section|chapter|annex|appendix|[ivxlc]+|\d+[\w.]*)\b[\s.:)-]*)*", re.IGNORECASE)
"""Matches the numbering before a heading."""
_BACK_MATTER = re.compile(
    r"(?:table of )?contents?|index(?: to .*)?|signatures?|exhibits?\b.*|references|bibliography|acknowledg\w+|glossary|"
    r"(?:press|media|investor)? ?contacts?\b.*|web(?:cast|inar) information|.*forward.looking (?:statements"
    r"|information).*|copyright.*|report of independent .*|"
    r"legal notice|disclaimer|about the authors?|list of (?:figures|tables)|inhalt(?:sverzeichnis)?"
    r"|literatur(?:verzeichnis)?|"
    r"impressum|sommaire|table des matières|índice|indice|содержание|оглавление|目录|目次",
    re.IGNORECASE,
)
"""Matches headings of front and back matter, which is not part of the text itself."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a document."""

    title: str
    """Empty if it has no heading."""
    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Division:
    """A document divided into parts."""

    units: tuple[Unit, ...]
    """Ordered as in the text."""
    of: int
    """Total number of parts; if there are too many, the smallest are left out of `units`."""


def divided(outline: Outline, most: int, within: Section | None = None) -> Division:
    """Divide a document, or its section `within`, into its outermost sections, splitting the largest further up to `most` parts.

    A text without headings is cut into windows of whole paragraphs. Tables of contents, signatures and the like are left out.
    """
    children: dict[str | None, list[Section]] = {}
    for section in outline.sections:
        children.setdefault(section.parent, []).append(section)
    root = within or next(iter(outline.sections), Section("", None, "", 0, 0, len(outline.text)))
    while len(below := children.get(root.id, [])) == 1 and _size(below[0]) >= _NEARLY_ALL * _size(root):
        root = below[0]
    if not below:
        windows = _windows(outline.text, root, most)
        return Division(tuple(windows), len(windows))
    parts = list(_parts(_opened(root, children), children, _SPARE * most))
    substantial = _substantial(parts) or [_unit(part) for part in parts]
    kept = sorted(sorted(substantial, key=lambda unit: -unit.length)[:most], key=lambda unit: unit.start)
    return Division(tuple(kept), len(substantial))


def by_heading(outline: Outline, within: Section) -> list[Unit]:
    """Cut a section or a page wherever a heading begins in it."""
    headed = [section for section in outline.sections if section.level > 0]
    starts = {section.start: section.title for section in headed if within.start < section.start < within.end}
    enclosing = [section.title for section in headed if section.start <= within.start < section.end]
    titles = {within.start: enclosing[-1] if enclosing else "", **starts}
    ends = [*sorted(starts), within.end]
    return [Unit(titles[start], start, end) for start, end in zip(sorted(titles), ends, strict=True)]


def _parts(
    outermost: Sequence[Section | Unit], children: Mapping[str | None, list[Section]], most: float
) -> Iterator[Section | Unit]:
    """Yield the parts in the order of the text.

    The largest section is replaced by its children as long as at most `most` substantial parts result; each section is examined
    once, however many there are.
    """
    inner: dict[str, list[Section | Unit]] = {}
    count = len(_substantial(outermost))
    largest = _by_size(outermost, children)
    heapify(largest)
    while largest and -largest[0][0] >= _OPENED:
        *_, widest = heappop(largest)
        opened = _opened(widest, children)
        if count - 1 + (more := len(_substantial(opened))) <= most:
            count += more - len(_substantial([widest]))
            inner[widest.id] = opened
            for part in _by_size(opened, children):
                heappush(largest, part)
    yield from _unfolded(outermost, inner)


def _by_size(
    parts: Sequence[Section | Unit], children: Mapping[str | None, list[Section]]
) -> list[tuple[int, int, str, Section]]:
    """Return the sections that have children as heap entries: the largest comes first, or the earlier of equals."""
    sections = [part for part in parts if isinstance(part, Section) and children.get(part.id)]
    return [(-_size(section), section.start, section.id, section) for section in sections]


def _unfolded(parts: Sequence[Section | Unit], inner: Mapping[str, Sequence[Section | Unit]]) -> Iterator[Section | Unit]:
    """Yield the parts, with each divided section replaced by its parts."""
    for part in parts:
        if isinstance(part, Section) and part.id in inner:
            yield from _unfolded(inner[part.id], inner)
        else:
            yield part


def _opened(section: Section, children: Mapping[str | None, list[Section]]) -> list[Section | Unit]:
    """Return the children of a section, preceded by the text before them if that is more than its heading."""
    below = children[section.id]
    lead = below[0].start - section.start
    front = [Unit(section.title if section.level else "", section.start, below[0].start)] if lead >= _LEAD else []
    return [*front, *below]


def _substantial(parts: Sequence[Section | Unit]) -> list[Unit]:
    units = [_unit(part) for part in parts]
    return [unit for unit in units if unit.length - len(unit.title) >= _LEAST and not _is_back_matter(unit.title)]


def _unit(part: Section | Unit) -> Unit:
    return part if isinstance(part, Unit) else Unit(part.title, part.start, part.end)


def _size(section: Section) -> int:
    return section.end - section.start


def _is_back_matter(title: str) -> bool:
    return bool(_BACK_MATTER.fullmatch(_PLAIN_TITLE.sub("", title, count=1).strip(" .:").replace("–", "-")))


def _windows(text: str, section: Section, most: int) -> list[Unit]:
    count = min(most, _MOST_WINDOWS, max(1, round(_size(section) / _WINDOW)))
    size = _size(section) / count
    paragraph_ends = [section.start + span.end for span in paragraphs(text[section.start : section.end])]
    title = section.title if section.level else ""
    cuts = [section.start]
    for ordinal in range(1, count):
        nearest = min(paragraph_ends, key=lambda end: abs(end - section.start - ordinal * size))
        if cuts[-1] < nearest < section.end:
            cuts.append(nearest)
    return [Unit(title, start, end) for start, end in zip(cuts, [*cuts[1:], section.end], strict=True)]
