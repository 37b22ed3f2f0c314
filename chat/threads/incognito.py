"""Whether a thread is incognito, as a condition on rows that name it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, exists

from chat.database.schema import threads


def incognito(thread: ColumnElement[Any]) -> ColumnElement[bool]:  # Any: SQLAlchemy's tables type no columns
    """Of the thread whose id a column holds. What is indexed of it stands in no row."""
    return exists().where(threads.c.id == thread, threads.c.incognito)
