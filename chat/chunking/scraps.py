"""Join stretches too short to be found by their content to a neighbour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from chat.chunking.regions import over_pages
from chat.chunking.slices import Rows, Stretch, page_of, section_of
from chat.chunking.splitting import SCRAP, Measure
from chat.domain import Extracted, Section, Span


def without_scraps(
    extracted: Extracted, tree: Sequence[Section], stretches: Iterable[Stretch], limit: int, measure: Measure
) -> Iterator[Stretch]:
    """Join each scrap to what follows in its own section, or else to what precedes it; it stays alone if neither fits."""
    fits = _Joining(extracted, limit, measure).fits
    forward = _joined(stretches, lambda scrap, after: fits(scrap, scrap, after) and _goes_on(tree, scrap, after))
    return _joined(forward, lambda before, scrap: fits(scrap, before, scrap))


def _joined(stretches: Iterable[Stretch], fit: Callable[[Stretch, Stretch], bool]) -> Iterator[Stretch]:
    """Join neighbouring stretches that fit. Lazy: each is yielded as soon as the next one does not fit."""
    held: Stretch | None = None
    for stretch in stretches:
        if held is not None and fit(held, stretch):
            held = _together(held, stretch)
            continue
        if held is not None:
            yield held
        held = stretch
    if held is not None:
        yield held


class _Joining:
    """The conditions under which two neighbours may be joined."""

    def __init__(self, extracted: Extracted, limit: int, measure: Measure) -> None:
        self._extracted = extracted
        self._limit = limit
        self._measure = measure

    def fits(self, scrap: Stretch, first: Stretch, second: Stretch) -> bool:
        text, pages = self._extracted.text, self._extracted.pages
        length = self._measure.below(SCRAP, text[scrap.core.start : scrap.core.end])
        if length is None or text[first.core.end : second.core.start].strip():
            return False
        if first.rows and second.rows and first.rows.table != second.rows.table:
            return False
        if page_of(pages, first.core) != page_of(pages, second.core) and not over_pages(length, self._limit):
            return False
        return self._measure(text[first.whole.start : second.core.end]) <= self._limit


def _goes_on(tree: Sequence[Section], scrap: Stretch, following: Stretch) -> bool:
    return following.core.start < section_of(tree, scrap.core).end


def _together(first: Stretch, second: Stretch) -> Stretch:
    core, whole = Span(first.core.start, second.core.end), Span(first.whole.start, second.core.end)
    return Stretch(core, whole, _both(first.rows, second.rows))


def _both(first: Rows | None, second: Rows | None) -> Rows | None:
    """Return the rows of both; they have no `fields`, which only a single row has."""
    upper, lower = first or second, second or first
    if upper is None or lower is None:
        return None
    return Rows(upper.table, upper.first, lower.last, upper.columns, title=upper.title)
