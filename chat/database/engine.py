"""Create and maintain the database engine: SQLite in the data folder by default, PostgreSQL by setting."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Dialect, ExceptionContext, event, make_url, text
from sqlalchemy.exc import DatabaseError, DBAPIError, InvalidatePoolError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, PoolProxiedConnection

from chat.database import one_trip
from chat.domain import Health
from chat.errors import StorageFailed

_BUSY_MILLISECONDS = 10_000
_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",  # acknowledged commits survive a power loss
    f"busy_timeout = {_BUSY_MILLISECONDS}",  # milliseconds that a writer waits for another
    "foreign_keys = ON",
    "secure_delete = ON",  # deleted text is overwritten
)
_MIGRATIONS = Path(__file__).with_name("migrations")

_POOL_SECONDS = 10.0
"""Timeout for a connection to a server while all are in use."""
_CONNECT_SECONDS = 5.0
_PING_SECONDS = 3.0
_STATEMENT_SECONDS = 60.0
"""Timeout of a statement, after which the server counts as unavailable; migrations have none."""

_AWAY = "The database does not answer now. Try again in a moment."
_SENTENCES = {
    "locked": "Another program keeps the database locked. Try again in a moment.",
    "readonly": "The data folder can't be written now; what is there can be read.",
    "is full": "The disk is full; make room and try again.",
    "i/o error": "Writing to the disk failed. Try again in a moment.",
    "unable to open": "The database in the data folder can't be opened now.",
    "malformed": "The database is damaged; restore a copy of it.",
    "not a database": "The database is damaged; restore a copy of it.",
}
"""Messages for users, by a part of SQLite's own error message."""
_STATES = {
    "08": _AWAY,
    "25006": "The database takes no writes now; what is there can be read.",
    "28": "The database refuses the user or the password of THREADWISE_DATABASE_URL.",
    "3D": "There is no database of the name in THREADWISE_DATABASE_URL.",
    "40": "Somebody else changed the same at the same moment. Try again.",
    "53100": "The disk of the database is full; make room and try again.",
    "53": "The database has no room for this now. Try again in a moment.",
    "57": _AWAY,
    "58": "The database could not write to its disk. Try again in a moment.",
    "XX001": "The database is damaged; restore a copy of it.",
    "XX002": "The database is damaged; restore a copy of it.",
}
"""Messages for users, by a prefix of the server's SQLSTATE (PostgreSQL's documentation, appendix A); longer prefixes come
first."""


def connect(url: str, file: Path) -> AsyncEngine:
    """Return an engine for `url`, or for the SQLite database in `file` when `url` is empty; nothing is opened yet.

    Statement parameters are kept out of its errors, which are logged. A server that does not respond is given up after seconds,
    and a connection that it has closed is replaced before it is used.
    """
    return _engine(make_url(url or f"sqlite+aiosqlite:///{file}"), _STATEMENT_SECONDS)


def _engine(url: URL, seconds: float | None) -> AsyncEngine:
    """Return an engine; `seconds` is the timeout of one statement on a server, `None` for no limit."""
    engine = create_async_engine(url, hide_parameters=True, **_options(url, seconds))
    event.listen(engine.sync_engine, "handle_error", _fail)
    event.listen(engine.sync_engine, "do_connect", _connect)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        event.listen(engine.sync_engine, "invalidate", _interrupt)
    if engine.dialect.driver == "asyncpg":
        event.listen(engine.sync_engine, "checkout", _replace_if_dead)
    return engine


def _options(url: URL, seconds: float | None) -> dict[str, Any]:  # Any: `create_async_engine`'s own
    if url.get_backend_name() == "sqlite":
        return {}
    server = {"poolclass": _Pool, "pool_timeout": _POOL_SECONDS}
    if url.get_driver_name() != "asyncpg":
        return {**server, "pool_pre_ping": True}
    return {**server, "connect_args": {"timeout": _CONNECT_SECONDS, "command_timeout": seconds}}


class _Pool(AsyncAdaptedQueuePool):
    """A pool that raises StorageFailed when no connection becomes free: all of them then wait for a server that is
    unavailable."""

    __module__ = AsyncAdaptedQueuePool.__module__  # so that it logs under SQLAlchemy's name

    def connect(self) -> PoolProxiedConnection:
        try:
            return super().connect()
        except PoolIsEmpty as error:
            raise StorageFailed(_AWAY) from error


def _replace_if_dead(connection: Any, _: ConnectionPoolEntry, __: PoolProxiedConnection) -> None:  # Any: the driver's own
    """Replace a dead connection at checkout; SQLAlchemy's own ping would wait for a silent server as long as for any
    statement."""
    try:
        connection.run_async(lambda driver: driver.execute("SELECT 1", timeout=_PING_SECONDS))
    except Exception as error:  # whatever the error: a new connection tells whether the server is available
        connection.driver_connection.terminate()  # closing a silent one would wait once more
        raise InvalidatePoolError from error


