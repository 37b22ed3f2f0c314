"""Term counts as rows: the keyword index on disk."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keyword_rows
from chat.domain import Health
from chat.errors import StorageFailed
from chat.index.base import Collection

_BATCH = 500


class StoredTermCounts:
    """Keeps the promise `TermCounts` over SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def put(self, collection: Collection, counted: Sequence[tuple[str, Counter[str]]]) -> None:
        rows = [
            {"chunk_id": id, "collection": collection.name, "length": counts.total(), "terms": json.dumps(counts)}
            for id, counts in counted
        ]
        if not rows:
            return
        async with self._engine.begin() as connection:
            await connection.execute(insert(keyword_rows), rows)

    async def take(self, collection: Collection, ids: Sequence[str]) -> list[tuple[str, str]]:
        taken = list[tuple[str, str]]()
        async with self._engine.begin() as connection:
            for at in range(0, len(ids), _BATCH):
                here = keyword_rows.c.collection == collection.name, keyword_rows.c.chunk_id.in_(ids[at : at + _BATCH])
                gone = delete(keyword_rows).where(*here).returning(keyword_rows.c.chunk_id, keyword_rows.c.terms)
                taken += [(row.chunk_id, row.terms) for row in (await connection.execute(gone)).all()]
        return taken

    async def clear(self, collection: Collection) -> int:
        async with self._engine.begin() as connection:
            statement = delete(keyword_rows).where(keyword_rows.c.collection == collection.name)
            return (await connection.execute(statement)).rowcount

    async def of(self, collection: Collection) -> list[tuple[str, str]]:
        statement = select(keyword_rows.c.chunk_id, keyword_rows.c.terms).where(keyword_rows.c.collection == collection.name)
        async with self._engine.connect() as connection:
            return [(row.chunk_id, row.terms) for row in (await connection.execute(statement)).all()]

    async def count(self, collection: Collection) -> int:
        async with self._engine.connect() as connection:
            statement = select(func.count()).select_from(keyword_rows).where(keyword_rows.c.collection == collection.name)
            return int((await connection.execute(statement)).scalar_one())

    async def check(self) -> Health:
        try:
            async with self._engine.connect() as connection:
                await connection.execute(select(keyword_rows.c.chunk_id).limit(1))
        except (SQLAlchemyError, StorageFailed) as error:
            return Health(False, {"error": type(error).__name__})
        return Health(True)
