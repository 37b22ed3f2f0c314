"""Lock a PostgreSQL database for one process at a time, because processes do not share what they keep of it in memory.

The lock is PostgreSQL's advisory lock and ends with the connection that took it, so that a process that dies leaves none behind.
The reason and the cost: `docs/decisions/116-one-process-for-a-database.md`.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.errors import DatabaseHeld, StorageFailed

_KEY = 1_953_001_065
"""First key of the lock, which separates it from locks of other programs in the same database; the second key is derived from the
schema."""
_LONGEST_NAME = 63
"""Bytes of a connection's name that PostgreSQL keeps."""
_PING_SECONDS = 3.0
_SILENCE = {"tcp_keepalives_idle": "15", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""Seconds and number of keepalive probes: a machine that is cut off loses the lock after half a minute."""

_NAME = text("SELECT set_config(:name, :value, false)")
_TAKE = text("SELECT pg_try_advisory_lock(:key, hashtext(current_schema()))")
_HOLDER = text(
    "SELECT activity.application_name FROM pg_locks AS held JOIN pg_stat_activity AS activity USING (pid)"
    " WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2 AND held.classid = CAST(:key AS bigint)"
    " AND held.objid = (CAST(hashtext(current_schema()) AS bigint) & 4294967295) AND activity.datname = current_database()"
)


class DatabaseHold:
    """The lock of this process on the database. An SQLite database is locked with its data folder instead."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._name = f"threadwise-{secrets.token_hex(4)} process {os.getpid()} on {socket.gethostname()}"[:_LONGEST_NAME]
        self._connection: AsyncConnection | None = None

    async def take(self) -> None:
        """Take the lock. Raises DatabaseHeld, with the name of its holder, when another process has it."""
        if self._engine.dialect.name != "postgresql" or self._connection is not None:
            return
        connection = await self._engine.connect()
        try:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            for name, value in {"application_name": self._name, **_SILENCE}.items():
                await connection.execute(_NAME, {"name": name, "value": value})
            if not (await connection.execute(_TAKE, {"key": _KEY})).scalar_one():
                raise await self._held(connection)
        except BaseException:
            await _give_up(connection)
            raise
        self._connection = connection

    async def keep(self) -> None:
        """Take the lock again if its connection was lost.

        Raises DatabaseHeld when another process has it by now; StorageFailed while the server is unavailable.
        """
        if self._connection is not None and not await self._answers(self._connection):
            await self.release()
        await self.take()

    async def release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _give_up(connection)

    async def _answers(self, connection: AsyncConnection) -> bool:
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await connection.execute(text("SELECT 1"))
        except (TimeoutError, SQLAlchemyError, StorageFailed):
            return False
        return True

    async def _held(self, connection: AsyncConnection) -> StorageFailed:
        """Return the error to raise for a lock that is taken; by ourselves, if the server has not noticed yet that our connection
        was lost."""
        name = (await connection.execute(_HOLDER, {"key": _KEY})).scalars().first() or ""
        if name == self._name:
            return StorageFailed("The database does not know yet that a connection was lost. Try again in a moment.")
        who = name.partition(" ")[2] or "another process"
        return DatabaseHeld(f"The database is in use by another Threadwise, {who}; stop it first.")


async def _give_up(connection: AsyncConnection) -> None:
    """Close the connection instead of returning it to the pool, so that the lock ends with it."""
    await connection.invalidate()
    await connection.close()
