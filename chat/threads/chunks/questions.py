"""Hypothetical questions of chunks and their vectors, as rows that are deleted with their chunk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, documents, questions, threads
from chat.domain import Source
from chat.embedding.base import Vectors
from chat.index.base import Collection, question_ids
from chat.threads.queries.incognito import incognito
from chat.threads.queries.storing import batches, packed, unpacked


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """A hypothetical question as it is stored."""

    id: str
    """Id of the question in the index."""
    text: str
    embedder: str
    vector: Vectors


class QuestionRows:
    """Stores hypothetical questions in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def waiting(self) -> dict[Collection, list[str]]:
        """Return the ids of chunks for which no questions have been written, by collection, in reading order.

        Only chunks of documents that are completely embedded are returned.
        """
        same = and_(documents.c.thread_id == chunks.c.thread_id, documents.c.id == chunks.c.parent_id)
        statement = (
            select(chunks.c.id, chunks.c.thread_id)
            .join(documents, same)
            .join(threads, threads.c.id == chunks.c.thread_id)
            .where(
                chunks.c.questioned.is_(False),
                chunks.c.source == Source.DOCUMENT,
                chunks.c.state == "indexed",
                documents.c.awaiting_vectors == 0,
                threads.c.deleted_at.is_(None),
            )
            .order_by(documents.c.created_at, documents.c.id, chunks.c.index)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        waiting: dict[Collection, list[str]] = {}
        for row in rows:
            waiting.setdefault(Collection(row.thread_id, Source.DOCUMENT), []).append(row.id)
        return waiting

    async def put(self, written: Mapping[str, Sequence[str]], embedded: Vectors, embedder: str) -> list[str]:
        """Store the questions of the chunks that still exist; return the ids of those chunks.

        `written` maps chunk ids to their questions; `embedded` has one row per question, in the same order. Nothing is stored for
        chunks of incognito threads, although their ids are returned. The chunks count as waiting until `settle`.
        """
        async with self._engine.begin() as connection:
            found = select(chunks.c.id, incognito(chunks.c.thread_id).label("private"))
            found = found.where(chunks.c.id.in_(list(written)), chunks.c.state == "indexed")
            private = {row.id: row.private for row in (await connection.execute(found)).all()}
            await connection.execute(delete(questions).where(questions.c.chunk_id.in_(list(private))))
            numbered = [(chunk, ordinal, text) for chunk, texts in written.items() for ordinal, text in enumerate(texts)]
            rows = [
                {"chunk_id": chunk, "ordinal": ordinal, "text": text, "embedder": embedder, "vector": packed(vector)}
                for (chunk, ordinal, text), vector in zip(numbered, embedded, strict=True)
                if not private.get(chunk, True)
            ]
            if rows:
                await connection.execute(insert(questions), rows)
        return [chunk for chunk in written if chunk in private]

    async def settle(self, chunk_ids: Sequence[str]) -> None:
        """Mark the chunks as done: the index holds their questions."""
        async with self._engine.begin() as connection:
            await connection.execute(update(chunks).where(chunks.c.id.in_(chunk_ids)).values(questioned=True))

    async def of(self, chunk_ids: Sequence[str]) -> list[WrittenQuestion]:
        """Return the stored questions of these chunks."""
        found: list[WrittenQuestion] = []
        async with self._engine.connect() as connection:
            for batch in batches(chunk_ids):
                statement = select(questions).where(questions.c.chunk_id.in_(batch))
                statement = statement.order_by(questions.c.chunk_id, questions.c.ordinal)
                found.extend(
                    WrittenQuestion(question_ids(row.chunk_id)[row.ordinal], row.text, row.embedder, unpacked(row.vector))
                    for row in (await connection.execute(statement)).all()
                )
        return found
