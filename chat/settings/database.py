"""Database."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class DatabaseSettings(Group):
    """Database."""

    database_url: str = Field(
        "",
        description="SQLAlchemy URL of the database with an async driver, as in `postgresql+asyncpg://...`. If empty, SQLite "
        "in the data folder is used.",
    )
