"""The database: SQLite in the data folder by default, PostgreSQL by setting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Dialect, ExceptionContext, event, text
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from chat.domain import Health
from chat.errors import StorageFailed

_BUSY_MILLISECONDS = 10_000
_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",  # what was acknowledged survives a power loss
    f"busy_timeout = {_BUSY_MILLISECONDS}",  # milliseconds a writer waits for the other
    "foreign_keys = ON",
    "secure_delete = ON",  # deleted text is overwritten
)
_MIGRATIONS = Path(__file__).with_name("migrations")

_AWAY = "The database does not answer now. Try again in a moment."
_SENTENCES = {
    "locked": "Another program keeps the database locked. Try again in a moment.",
    "readonly": "The data folder can't be written now; what is there can be read.",
    "is full": "The disk is full; make room and try again.",
    "i/o error": "The disk did not take a write. Try again in a moment.",
    "unable to open": "The database in the data folder can't be opened now.",
    "malformed": "The database is damaged; restore a copy of it.",
    "not a database": "The database is damaged; restore a copy of it.",
}
"""By what SQLite says of itself."""


def connect(url: str, file: Path) -> AsyncEngine:
    """An engine for `url`, or for the SQLite database in `file` when it is empty; nothing is opened yet.

    What statements carry stays out of its errors, which are logged.
    """
    engine = create_async_engine(url or f"sqlite+aiosqlite:///{file}", pool_pre_ping=bool(url), hide_parameters=True)
    event.listen(engine.sync_engine, "handle_error", _fail)
    event.listen(engine.sync_engine, "do_connect", _connect)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


def _fail(context: ExceptionContext) -> None:
    """A database that is away, locked, full or not to be written is ours to name, wherever it shows; what a statement itself
    does wrong stays as it is."""
    error, cause = context.sqlalchemy_exception, context.original_exception
    if isinstance(error, DBAPIError):
        sentence = _sentence(str(cause)) if isinstance(error, DatabaseError) else None
        server = isinstance(error, OperationalError) and context.dialect.name != "sqlite"  # which says so of wrong ones, too
        if sentence is not None or server or context.is_disconnect:
            raise StorageFailed(sentence or _AWAY) from cause


def _sentence(said: str) -> str | None:
    return next((ours for theirs, ours in _SENTENCES.items() if theirs in said.lower()), None)


def _connect(dialect: Dialect, _: ConnectionPoolEntry, arguments: Any, named: Any) -> Any:  # Any: the driver's own
    """A server that takes no connection is an error of the network, which SQLAlchemy hands on as it is."""
    try:
        return dialect.connect(*arguments, **named)
    except OSError as error:
        raise StorageFailed(_AWAY) from error


def _set_pragmas(connection: Any, _: ConnectionPoolEntry) -> None:  # Any: the driver's own connection
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Bring the tables up to date; each migration runs once, and all of them in one transaction."""
    async with engine.begin() as connection:
        if engine.dialect.name == "sqlite":  # its driver opens no transaction before changing tables
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def level(engine: AsyncEngine) -> tuple[str | None, str | None]:
    """The migration that the tables stand at, `None` before the first one, and the last that there is."""
    async with engine.connect() as connection:
        current = await connection.run_sync(lambda plain: MigrationContext.configure(plain).get_current_revision())
    return current, newest()


def newest() -> str | None:
    """The last migration that there is."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return ScriptDirectory.from_config(config).get_current_head()


async def damages(engine: AsyncEngine) -> list[str]:
    """What SQLite finds wrong with its own file; another database looks after itself."""
    if engine.dialect.name != "sqlite":
        return []
    async with engine.connect() as connection:
        found = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
    return [str(line) for line in found if line != "ok"]


async def unrelated(engine: AsyncEngine) -> list[tuple[str, int]]:
    """Rows that refer to one that is not there: (table, row)."""
    if engine.dialect.name != "sqlite":
        return []
    async with engine.connect() as connection:
        rows = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    return [(str(row[0]), int(row[1])) for row in rows]


async def remove_unrelated(engine: AsyncEngine) -> None:
    """Nothing can be made of such rows: what they belonged to is gone."""
    found = await unrelated(engine)
    async with engine.begin() as connection:
        for table, row in found:
            name = connection.dialect.identifier_preparer.quote(table)
            await connection.execute(text(f"DELETE FROM {name} WHERE rowid = :row"), {"row": row})  # noqa: S608 - SQLite's own name


async def compact(engine: AsyncEngine) -> bool:
    """After deletes: let no copy of the deleted stay in SQLite's write-ahead log. False while a reader holds on to it."""
    if engine.dialect.name != "sqlite":
        return True
    async with engine.connect() as connection:
        await connection.execute(text("PRAGMA busy_timeout = 200"))  # milliseconds: whoever deletes is not kept waiting
        try:
            busy, _, _ = (await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))).one()
        except StorageFailed:  # locked altogether
            busy = 1
        await connection.execute(text(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}"))  # cancelled, its connection is given up
        return not busy


async def ping(engine: AsyncEngine) -> Health:
    """Whether the database answers."""
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, StorageFailed) as error:
        return Health(False, {"kind": engine.dialect.name, "error": type(error).__name__})
    return Health(True, {"kind": engine.dialect.name})
