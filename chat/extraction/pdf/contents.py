"""Find pages of contents, which only list headings with their page numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from chat.domain import Heading, Page, Span

NUMBER = r"[\dIVXA-Z][\d.IVX]*[.:)]?"
"""Pattern for the number of a heading: `2.1`, `IV.`, `A:`."""
_ENTRY = re.compile(
    r"^[^\S\n]*(?P<title>\S.*?)[^\S\n]*(?:(?P<leaders>(?:[.…][^\S\n]?){4,})\s*|[^\S\n])(?:\d{1,4}|[ivxlc]{1,7})[^\S\n]*$",
    re.MULTILINE,
)
_IN_FRONT = re.compile(rf"^(?:{NUMBER}|[^\W\d_]{{2,}} [\dIVXA-Z]+[.:)]?)\s+")
_FEWEST, _FEWEST_OF_PAGE = 5, 2
"""Fewest headings that one page of a run must list, and fewest entries of the other pages, since the last may hold few."""
_SHARE = 0.5
"""Smallest share of a page's lines that must be entries, and, on one page of a run, of the entries that must be headings."""


def contents_pages(text: str, pages: Sequence[Page], headings: Sequence[Heading]) -> list[Span]:
    """Return a span from the first to the last entry on each page of contents: pages that are mostly entries, in a run of such
    pages of which at least one lists headings.

    Lists of figures and tables in the run are included; a price list is not. An entry is a heading, or a line with leaders before
    its page number.
    """
    titles = {_bare(heading.title) for heading in headings}
    if not titles:
        return []
    spans: list[Span] = []
    listed = [_entries(text, page, titles) for page in pages]
    for is_listed, run in groupby(listed, key=bool):
        entries = list(run)
        if is_listed and any(_lists(each, titles) for each in entries):
            spans += [Span(each[0].start(), each[-1].end()) for each in entries]
    return spans


def _entries(text: str, page: Page, titles: set[str]) -> list[re.Match[str]]:
    """Return the entries of a page that is mostly entries, otherwise nothing."""
    ending = _ENTRY.finditer(text, page.start, page.end)
    found = [entry for entry in ending if entry["leaders"] or _bare(entry["title"]) in titles]
    if len(found) < _FEWEST_OF_PAGE:
        return []
    lines = sum(bool(line.strip()) for line in text[page.start : page.end].split("\n"))
    return found if len(found) >= _SHARE * lines else []


def _lists(entries: Sequence[re.Match[str]], titles: set[str]) -> bool:
    headings = sum(_bare(entry["title"]) in titles for entry in entries)
    return headings >= max(_FEWEST, _SHARE * len(entries))


def _bare(title: str) -> str:
    """Return the title's letters and digits in folded case, without the number in front."""
    return "".join(filter(str.isalnum, _IN_FRONT.sub("", title).casefold()))
