"""Pages that are pictures: represent them as pages without text, and insert their text once OCR has recognised it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from chat.domain import Coverage, Extracted, Page, Span
from chat.extraction.pdf.pdfium import opened
from chat.extraction.pdf.reader import MEDIA_TYPE, without_text
from chat.text import clean

_GAP = re.compile(r"(?<=[\w,])[^\S\n]*\n(?:[^\S\n]*\n)+(?=(?P<next>[^\W\d_]))")
"""Blank lines after a line that ends without punctuation (a comma aside)."""


def scan(content: bytes, password: str = "") -> Extracted:
    """Return a PDF, none of whose pages has text, as pages without text. Raises NeedsPassword and DamagedFile."""
    with opened(content, password) as document:
        numbers = range(1, len(document) + 1)
    pages = tuple(Page(number, number - 1, number - 1) for number in numbers)
    return Extracted("\n" * (len(pages) - 1), MEDIA_TYPE, pages=pages, coverage=Coverage(pages_without_text=tuple(numbers)))


def with_recognised(extracted: Extracted, texts: Mapping[int, str], awaiting: Sequence[int] = ()) -> Extracted:
    """Return the extracted file with the recognised text of these pages inserted.

    `texts` maps numbers of pages without text to their recognised text; a blank one remains a page without text. `awaiting` are
    pages that are still to be recognised.
    """
    found = {number: words for number, text in texts.items() if (words := _run_on(clean(text).text.strip()))}
    recognised = [page for page in extracted.pages if page.number in found]
    shifts = _Shifts([page.start for page in recognised], [len(found[page.number]) for page in recognised])
    return replace(
        extracted,
        text=_inserted(extracted.text, [(page.start, found[page.number]) for page in recognised]),
        pages=tuple(
            replace(
                page,
                start=shifts.before(page.start),
                end=shifts.before(page.start) + len(found[page.number]) if page.number in found else shifts.behind(page.end),
            )
            for page in extracted.pages
        ),
        headings=tuple(replace(heading, start=shifts.behind(heading.start)) for heading in extracted.headings),
        tables=tuple(
            replace(table, start=shifts.behind(table.start), end=shifts.before(table.end)) for table in extracted.tables
        ),
        noise=tuple(Span(shifts.behind(span.start), shifts.before(span.end)) for span in extracted.noise),
        coverage=_coverage(extracted, found, awaiting),
    )


def _inserted(text: str, insertions: Iterable[tuple[int, str]]) -> str:
    """Return a text with others inserted at these offsets, which are in order."""
    parts, place = [], 0
    for start, words in insertions:
        parts += [text[place:start], words]
        place = start
    return "".join([*parts, text[place:]])


def _coverage(extracted: Extracted, found: Mapping[int, str], awaiting: Sequence[int]) -> Coverage:
    before = extracted.coverage
    still = tuple(page for page in before.pages_without_text if page not in found)
    told = set(_unread(extracted, before.pages_without_text))
    warnings = [warning for warning in before.warnings if warning not in told]
    return replace(
        before,
        pages_without_text=still,
        warnings=(*warnings, *_unread(extracted, [page for page in still if page not in set(awaiting)])),
        ocr_pages=tuple(sorted(found)),
        awaiting_ocr=tuple(awaiting),
    )


def _run_on(text: str) -> str:
    """Return the text without the blank lines that OCR leaves before the last word of a sentence."""
    return _GAP.sub(lambda gap: "\n" if gap["next"].islower() else gap[0], text)


def _unread(extracted: Extracted, numbers: Sequence[int]) -> Iterator[str]:
    """Yield warnings about pages without text; in an archive or e-mail, one for each file, with its name."""
    if extracted.media_type == MEDIA_TYPE or extracted.media_type.startswith("image/"):
        yield from without_text(numbers)
        return
    outer = [heading for heading in extracted.headings if heading.level == 1]
    ends = [*(heading.start for heading in outer[1:]), len(extracted.text) + 1]
    for heading, end in zip(outer, ends, strict=True):
        own = [page.number for page in extracted.pages if heading.start <= page.start < end]
        missing = [number for number in own if number in numbers]
        if len(own) == 1 and missing:
            yield f"{heading.title}: no text was found or recognised in it."
        else:
            yield from (f"{heading.title}: {words}" for words in without_text([number - own[0] + 1 for number in missing]))


class _Shifts:
    """Maps offsets of a text to offsets after insertions at some of its pages."""

    def __init__(self, places: Sequence[int], lengths: Sequence[int]) -> None:
        self._places = places
        self._sums = [0, *accumulate(lengths)]

    def before(self, place: int) -> int:
        """Map an offset to before the text inserted at this very offset."""
        return place + self._sums[bisect_right(self._places, place - 1)]

    def behind(self, place: int) -> int:
        return place + self._sums[bisect_right(self._places, place)]
