"""Cut a message into the spans to index: the whole message, or passages of a long one."""

from __future__ import annotations

from collections.abc import Callable

from chat.chunking.splitting import Measure, passage_limit, split, trimmed
from chat.domain import Span
from chat.settings import ChunkingSettings


def cut_message(content: str, settings: ChunkingSettings, count: Callable[[str], int]) -> tuple[Span, ...]:
    """Return one span for a short message, passages of whole sentences for a long one, and none for a blank one."""
    spans = split(content, passage_limit(settings.message_tokens), Measure(count))
    return tuple(kept for span in spans if (kept := trimmed(content, span)) is not None)
