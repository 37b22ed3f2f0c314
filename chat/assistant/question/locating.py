"""Citations at the page and section of their quotes: a passage may hold several short sections, or run over to the next page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Citation, Source
from chat.threads.documents.documents import Documents


async def located(citations: Sequence[Citation], documents: Documents) -> tuple[Citation, ...]:
    """Return the citations, those of documents with the page and section of their quote, not of most of the passage."""
    quoted: dict[tuple[str, str], dict[int, int]] = {}
    for number, citation in enumerate(citations):
        chunk = citation.passage.chunk
        if chunk.source is Source.DOCUMENT and (start := citation.start) is not None:
            quoted.setdefault(citation.passage.parent, {})[number] = start
    found = list(citations)
    for (thread, document), places in quoted.items():
        for number, location in zip(places, await documents.located(thread, document, list(places.values())), strict=True):
            passage = citations[number].passage
            chunk = replace(
                passage.chunk,
                page=location.page or passage.chunk.page,
                section=location.section,
                section_id=location.section_id or passage.chunk.section_id,
            )
            found[number] = replace(citations[number], passage=replace(passage, chunk=chunk))
    return tuple(found)
