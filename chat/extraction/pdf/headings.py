"""Find headings by their typography, for documents without an outline: lines larger than the body text, bold lines that stand
alone, and the parts and items of filings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import shorten

from chat.domain import Heading
from chat.extraction.pdf.lines import Body, Line

_DEEPEST = 4
_LARGER = 1.12
_LONGEST = 120
_MOST_LINES = 3
_MOST_ON_A_PAGE = 12
"""A page with more is a form, a poster or an undetected table."""
_LINE_PITCH = 1.5
"""Largest distance of a heading's second line from the first, in font sizes."""
_BESIDE = 0.4
"""Vertical distance, in font sizes, within which lines count as beside one another, as cells are."""
_LONGEST_ACRONYM = 5
_WIDEST_LETTER = 1.1
"""Largest average width of the letters of a line, in font sizes; a larger one means gaps as between cells."""
_CONTENTS_LINES = 8
_LEADERS = re.compile(r"(?:\.\s?){4,}|…{2,}|_{4,}")
_CONTENTS = re.compile(r"\S.{2,}\s(?P<page>\d{1,4})\s*")
_PART = re.compile(r"part\s+[ivx]{1,4}\b[.:,]?(?!\s*[,(])", re.IGNORECASE)
_ITEM = re.compile(r"items?\s+\d{1,2}[a-c]?\b[.:]?", re.IGNORECASE)
_NOTE = re.compile(r"(?:note|chapter|section|appendix|annex|schedule)\s+(?:\d{1,3}|[A-Z])\b", re.IGNORECASE)
_NOTES = re.compile(r"notes to\b", re.IGNORECASE)
_BARE = re.compile(r"(?:part|item|note|chapter|section|appendix|annex|schedule)\s+[\dA-Z]{1,5}[.:]?", re.IGNORECASE)
"""A heading's number whose words follow on the next line."""
_NUMBERING = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,4})\.?\s+\D")
_CAPTION = re.compile(r"(?:figure|fig\.|table|chart|exhibit)\s*\d", re.IGNORECASE)
_BULLETS = "•◦▪●■–—·*-+(†‡§©®™☐☒✓"
_CONTINUED = re.compile(r"\(?\b(?:continued|cont[’'.]?d)\b\.?\)?\s*$", re.IGNORECASE)

Rank = tuple[float, ...]
"""Sort key of a heading, compared from its first number on; the smaller, the higher in the hierarchy."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    title: str
    rank: Rank
    start: int
    page: int
    by_weight: bool
    """Whether only bold type makes it a heading."""


def headings_by_type(pages: Sequence[Sequence[Line]], skipped: frozenset[int]) -> list[Heading]:
    """Return the headings in order, with at most four levels and no level skipped on the way down.

    `skipped` holds the start offsets of table rows and running headers.
    """
    body = Body.of(pages)
    if not body.size:
        return []
    found: list[_Candidate] = []
    for number, page in enumerate(pages, start=1):
        lines = [line for line in page if line.text.strip() and line.start not in skipped]
        candidates = list(_candidates(lines, number, body))
        found += _few(candidates) if not _is_contents(lines) else _parts_among_contents(lines, candidates)
    return list(_levelled(_without_repeated(found, len(pages))))


# --- one page ----------------------------------------------------------------------------------------------------


def _is_contents(lines: Sequence[Line]) -> bool:
    """Return whether a page belongs to the table of contents: its lines have leaders, or end in page numbers that grow."""
    if sum(1 for line in lines if _LEADERS.search(line.text)) >= _CONTENTS_LINES // 2:
        return True
    numbers = [int(match["page"]) for line in lines if (match := _CONTENTS.fullmatch(line.text[:300]))]
    if len(numbers) < _CONTENTS_LINES or 3 * len(numbers) < len(lines):
        return False
    growing = sum(1 for first, second in pairwise(numbers) if first <= second)
    return growing >= 0.8 * (len(numbers) - 1)


def _parts_among_contents(lines: Sequence[Line], candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the named parts on a page of contents: an item of a filing may begin with its own contents, but a page that names
    several is the contents of the whole."""
    named = [candidate for candidate in candidates if _is_named(candidate.title)]
    return named if sum(_is_named(line.text) for line in lines) <= 2 else []


def _candidates(lines: Sequence[Line], page: int, body: Body) -> Iterator[_Candidate]:
    place = 0
    while place < len(lines):
        if not _stands_out(lines, place, body):
            place += 1
            continue
        stop = _group_end(lines, place)
        group = lines[place:stop]
        title = " ".join(" ".join(line.text for line in group).split())
        most = _MOST_LINES
        if _is_named(title):
            title, most = shorten(title, _LONGEST, placeholder=" …"), 2 * _MOST_LINES
        if len(group) <= most and _is_title(title) and not _is_beside(lines, place, stop):
            yield _Candidate(
                title.rstrip(" :"), _rank(title, group[-1], body), group[0].start, page, _by_weight(title, group[-1], body)
            )
        place = stop


def _stands_out(lines: Sequence[Line], place: int, body: Body) -> bool:
    line = lines[place]
    size = line.type.size
    if size >= body.size * _LARGER or (line.type.bold and not body.bold and size >= 0.9 * body.size):
        return True
    return _is_named(line.text) and size >= 0.9 * body.size and (line.text.isupper() or _has_room(lines, place, body))


