"""Places in a document that the side panel shows, and the sections around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chat.domain import Page, Section

SECTION_CHARACTERS = 20_000
"""Most characters shown of a section opened by itself."""
_MOST_SECTIONS = 400
"""In a larger section tree, only the top level and the sections near the place shown are listed."""


@dataclass(frozen=True, slots=True)
class Place:
    """The part of a document to be shown."""

    start: int
    end: int
    page: int | None
    heading: Sequence[str]
    quote: str = ""
    is_section: bool = False
    """Whether this is a section to be read, of which only the title is highlighted."""
    version: int | None = None
    """Version of the document that the offsets refer to; `None` if unknown."""
    is_changed: bool = False
    """Whether the words cited are not in the newest version; their section is shown instead."""

    @property
    def key(self) -> str:
        """What distinguishes the place from others in its document; two answers may quote one passage."""
        return f"{self.start}:{self.end}:{self.quote}"


def of_section(section: Section, sections: Sequence[Section]) -> Place:
    """Return a section, or its beginning, as a place to be read."""
    end = min(section.end, section.start + SECTION_CHARACTERS)
    return Place(section.start, end, section.page, path_of(section, sections), is_section=True)


def in_newest(place: Place, version: int, text: str, sections: Sequence[Section], pages: Sequence[Page]) -> Place:
    """Return where the cited words are in a newer `version` of the document or, if it does not contain them, their section."""
    known = place.version or (1 if place.quote else version)
    if known >= version or (place.quote and text.find(place.quote, place.start, place.end) >= 0):
        return place
    found = [each.start() for each in re.finditer(re.escape(place.quote), text)] if place.quote else []
    if not found:
        return _section_instead(place, sections)
    start = min(found, key=lambda each: abs(each - place.start))
    section = _innermost(sections, start)
    page = next((each.number for each in pages if each.start <= start < each.end), None)
    heading = path_of(section, sections) if section else []
    return replace(place, start=start, end=start + len(place.quote), page=page, heading=heading)


def section_of(place: Place, sections: Sequence[Section], text: str) -> Section | None:
    """Return the section with the place's heading path or, if the document has changed since, the innermost one around it."""
    touched = [each for each in sections if each.start < place.end and each.end > place.start]
    cited = text.find(place.quote, place.start, place.end) if place.quote else -1
    return _named(place, touched, sections) or _innermost(sections, cited if cited >= 0 else place.start)


def listed(sections: Sequence[Section], current: Section | None) -> list[dict[str, str | int | None]]:
    """Return the section tree as a list without its root; the section that contains the cited place is marked as current."""
    near = _near(sections, current) if len(sections) > _MOST_SECTIONS else None
    return [
        {
            "id": section.id,
            "title": section.title,
            "level": section.level,
            "page": section.page,
            "current": current is not None and section.id == current.id,
        }
        for section in sections
        if section.parent is not None and (near is None or section.level == 1 or section.id in near)
    ][: 2 * _MOST_SECTIONS]


def path_of(section: Section, sections: Sequence[Section]) -> list[str]:
    """Return the titles of a section and those above it, from the top."""
    by_id = {each.id: each for each in sections}
    path = list[str]()
    while section.parent is not None:
        path.insert(0, section.title)
        section = by_id[section.parent]
    return path


def _section_instead(place: Place, sections: Sequence[Section]) -> Place:
    """Return the section that contained what is gone, or a place with nothing in it."""
    section = _named(place, sections, sections) or _innermost(sections, place.start)
    if section is None:
        return Place(0, 0, None, [], is_changed=True)
    return replace(of_section(section, sections), is_changed=True)


def _named(place: Place, among: Sequence[Section], sections: Sequence[Section]) -> Section | None:
    """Return the section with the place's heading path, if there is one."""
    if not place.heading:
        return None
    called = (each for each in among if each.title == place.heading[-1])
    return next((each for each in called if path_of(each, sections) == list(place.heading)), None)


def _innermost(sections: Sequence[Section], cited: int) -> Section | None:
    holding = [each for each in sections if each.parent is not None and each.start <= cited < each.end]
    return max(holding, key=lambda each: each.level, default=None)


def _near(sections: Sequence[Section], current: Section | None) -> set[str]:
    """Return the ids of the ancestors of a section with their siblings, and of its children."""
    way = {None if current is None else current.id}
    by_id = {section.id: section for section in sections}
    while current is not None and current.parent is not None:
        way.add(current.parent)
        current = by_id.get(current.parent)
    return {section.id for section in sections if section.parent in way}
