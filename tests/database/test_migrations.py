from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from chat.database.engine import connect, migrate
from chat.database.schema import metadata


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


async def test_the_migrations_lead_to_the_tables_of_the_schema(tmp_path: Path) -> None:
    engine = connect("", tmp_path / "threadwise.sqlite3")

    await migrate(engine)
    await migrate(engine)

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()
