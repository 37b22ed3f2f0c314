"""Find running headers, footers and page numbers: lines at the edge of a page that the surrounding pages have too.

A line counts as repeated by its words, with a number that grows from page to page taken relative to the page: `Page 7 of 9` and
`Page 8 of 9` are the same, `Total 512 498` and `Total 601 577` are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from chat.domain import Span
from chat.extraction.pdf.cells import Columns, cells_beside
from chat.extraction.pdf.lines import Body, Line

_AROUND = 7
"""Number of pages on which a line is compared; headers change with the chapter."""
_FEWEST = 3
_DEPTH = 3
"""Number of heights from the top and from the bottom that count as the page's edge."""
_MOST_BESIDE = 30
"""Most lines of an edge; more are cells."""
_SAME_HEIGHT = 2.0
"""Points within which lines count as beside one another."""
_LONGEST = 300
SENTENCE = 60
"""Characters above which a repeated line is kept where it first occurs: invoices end with the same terms on all pages."""
_NUMBER = re.compile(r"\d+")
_SMALL = 0.75
_MARK = re.compile(r"\(?[a-z\d]{1,2}\)?,?|[®™℠©*†‡§,]+", re.IGNORECASE)
_LONE = re.compile(r"\W*(?:page\s+)?(?:(?P<arabic>\d{1,4})|(?P<roman>(?a:[ivxl]){1,8}))\W*", re.IGNORECASE)
"""The `a` flag keeps `i` from matching the Turkish `İ`, which is not a numeral."""
_NAMES_COLUMNS = re.compile(r"\b(?:months|ended|millions|thousands|per share)\b|%|\(\$", re.IGNORECASE)
"""Words of column names: a table header repeated at the top of several pages belongs to the tables."""
_FEWEST_NAMES = 3
_FAR = 3.2
"""Largest distance, in font sizes, from a line to the row whose cells it names."""
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


def running_lines(pages: Sequence[Sequence[Line]]) -> list[Line]:
    """Return the running lines in order. Where all lines of a page would be running lines, only its lone numbers are."""
    if len(pages) < _FEWEST:
        return []
    edges = [_edges(page) for page in pages]
    known = [{key for line in edge for key in keys(line.text, number)} for number, edge in enumerate(edges)]
    numbers = [[lone for line in edge if (lone := _lone_number(line.text)) is not None] for edge in edges]
    found: list[Line] = []
    seen: set[str] = set()
    for number, edge in enumerate(edges):
        running = [line for line in edge if _repeats(known, number, line) or _counts(numbers, number, line)]
        first = {line.text for line in running if len(line.text) > SENTENCE} - seen
        seen |= first
        running = [line for line in running if line.text not in first]
        if len(running) == sum(1 for line in pages[number] if line.text.strip()):
            running = [line for line in running if _lone_number(line.text) is not None]
        found += running
    return found


def loose_marks(pages: Sequence[Sequence[Line]], running: Sequence[Line]) -> list[Line]:
    """Return small note marks (`(a) (b)`, `®`) that PDFium places at the end of their page, away from the words that they belong
    to."""
    size = _SMALL * Body.of(pages).size
    apart = {line.start for line in running}
    found = []
    for page in pages:
        for line in reversed(page):
            if line.start in apart or not line.text.strip():
                continue
            if not (0 < line.type.size <= size and len(line.text) <= _LONGEST and all(map(_MARK.fullmatch, line.text.split()))):
                break
            found.append(line)
    return found


def spans(lines: Sequence[Line], length: int) -> list[Span]:
    """Return the spans of the lines with their line feeds; `length` is the length of the text."""
    return [Span(line.start, min(line.end + 1, length)) for line in lines]


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the spans in order, with overlapping or adjacent ones merged."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(span.end, found[-1].end))
        else:
            found.append(span)
    return tuple(found)


