"""An SQLite driver with one thread switch per statement, where SQLAlchemy's aiosqlite adapter makes four (decision 092).

Each switch wakes two threads one after the other: .1 to 1 ms, several times what most statements take.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_cursor
from sqlalchemy.util import immutabledict

_Values = Sequence[Any] | Mapping[str, Any]  # Any: column values


class Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor that fetches all rows at once, as the adapter does, and is closed in the thread where it ran."""

    __slots__ = ()

    def __init__(self, adapt_connection: Connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection
        self._soft_closed_memoized = immutabledict()
        self._rows = deque()

    async def _execute_async(self, operation: str, parameters: _Values | None) -> None:
        await self._run(lambda cursor: cursor.execute(operation, parameters or ()))

    async def _executemany_async(self, operation: str, seq_of_parameters: Sequence[_Values]) -> None:
        await self._run(lambda cursor: cursor.executemany(operation, seq_of_parameters))

    async def _run(self, statement: Callable[[sqlite3.Cursor], object]) -> None:
        async with self._adapt_connection._execute_mutex:
            self._cursor, rows = await self._connection._execute(_whole, self._connection._conn, statement)
            self._rows = deque(rows)

    async def _async_soft_close(self) -> None:
        """Do nothing: the cursor is already closed."""

    def close(self) -> None:
        self._rows.clear()


class Connection(AsyncAdapt_aiosqlite_connection):
    """A connection that skips the thread switch for ending a transaction that was never begun, as reads begin none."""

    __slots__ = ()

    _cursor_cls: type[AsyncAdapt_aiosqlite_cursor] = Cursor

    def rollback(self) -> None:
        if self._connection.in_transaction:
            super().rollback()

    def commit(self) -> None:
        if self._connection.in_transaction:
            super().commit()


def _whole(
    connection: sqlite3.Connection, statement: Callable[[sqlite3.Cursor], object]
) -> tuple[sqlite3.Cursor, list[Any]]:  # Any: rows
    """Run a statement and return its closed cursor and its rows; no rows for statements that return none."""
    cursor = connection.cursor()
    try:
        statement(cursor)
        return cursor, cursor.fetchall() if cursor.description else []
    finally:
        cursor.close()
