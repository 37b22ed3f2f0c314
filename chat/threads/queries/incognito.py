"""The condition that a row belongs to an incognito thread."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, exists

from chat.database.schema import threads


def incognito(thread: ColumnElement[Any]) -> ColumnElement[bool]:  # Any: SQLAlchemy's tables type no columns
    """Return the condition that the thread whose id a column holds is incognito. Index data of such threads is not stored."""
    return exists().where(threads.c.id == thread, threads.c.incognito)
