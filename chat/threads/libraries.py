"""What a thread may search beside itself: libraries, and the other threads of its owner.

A library is a row of `threads` that holds documents and no messages, so that whatever is done with a thread's documents (reading,
versions, indexes, deleting) is done with a library's in the same way. Every statement carries the owner.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Text, and_, cast, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import documents, threads
from chat.domain import Elsewhere, Library
from chat.errors import Conflict, NotFound
from chat.threads.conversations import visible
from chat.threads.paging import Cursor, page

UNNAMED = "New conversation"
"""A thread in which nothing was asked yet."""


class Libraries:
    """Libraries, and who may search what, over SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create(self, user: str, name: str, id: str | None, now: datetime) -> Library:
        """A new library. Conflict when the user has one of this name, or when the id is taken, whoever has it."""
        library = Library(id or str(uuid.uuid4()), user, name, now, now)
        values = {"id": library.id, "user_id": user, "name": name, "kind": "library", "created_at": now, "updated_at": now}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(threads).values(values | {"settings": {}, "display": {}}))
        except IntegrityError as error:
            raise Conflict("A library with this name or id exists already.") from error
        return library

    async def get(self, user: str, library: str) -> Library:
        async with self._engine.connect() as connection:
            row = (await connection.execute(_listed(user).where(threads.c.id == library))).one_or_none()
        if row is None:
            raise NotFound("There is no such library.")
        return _library(row)

    async def listed(self, user: str, limit: int, cursor: str | None) -> tuple[list[Library], str | None]:
        """By name."""
        statement = _listed(user).order_by(threads.c.name, threads.c.id)
        if cursor:
            after = Cursor.read(cursor)
            statement = statement.where(
                or_(threads.c.name > str(after.key), and_(threads.c.name == str(after.key), threads.c.id > after.id))
            )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([_library(row) for row in rows], limit, lambda library: Cursor(library.name, library.id).written())

    async def rename(self, user: str, library: str, name: str) -> Library:
        """Conflict when another one of the user's has this name."""
        try:
            async with self._engine.begin() as connection:
                own = *visible(user, "library"), threads.c.id == library
                await connection.execute(update(threads).where(*own).values(name=name))
        except IntegrityError as error:
            raise Conflict("A library with this name exists already.") from error
        return await self.get(user, library)

    async def entomb(self, user: str, library: str, now: datetime) -> None:
        """Make a library invisible at once, and detach it everywhere; NotFound when it is not the user's."""
        async with self._engine.begin() as connection:
            own = *visible(user, "library"), threads.c.id == library
            if (await connection.execute(update(threads).where(*own).values(deleted_at=now))).rowcount == 0:
                raise NotFound("There is no such library.")
            naming = cast(threads.c.settings, Text).contains(library, autoescape=True)
            attached = select(threads.c.id, threads.c.settings).where(threads.c.user_id == user, naming)
            for row in (await connection.execute(attached)).all():
                kept = [id for id in row.settings.get("libraries", ()) if id != library]
                changed = row.settings | {"libraries": kept}
                await connection.execute(update(threads).where(threads.c.id == row.id).values(settings=changed))

    async def holds(self, user: str, holder: str) -> None:
        """NotFound unless it is a thread or a library of the user's."""
        statement = select(threads.c.id).where(threads.c.user_id == user, threads.c.deleted_at.is_(None), threads.c.id == holder)
        async with self._engine.connect() as connection:
            if (await connection.execute(statement)).one_or_none() is None:
                raise NotFound("There is no such thread.")

    # --- what a question may search

    async def attached(self, user: str, ids: Collection[str]) -> list[Elsewhere]:
        """Those of these ids that are libraries of the user's now, by name; all others count for nothing."""
        if not ids:
            return []
        statement = select(threads.c.id, threads.c.name).where(*visible(user, "library"), threads.c.id.in_(ids))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.order_by(threads.c.name))).all()
        return [Elsewhere(row.id, "library", row.name) for row in rows]

    async def other_threads(self, user: str, thread: str, most: int) -> list[Elsewhere]:
        """The user's threads but this one, last used first, without those whose memory is switched off."""
        statement = (
            select(threads.c.id, threads.c.name)
            .where(*visible(user), threads.c.id != thread, _remembering())
            .order_by(threads.c.updated_at.desc(), threads.c.id.desc())
            .limit(most)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [Elsewhere(row.id, "thread", row.name or UNNAMED) for row in rows]


def _remembering() -> Any:  # Any: a column expression
    """Threads in which `memory` is not off, `NULL` where the settings do not say; nothing that is incognito."""
    return and_(threads.c.settings["memory"].as_boolean().is_not(False), threads.c.incognito.is_(False))


def _listed(user: str) -> Any:  # Any: a statement's type repeats its columns
    held = select(func.count()).select_from(documents).where(documents.c.thread_id == threads.c.id).scalar_subquery()
    columns: Sequence[Any] = (threads.c.id, threads.c.user_id, threads.c.name, threads.c.created_at, threads.c.updated_at)
    return select(*columns, held.label("documents")).where(*visible(user, "library"))


def _library(row: Row[Any]) -> Library:  # Any: SQLAlchemy types a row by its statement
    return Library(row.id, row.user_id, row.name, row.created_at, row.updated_at, row.documents)
