"""Where the rows are."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class DatabaseSettings(Group):
    """Where the rows are."""

    database_url: str = Field(
        "", description="SQLAlchemy URL with an async driver (`postgresql+asyncpg://...`); empty: SQLite in the data folder."
    )