def _fail(context: ExceptionContext) -> None:
    """Raise StorageFailed for a database that is unavailable, locked, full or read-only, wherever the error occurs; errors in a
    statement itself are left unchanged."""
    if context.is_pre_ping:  # the pool replaces the connection
        return
    error, cause = context.sqlalchemy_exception, context.original_exception
    server = context.dialect.name != "sqlite"
    if server and isinstance(cause, OSError):  # a network error or timeout: the connection is unusable
        context.is_disconnect = True
        raise StorageFailed(_AWAY) from cause
    if isinstance(error, DBAPIError):
        sentence = _of_state(cause) if server else _sentence(str(cause)) if isinstance(error, DatabaseError) else None
        away = server and isinstance(error, OperationalError)  # SQLite raises it for wrong statements, too
        if sentence is not None or away or context.is_disconnect:
            raise StorageFailed(sentence or _AWAY) from cause


def _sentence(said: str) -> str | None:
    return next((ours for theirs, ours in _SENTENCES.items() if theirs in said.lower()), None)


def _of_state(cause: BaseException) -> str | None:
    state = str(getattr(cause, "sqlstate", None))
    return next((sentence for beginning, sentence in _STATES.items() if state.startswith(beginning)), None)


def _connect(dialect: Dialect, _: ConnectionPoolEntry, arguments: Any, named: Any) -> Any:  # Any: the driver's own
    """Open a connection, and raise StorageFailed for network errors, which SQLAlchemy passes on unchanged."""
    try:
        connection: Any = dialect.connect(*arguments, **named)
    except OSError as error:
        raise StorageFailed(_AWAY) from error
    return one_trip.Connection(connection.dbapi, connection.driver_connection) if dialect.name == "sqlite" else connection


def _set_pragmas(connection: Any, _: ConnectionPoolEntry) -> None:  # Any: the driver's own connection
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _interrupt(connection: Any, _: ConnectionPoolEntry, __: BaseException | None) -> None:  # Any: the driver's own connection
    """Interrupt a cancelled statement in SQLite.

    Otherwise closing its connection would wait for the statement and, if cancelled again meanwhile, never end.
    """
    connection.run_async(lambda driver: driver.interrupt())


async def migrate(engine: AsyncEngine) -> None:
    """Migrate the tables to the newest revision; each migration runs once, all of them in one transaction and without a
    timeout."""
    async with _unhurried(engine) as patient, patient.begin() as connection:
        if engine.dialect.name == "sqlite":  # its driver opens no transaction before DDL
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        await connection.run_sync(_upgrade)


@asynccontextmanager
async def _unhurried(engine: AsyncEngine) -> AsyncIterator[AsyncEngine]:
    """Yield an engine for the same database without a statement timeout."""
    if engine.dialect.name == "sqlite":  # which has no such limit
        yield engine
        return
    patient = _engine(engine.url, None)
    try:
        yield patient
    finally:
        await patient.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def level(engine: AsyncEngine) -> tuple[str | None, str | None]:
    """Return the migration that the tables are at, `None` before the first one, and the newest migration."""
    async with engine.connect() as connection:
        current = await connection.run_sync(lambda plain: MigrationContext.configure(plain).get_current_revision())
    return current, newest()


def newest() -> str | None:
    """Return the newest migration."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return ScriptDirectory.from_config(config).get_current_head()


async def damages(engine: AsyncEngine) -> list[str]:
    """Return the problems that SQLite finds in its own file; an empty list for other databases, which check themselves."""
    if engine.dialect.name != "sqlite":
        return []
    async with engine.connect() as connection:
        found = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
    return [str(line) for line in found if line != "ok"]


async def unrelated(engine: AsyncEngine) -> list[tuple[str, int]]:
    """Return rows with a dangling foreign key as (table, row id); SQLite only."""
    if engine.dialect.name != "sqlite":
        return []
    async with engine.connect() as connection:
        rows = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    return [(str(row[0]), int(row[1])) for row in rows]


async def remove_unrelated(engine: AsyncEngine) -> None:
    """Delete rows with a dangling foreign key, which are useless because their parent is gone."""
    found = await unrelated(engine)
    async with engine.begin() as connection:
        for table, row in found:
            name = connection.dialect.identifier_preparer.quote(table)
            await connection.execute(text(f"DELETE FROM {name} WHERE rowid = :row"), {"row": row})  # noqa: S608 - SQLite's own name


async def compact(engine: AsyncEngine) -> bool:
    """Truncate SQLite's write-ahead log after deletes, so that it keeps no copy of deleted data.

    Return False while a reader prevents it.
    """
    if engine.dialect.name != "sqlite":
        return True
    async with engine.connect() as connection:
        await connection.execute(text("PRAGMA busy_timeout = 200"))  # milliseconds: a delete should not wait longer
        try:
            busy, _, _ = (await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))).one()
        except StorageFailed:  # the database is locked
            busy = 1
        await connection.execute(text(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}"))  # if cancelled, the connection is discarded
        return not busy


async def ping(engine: AsyncEngine) -> Health:
    """Return whether the database responds."""
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, StorageFailed) as error:
        return Health(False, {"kind": engine.dialect.name, "error": type(error).__name__})
    return Health(True, {"kind": engine.dialect.name})
