"""Citations as they are stored with an answer, and descriptions of where they lead."""

from __future__ import annotations

from collections.abc import Iterable

from chat.domain import Citation, Origin, Passage, Reference, Source
from chat.text import unit_of

SUMMARY = "Summary by a model"


def reference(citation: Citation) -> Reference:
    """Return a citation in the form in which it is stored."""
    passage, chunk = citation.passage, citation.passage.chunk
    said = chunk.source is Source.MESSAGE
    return Reference(
        marker=citation.marker,
        quote=citation.quote,
        supported=citation.supported,
        source=chunk.source,
        parent=chunk.parent,
        start=chunk.start,
        end=chunk.end,
        place=passage.elsewhere.id if passage.elsewhere else None,
        name=passage.document_name,
        page=chunk.page,
        section=chunk.section,
        speaker=speaker(passage) if said else None,
        said_at=passage.created_at,
        since=passage.summary.first_at if passage.summary else None,
    )


def origins(passages: Iterable[Passage]) -> list[Origin]:
    """Return the distinct origins of passages."""
    each = (Origin(passage.chunk.parent, passage.elsewhere.id if passage.elsewhere else None) for passage in passages)
    return list(dict.fromkeys(each))


def speaker(passage: Passage) -> str:
    """Return the speaker of a message; for a summary, that it is one."""
    if passage.summary is not None:
        return SUMMARY
    return passage.author or ("You" if passage.role == "user" else "Threadwise")


def place(reference: Reference) -> str:
    """Describe a reference in one line: file, page (or sheet, or slide) and section; or who said it and when."""
    if reference.source is Source.MESSAGE:
        days = dict.fromkeys(f"{day.day} {day:%B %Y}" for day in (reference.since, reference.said_at) if day)
        return ", ".join(part for part in (reference.speaker, " to ".join(days)) if part)
    page = f"{unit_of(reference.name)} {reference.page}" if reference.page is not None else None
    return ", ".join(part for part in (reference.name, page, reference.section[-1] if reference.section else None) if part)
