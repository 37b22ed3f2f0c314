"""Build the section tree of a document from its headings."""

from __future__ import annotations

from chat.domain import Extracted, Heading, Section

DOCUMENT = "0"
"""Id of the root."""


def sections(extracted: Extracted, name: str) -> tuple[Section, ...]:
    """Return the document first, then its sections in the order of the text; ids are ordinals within the document.

    A section extends to the next heading of its own level or further out, so parents contain their children.
    """
    end = len(extracted.text)
    root = Section(DOCUMENT, None, extracted.title or name, 0, 0, end, 1 if extracted.pages else None)
    found = [root]
    open_sections: list[tuple[str, int]] = [(DOCUMENT, 0)]
    for ordinal, heading in enumerate(extracted.headings, start=1):
        while open_sections[-1][1] >= heading.level:
            open_sections.pop()
        parent = open_sections[-1][0]
        open_sections.append((str(ordinal), heading.level))
        finish = _end(extracted.headings, ordinal, end)
        found.append(Section(str(ordinal), parent, heading.title, heading.level, heading.start, finish, heading.page))
    return tuple(found)


def _end(headings: tuple[Heading, ...], ordinal: int, end: int) -> int:
    level = headings[ordinal - 1].level
    later = range(ordinal, len(headings))
    return next((headings[index].start for index in later if headings[index].level <= level), end)
