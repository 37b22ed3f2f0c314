"""Which documents a question means: those that it names, points to or hints at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from chat.assistant.parts import Parts
from chat.domain import Document, Elsewhere, Section
from chat.retrieval.documents import naming, places
from chat.retrieval.documents.places import Place
from chat.retrieval.documents.whole import Wanted
from chat.text import unit_of

_MOST_LISTED = 200
_TITLED = 30
"""Documents whose titles are looked up, beside their file names."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A document of the question."""

    document: Document
    place: Elsewhere | None
    sections: tuple[Section, ...] = ()

    @property
    def names(self) -> list[str]:
        """Of its file, and its title where that is another."""
        title = self.sections[0].title if self.sections else ""
        return [self.document.name, *([title] if title and title != self.document.name else [])]

    @property
    def is_tabular(self) -> bool:
        """Nearly all of it is rows of tables with named columns."""
        rows = sum(table.end - table.start for table in self.document.tables if table.columns)
        return rows >= 0.8 * max(1, self.document.characters)

    @property
    def is_code(self) -> bool:
        kind = self.document.media_type
        plain = ("text/x-markdown", "text/x-rst", "text/x-log")
        code = ("application/javascript", "text/javascript", "text/css")
        return (kind.startswith("text/x-") and kind not in plain) or kind in code


class DocumentsHere:
    """Looks up documents, their titles and their sections."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def all(self, holders: Mapping[str, Elsewhere | None], only: str | None) -> list[Meant]:
        """Return the newest documents of each holder, in the order in which they were added."""
        found: list[Meant] = []
        for holder, place in holders.items():
            documents = await self._parts.rows.documents.newest(holder, _MOST_LISTED)
            found += [Meant(each, place) for each in documents if each.characters and only in (None, each.id)]
        return sorted(found, key=lambda each: each.document.created_at)

    async def titled(self, here: Sequence[Meant]) -> list[Meant]:
        """Return the documents, the newest of them with their trees, in which their titles stand; no tree is read twice."""
        newest = here[-_TITLED:]
        read = [each if each.sections else replace(each, sections=tuple(await self._sections(each))) for each in newest]
        return [*here[:-_TITLED], *read]

    async def _sections(self, meant: Meant) -> list[Section]:
        return await self._parts.rows.documents.sections(meant.document.thread, meant.document.id)

    async def having(self, place: Place, among: Sequence[Meant]) -> list[tuple[Meant, Section]]:
        """Return what of these documents stands at a place; a slide of presentations, a sheet of workbooks, if there are any."""
        so_called = [each for each in among if place.pages and unit_of(each.document.name) == place.kind]
        return [(each, section) for each in so_called or among for section in await self.sections_at(place, each)]

    async def sections_at(self, place: Place, one: Meant) -> list[Section]:
        paged = (place.pages is not None or place.front or place.sheet) and one.document.pages
        pages = await self._parts.rows.documents.pages(one.document.thread, one.document.id) if paged else []
        found = places.sections_at(place, one.sections, pages, unit_of(one.document.name))
        if found or not place.number or one.is_tabular or one.is_code:
            return found
        return places.clauses_at(place, await self._parts.rows.documents.text(one.document.thread, one.document.id))


def pointed(wanted: Wanted, text: str, here: Sequence[Meant]) -> list[Meant]:
    """Return the newest of the thread's own documents when the question points to one, of those at whose names it hints ("the
    handbook") where there are such; all documents otherwise."""
    if not wanted.this:
        return list(here)
    own = [each for each in here if each.place is None] or list(here)
    hinted = [own[at] for at in naming.hinted(text, [each.names for each in own])]
    return [max(hinted or own, key=lambda each: each.document.created_at)]


def one_named(side: str, here: Sequence[Meant]) -> int | None:
    """Return the index of the one document that a side names, if by a number alone that no other has; `None` otherwise."""
    names = [each.names for each in here]
    found = naming.named(side, names)
    if len(found) == 1:
        return found[0]
    numbers = {word for word in side.replace("-", " ").split() if word.isdigit()}
    holding = [at for at, titles in enumerate(names) if numbers & set(re.findall(r"\d+", " ".join(titles)))]
    return holding[0] if len(holding) == 1 else None


def beside_names(text: str, meant: Sequence[Meant]) -> str:
    """Return what is left of a text without the names of these documents."""
    return naming.without_names(text, [name for each in meant for name in each.names])
