"""Builds passages for tests from their text and a few values."""

from __future__ import annotations

from datetime import UTC, datetime

from chat.domain import Chunk, Passage, Role, Scores, Source

NOON = datetime(2026, 5, 8, 12, 0, tzinfo=UTC)


def from_document(
    text: str, name: str = "guide.pdf", page: int | None = None, section: tuple[str, ...] = (), rank: int = 1
) -> Passage:
    chunk = Chunk("c" + str(rank), "t", Source.DOCUMENT, "d", rank, text, name, 0, len(text), page, section)
    return Passage(rank, 0.8, chunk, Scores(0.7, 3.0, 0.8), document_name=name, document_version=1)


def from_message(text: str, role: Role = "user", author: str | None = None, rank: int = 1) -> Passage:
    chunk = Chunk("m" + str(rank), "t", Source.MESSAGE, "q", 0, text, role, 0, len(text))
    return Passage(rank, 0.8, chunk, Scores(0.7, 3.0, 0.8), role=role, author=author, created_at=NOON)
