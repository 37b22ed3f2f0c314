"""Vectors as rows: the source of truth from which the vector index is built."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, vectors
from chat.embedding.base import Vectors
from chat.index.base import Collection
from chat.threads.chunks.rows import within
from chat.threads.queries.incognito import incognito
from chat.threads.queries.storing import BATCH, batches, packed, unpacked


class VectorRows:
    """Writes and reads the vectors of chunks."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def embedded(self, collection: Collection) -> list[str]:
        """Return the ids of the chunks that have a vector of any embedder."""
        statement = select(chunks.c.id).join(vectors, vectors.c.chunk_id == chunks.c.id).where(*within(collection))
        async with self._engine.connect() as connection:
            return list((await connection.execute(statement)).scalars())

    async def of(self, ids: Sequence[str], embedder: str) -> dict[str, Vectors]:
        """Return the stored vectors of this embedder, by chunk id."""
        found: dict[str, Vectors] = {}
        async with self._engine.connect() as connection:
            for batch in batches(ids):
                statement = select(vectors.c.chunk_id, vectors.c.vector).where(
                    vectors.c.chunk_id.in_(batch), vectors.c.embedder == embedder
                )
                for row in (await connection.execute(statement)).all():
                    found[row.chunk_id] = unpacked(row.vector)
        return found

    async def all(self, collection: Collection, embedder: str) -> tuple[list[str], Vectors]:
        """Return the chunk ids and vectors of this embedder in a collection, published or not. Shape (chunks, dimensions)."""
        statement = (
            select(vectors.c.chunk_id, vectors.c.vector)
            .join(chunks, chunks.c.id == vectors.c.chunk_id)
            .where(*within(collection), vectors.c.embedder == embedder)
        )
        ids, stored = list[str](), bytearray()
        async with self._engine.connect() as connection:
            async for rows in (await connection.stream(statement)).partitions(BATCH):
                ids.extend(row.chunk_id for row in rows)
                stored += b"".join(row.vector for row in rows)
        return ids, unpacked(stored).reshape(len(ids), -1) if ids else np.zeros((0, 0), dtype=np.float32)

    async def missing(self, collection: Collection, parent: str, embedder: str) -> list[str]:
        """Return the ids of a document's chunks that lack a vector of this embedder, in order; none for incognito threads."""
        same = and_(vectors.c.chunk_id == chunks.c.id, vectors.c.embedder == embedder)
        statement = (
            select(chunks.c.id)
            .outerjoin(vectors, same)
            .where(
                *within(collection), chunks.c.parent_id == parent, vectors.c.chunk_id.is_(None), ~incognito(chunks.c.thread_id)
            )
            .order_by(chunks.c.index)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(statement)).scalars())

    async def put(self, ids: Sequence[str], embedded: Vectors, embedder: str) -> None:
        """Store the vectors of existing chunks, replacing earlier ones; those of incognito threads are not stored."""
        unstored = set[str]()
        async with self._engine.begin() as connection:
            for batch in batches(ids):
                await connection.execute(delete(vectors).where(vectors.c.chunk_id.in_(batch)))
                private = select(chunks.c.id).where(chunks.c.id.in_(batch), incognito(chunks.c.thread_id))
                unstored.update((await connection.execute(private)).scalars())
            rows = [
                {"chunk_id": id, "embedder": embedder, "vector": packed(vector)}
                for id, vector in zip(ids, embedded, strict=True)
                if id not in unstored
            ]
            if rows:
                await connection.execute(insert(vectors), rows)
