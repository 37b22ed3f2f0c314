from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, Table

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


async def test_migrations_that_fail_half_way_leave_nothing_so_that_the_next_start_can_do_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = connect("", tmp_path / "threadwise.sqlite3")
    create, made = Operations.create_table, []

    def create_some(self: Operations, name: str, *columns: Any, **options: Any) -> Table:  # Any: Alembic's own arguments
        made.append(name)
        if len(made) == 6:
            raise KeyboardInterrupt
        return create(self, name, *columns, **options)

    monkeypatch.setattr(Operations, "create_table", create_some)
    with pytest.raises(KeyboardInterrupt):
        await migrate(engine)
    monkeypatch.undo()
    await migrate(engine)

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_a_sqlite_file_of_ones_own_is_kept_as_the_default_one_is(tmp_path: Path) -> None:
    engine = connect(f"sqlite+aiosqlite:///{tmp_path / 'mine.sqlite3'}", tmp_path / "threadwise.sqlite3")

    async with engine.connect() as connection:
        kept = [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in ("foreign_keys", "secure_delete")]
    await engine.dispose()

    assert kept == [1, 1]