def _is_named(text: str) -> bool:
    return _PART.match(text) is not None or _ITEM.match(text) is not None


def _has_room(lines: Sequence[Line], place: int, body: Body) -> bool:
    """Return whether there is more than a line's space above and below: a line of a paragraph that begins with `Item 7` has
    none."""
    above = lines[place - 1].type.y - lines[place].type.y if place else body.size * 2
    below = lines[place].type.y - lines[place + 1].type.y if place + 1 < len(lines) else body.size * 2
    return above > 1.5 * body.size and below > 1.3 * body.size and len(lines[place].text) <= _LONGEST


def _group_end(lines: Sequence[Line], place: int) -> int:
    """Return the index after the last line that continues the heading: set alike, one directly below the other."""
    stop = place + 1
    while stop < len(lines) and _goes_on(lines[stop - 1], lines[stop]):
        stop += 1
    return stop


def _goes_on(line: Line, following: Line) -> bool:
    one, other = line.type, following.type
    if one.bold != other.bold or one.y - other.y <= _BESIDE * one.size or _begins_heading(following.text):
        return False
    if _BARE.fullmatch(line.text.strip()):
        return other.size >= one.size and one.y - other.y <= 2 * _LINE_PITCH * one.size
    same = one.italic == other.italic and abs(one.size - other.size) <= 0.03 * one.size
    return same and one.y - other.y <= _LINE_PITCH * one.size


def _begins_heading(text: str) -> bool:
    return _is_named(text) or _NOTE.match(text) is not None or _NUMBERING.match(text) is not None


def _is_title(title: str) -> bool:
    letters = sum(map(str.isalpha, title))
    if not 3 <= len(title) <= _LONGEST or letters < 3 or 2 * letters < len(title.replace(" ", "")):
        return False
    if title[0].islower() or title[0] in _BULLETS or title.endswith((",", ";")):
        return False
    return not _CAPTION.match(title) and not _LEADERS.search(title)


def _is_beside(lines: Sequence[Line], place: int, stop: int) -> bool:
    """Return whether a line has gaps, or a neighbour is at its height or a little above the line before it, as cells are (the
    next column begins far above)."""
    if any(line.type.last_x - line.type.x > _WIDEST_LETTER * line.type.size * len(line.text) for line in lines[place:stop]):
        return True
    pairs = [(lines[place - 1], lines[place])] if place else []
    pairs += [(lines[stop - 1], lines[stop])] if stop < len(lines) else []
    return any(
        -_BESIDE * max(one.type.size, 1.0) <= other.type.y - one.type.y <= 5 * max(one.type.size, 1.0)
        for one, other in pairs
        if one.type.size and other.type.size
    )


def _by_weight(title: str, line: Line, body: Body) -> bool:
    return line.type.size < body.size * _LARGER and not _begins_heading(title)


def _rank(title: str, line: Line, body: Body) -> Rank:
    """Return the heading's rank.

    Parts and items are outermost; then larger comes before smaller, upright before italic, capitals before others, a note before
    its parts, and 2 before 2.1 and on a par with headings without a number (an abstract).
    """
    if _PART.match(title):
        return (0,)
    if _ITEM.match(title):
        return (1,)
    numbering = _NUMBERING.match(title)
    depth = numbering["number"].count(".") if numbering else 0
    size = round(2 * max(line.type.size, body.size)) / 2
    kind = 0 if _NOTES.match(title) else 1 if _NOTE.match(title) else 2
    capitals = title.isupper() and len(title) > _LONGEST_ACRONYM
    return (2, -size, line.type.italic, 0 if capitals else 1, kind, depth)


def _few(found: list[_Candidate]) -> list[_Candidate]:
    """Return the candidates of a page if they are not too many, otherwise only the larger ones, or none."""
    if len(found) > _MOST_ON_A_PAGE:
        found = [candidate for candidate in found if not candidate.by_weight]
    return found if len(found) <= _MOST_ON_A_PAGE else []


# --- the document ------------------------------------------------------------------------------------------------


def _without_repeated(found: Sequence[_Candidate], pages: int) -> Iterator[_Candidate]:
    """Yield the candidates without titles repeated on many pages and without `(continued)` headings."""
    times = Counter(candidate.title.casefold() for candidate in found)
    most = max(5, pages // 20)
    last = ""
    for candidate in found:
        bare = _CONTINUED.sub("", candidate.title).strip(" -–—").casefold()
        continued = bare != candidate.title.casefold() and bare != ""
        if times[candidate.title.casefold()] > most or (continued and times[bare]) or bare == last:
            continue
        last = bare
        yield candidate


def _levelled(found: Iterator[_Candidate]) -> Iterator[Heading]:
    """Yield the headings, each one level below the nearest previous heading that ranks further out."""
    above: list[Rank] = []
    for candidate in found:
        while above and above[-1] >= candidate.rank:
            above.pop()
        above.append(candidate.rank)
        yield Heading(candidate.title, min(len(above), _DEEPEST), candidate.start, candidate.page)
