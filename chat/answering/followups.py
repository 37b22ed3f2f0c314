"""Questions that the sources can answer next, made without a model."""

from __future__ import annotations

from collections.abc import Sequence

from chat.domain import Citation, Passage, Source

_MOST = 3


def follow_ups(passages: Sequence[Passage], citations: Sequence[Citation]) -> tuple[str, ...]:
    """Sections that were found but not cited, asked for by their headings; none when nothing was cited."""
    if not citations:
        return ()
    cited = {_topic(citation.passage) for citation in citations}
    topics = dict.fromkeys(_topic(passage) for passage in passages)
    return tuple(f"What does “{topic}” say?" for topic in topics if topic and topic not in cited)[:_MOST]


def _topic(passage: Passage) -> str | None:
    if passage.chunk.source is not Source.DOCUMENT or not passage.chunk.section:
        return None
    return passage.chunk.section[-1]