def _edges(page: Sequence[Line]) -> list[Line]:
    """Return the outermost lines: by position on the page, or by text order where positions are not known.

    A header may come last in the text.
    """
    lines = [line for line in page if line.text.strip()]
    if not any(line.type.size for line in lines):
        return [*lines[:_DEPTH], *lines[max(len(lines) - _DEPTH, _DEPTH) :]]
    heights = _heights([line.type.y for line in lines if line.type.size])
    outer = {*heights[:_DEPTH], *heights[-_DEPTH:]}
    edge = [line for line in lines if line.type.size and any(abs(line.type.y - height) <= _SAME_HEIGHT for height in outer)]
    names = _names_of_cells(page)
    return [line for line in edge if line.start not in names] if len(edge) <= _MOST_BESIDE else []


def _names_of_cells(page: Sequence[Line]) -> frozenset[int]:
    """Return the offsets of lines whose cells are above those of the next line: a table header is printed on each of its
    pages."""
    return frozenset(
        line.start
        for place, line in enumerate(page)
        if len(line.type.gaps) >= _FEWEST_NAMES - 1 and _names_row_below(page, place)
    )


def _names_row_below(page: Sequence[Line], place: int) -> bool:
    names = cells_beside(page, place)
    below = names[-1].line + 1
    if below >= len(page) or not 0 < page[place].type.y - page[below].type.y <= _FAR * page[place].type.size:
        return False
    row = cells_beside(page, below)
    return len(row) in (len(names), len(names) + 1) and len(Columns.of([*names, *row]).spans) == len(row)


def _heights(heights: Sequence[float]) -> list[float]:
    """Return the distinct heights from the bottom up, counting lines beside one another once."""
    distinct: list[float] = []
    for height in sorted(heights):
        if not distinct or height - distinct[-1] > _SAME_HEIGHT:
            distinct.append(height)
    return distinct


def keys(text: str, page: int) -> Iterator[str]:
    """Yield the keys of a line: its words, and its words with the first or last number taken relative to the page."""
    if len(text) > _LONGEST or _NAMES_COLUMNS.search(text):
        return
    words = " ".join(text.casefold().split())
    yield words
    numbers = list(_NUMBER.finditer(words))
    for match in numbers if len(numbers) < 2 else (numbers[0], numbers[-1]):
        if len(match[0]) <= 4:
            yield f"{words[: match.start()]}#{int(match[0]) - page}{words[match.end() :]}"


def _window(number: int, count: int) -> range:
    start = max(0, min(number - _AROUND // 2, count - _AROUND))
    return range(start, min(start + _AROUND, count))


def _repeats(known: Sequence[set[str]], number: int, line: Line) -> bool:
    """Return whether most of the surrounding pages, or most of the left or right ones among them, have the line too."""
    around = _window(number, len(known))
    for key in keys(line.text, number):
        with_it = [other for other in around if key in known[other]]
        same_side = [other for other in around if (other - number) % 2 == 0]
        shared = sum(1 for other in with_it if (other - number) % 2 == 0)
        if len(with_it) >= _FEWEST and (2 * len(with_it) > len(around) or (shared >= _FEWEST and 2 * shared > len(same_side))):
            return True
    return False


def _counts(numbers: Sequence[Sequence[int]], number: int, line: Line) -> bool:
    """Return whether a lone number grows over the surrounding pages by at most one a page (a printed page may take two)."""
    own = _lone_number(line.text)
    if own is None:
        return False
    others = [other for other in _window(number, len(numbers)) if other != number]
    numbered = [other for other in others if numbers[other]]
    fitting = [other for other in numbered if any(_fits(other - number, value - own) for value in numbers[other])]
    return len(fitting) >= _FEWEST - 1 and 2 * len(fitting) > len(numbered)


def _fits(pages: int, growth: int) -> bool:
    return min(pages, 0) <= growth <= max(pages, 0)


def _lone_number(text: str) -> int | None:
    match = _LONE.fullmatch(text[:40].strip()) if len(text) <= 40 else None
    if match is None:
        return None
    return int(match["arabic"]) if match["arabic"] else _roman(match["roman"].lower())


def _roman(letters: str) -> int:
    values = [_ROMAN[letter] for letter in letters]
    return sum(-value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True))
