"""Collections as rows: which embedder produced the vectors of each, and whether its indexes are complete."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, collections
from chat.domain import Source
from chat.index.base import Collection, content_name
from chat.threads.queries.incognito import incognito


class CollectionRows:
    """Writes and reads the rows of collections."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def embedder(self, collection: Collection) -> str | None:
        async with self._engine.connect() as connection:
            statement = select(collections.c.embedder).where(collections.c.name == collection.name)
            return (await connection.execute(statement)).scalar_one_or_none()

    async def embedders(self, held: Sequence[Collection]) -> dict[str, str]:
        """Return the embedders of several collections, by collection name."""
        statement = select(collections.c.name, collections.c.embedder).where(collections.c.name.in_([one.name for one in held]))
        async with self._engine.connect() as connection:
            return {row.name: row.embedder for row in (await connection.execute(statement)).all()}

    async def set_embedder(self, collection: Collection, embedder: str, now: datetime) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(collections).where(collections.c.name == collection.name))
            await connection.execute(
                insert(collections).values(
                    name=collection.name,
                    thread_id=collection.thread,
                    source=collection.source,
                    embedder=embedder,
                    created_at=now,
                )
            )

    async def mark_rebuilding(self, names: Sequence[str]) -> None:
        """Mark the indexes of these collections (`*`: of all) as incomplete, until `set_embedder` or `rebuilt` is called.

        The name of a collection of hypothetical questions stands for the chunks' collection: both are rebuilt together.
        Collections of incognito threads are never marked.
        """
        statement = update(collections).values(rebuilding=True).where(~incognito(collections.c.thread_id))
        if "*" not in names:
            statement = statement.where(collections.c.name.in_([content_name(name) for name in names]))
        async with self._engine.begin() as connection:
            await connection.execute(statement)

    async def rebuilt(self, collection: Collection) -> None:
        """Mark the indexes of a collection as complete again."""
        async with self._engine.begin() as connection:
            await connection.execute(update(collections).where(collections.c.name == collection.name).values(rebuilding=False))

    async def rebuilding(self) -> list[Collection]:
        """Return the collections whose indexes are incomplete."""
        statement = select(collections.c.thread_id, collections.c.source).where(collections.c.rebuilding)
        async with self._engine.connect() as connection:
            return [Collection(row.thread_id, Source(row.source)) for row in (await connection.execute(statement)).all()]

    async def held(self, thread: str | None = None) -> list[Collection]:
        """Return every collection that holds chunks, of one thread or of all."""
        statement = select(chunks.c.thread_id, chunks.c.source).distinct()
        if thread is not None:
            statement = statement.where(chunks.c.thread_id == thread)
        async with self._engine.connect() as connection:
            return [Collection(row.thread_id, Source(row.source)) for row in (await connection.execute(statement)).all()]
