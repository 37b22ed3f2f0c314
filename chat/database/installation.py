"""Identify the installation that a database belongs to."""

from __future__ import annotations

import uuid

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import installation


async def installation_id(engine: AsyncEngine) -> str:
    """Return the installation's id, which is generated once and the same in every copy of the database.

    The caller must hold the database.
    """
    async with engine.begin() as connection:
        found = (await connection.execute(select(installation.c.id))).scalar_one_or_none()
        if found is None:
            found = str(uuid.uuid4())
            await connection.execute(insert(installation).values(id=found))
    return str(found)
