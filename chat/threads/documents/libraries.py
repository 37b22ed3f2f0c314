"""What a thread may search besides itself: libraries, and the other threads of its owner.

A library is a row of `threads` that holds documents but no messages, so that everything done with a thread's documents (reading,
versions, indexes, deletion) works for a library in the same way. Every statement filters by user: only its owner may change a
library, and every member may read it while its owner shares it and is an active admin.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Text, and_, cast, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import documents, threads, users
from chat.domain import Elsewhere, Library
from chat.errors import Conflict, Forbidden, NotFound
from chat.text import UNNAMED
from chat.threads.conversations.conversations import visible
from chat.threads.queries.paging import Cursor, page

_READ_ONLY = "This library is shared with you to be read; only its owner can change it."


class Libraries:
    """Stores libraries in SQL, and decides who may search which."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create(self, user: str, name: str, id: str | None, now: datetime) -> Library:
        """Create a library. Raises Conflict when the user has one of this name, or the id is taken, even by another user."""
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
        return _library(row, user)

    async def own(self, user: str, library: str) -> Library:
        """Return a library that the user owns. Raises Forbidden when it is only shared with them, NotFound when there is none."""
        found = await self.get(user, library)
        if found.read_only:
            raise Forbidden(_READ_ONLY)
        return found

    async def listed(self, user: str, limit: int, cursor: str | None) -> tuple[list[Library], str | None]:
        """Return a page of the libraries the user may read, ordered by name, and the next cursor."""
        statement = _listed(user).order_by(threads.c.name, threads.c.id)
        if cursor:
            after = Cursor.read(cursor)
            statement = statement.where(
                or_(threads.c.name > str(after.key), and_(threads.c.name == str(after.key), threads.c.id > after.id))
            )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([_library(row, user) for row in rows], limit, lambda library: Cursor(library.name, library.id).written())

    async def change(self, user: str, library: str, name: str | None = None, shared: bool | None = None) -> Library:
        """Change the given attributes of a library the user owns. Raises Conflict when another one of theirs has this name."""
        given = {"name": name, "for_members": shared}
        values = {column: value for column, value in given.items() if value is not None}
        if values:
            try:
                async with self._engine.begin() as connection:
                    own = *visible(user, "library"), threads.c.id == library
                    await connection.execute(update(threads).where(*own).values(values))
            except IntegrityError as error:
                raise Conflict("A library with this name exists already.") from error
        return await self.get(user, library)

    async def shared_by_members(self) -> list[tuple[str, str]]:
        """Return the (owner, library) ids of shared libraries whose owner is no longer an admin."""
        statement = (
            select(threads.c.user_id, threads.c.id)
            .join(users, users.c.id == threads.c.user_id)
            .where(threads.c.kind == "library", threads.c.for_members.is_(True), threads.c.deleted_at.is_(None))
            .where(users.c.role != "admin")
        )
        async with self._engine.connect() as connection:
            return [(row.user_id, row.id) for row in await connection.execute(statement)]

    async def entomb(self, user: str, library: str, now: datetime) -> None:
        """Mark a library of the user's as deleted, which hides it at once, and detach it from all threads."""
        async with self._engine.begin() as connection:
            own = *visible(user, "library"), threads.c.id == library
            if (await connection.execute(update(threads).where(*own).values(deleted_at=now))).rowcount == 0:
                raise NotFound("There is no such library.")
            naming = cast(threads.c.settings, Text).contains(library, autoescape=True)
            attached = select(threads.c.id, threads.c.settings).where(naming)
            for row in (await connection.execute(attached)).all():
                kept = [id for id in row.settings.get("libraries", ()) if id != library]
                changed = row.settings | {"libraries": kept}
                await connection.execute(update(threads).where(threads.c.id == row.id).values(settings=changed))

    async def holds(self, user: str, holder: str) -> None:
        """Check that the user owns a thread or library. Raises Forbidden if they may only read it, NotFound otherwise."""
        if await self._owner(user, holder) != user:
            raise Forbidden(_READ_ONLY)

    async def reads(self, user: str, holder: str) -> None:
        """Check that the user owns a thread or library, or that the library is shared with them. Raises NotFound otherwise."""
        await self._owner(user, holder)

    async def _owner(self, user: str, holder: str) -> str:
        own = and_(threads.c.user_id == user, threads.c.deleted_at.is_(None))
        statement = select(threads.c.user_id).where(threads.c.id == holder, or_(own, _shared_with(user)))
        async with self._engine.connect() as connection:
            owner = (await connection.execute(statement)).scalar_one_or_none()
        if owner is None:
            raise NotFound("There is no such thread.")
        return str(owner)

    # --- what a question may search

    async def attached(self, user: str, ids: Collection[str], own: bool = False) -> list[Elsewhere]:
        """Return those of these libraries that the user may read or, with `own`, owns, ordered by name. Other ids are ignored."""
        if not ids:
            return []
        readable = and_(*visible(user, "library")) if own else _readable(user)
        statement = select(threads.c.id, threads.c.name).where(readable, threads.c.id.in_(ids))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.order_by(threads.c.name))).all()
        return [Elsewhere(row.id, "library", row.name) for row in rows]

    async def in_use(self, user: str) -> dict[str, tuple[str, str | None]]:
        """Return the libraries attached to the user's threads, with the id and name of the most recently used thread of each.

        Libraries that the user may not read, and incognito threads, are left out.
        """
        statement = (
            select(threads.c.id, threads.c.name, threads.c.settings)
            .where(*visible(user), threads.c.incognito.is_(False), cast(threads.c.settings, Text).contains('"libraries"'))
            .order_by(threads.c.updated_at, threads.c.id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        of = {library: (row.id, row.name) for row in rows for library in row.settings.get("libraries", ())}
        return {place.id: of[place.id] for place in await self.attached(user, of)}

    async def attached_to(self, user: str, library: str) -> list[Elsewhere]:
        """Return the user's threads to which a library is attached, most recently used first, except incognito ones."""
        naming = cast(threads.c.settings, Text).contains(library, autoescape=True)
        statement = (
            select(threads.c.id, threads.c.name, threads.c.settings)
            .where(*visible(user), threads.c.incognito.is_(False), naming)
            .order_by(threads.c.updated_at.desc(), threads.c.id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [Elsewhere(row.id, "thread", row.name or UNNAMED) for row in rows if library in row.settings.get("libraries", ())]

    async def other_threads(self, user: str, thread: str, most: int) -> list[Elsewhere]:
        """Return the user's other threads, most recently used first, except incognito ones and those with memory switched off."""
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
    """Return the condition that a thread is not incognito and its `memory` setting is not off (`NULL` if unset)."""
    return and_(threads.c.settings["memory"].as_boolean().is_not(False), threads.c.incognito.is_(False))


def _listed(user: str) -> Any:  # Any: a statement's type repeats its columns
    held = select(func.count()).select_from(documents).where(documents.c.thread_id == threads.c.id).scalar_subquery()
    of = threads.c
    columns: Sequence[Any] = (of.id, of.user_id, of.name, of.created_at, of.updated_at, of.for_members)
    return select(*columns, held.label("documents")).where(_readable(user))


def _readable(user: str) -> Any:  # Any: a column expression
    return or_(and_(*visible(user, "library")), _shared_with(user))


def _shared_with(user: str) -> Any:  # Any: a column expression
    """Return the condition for libraries shared by active admins, true for members and admins but not for visitors.

    Visitors of a site see only what its owner granted them.
    """
    owner, reader = users.alias("owner"), users.alias("reader")
    by_admin = select(owner.c.id).where(owner.c.id == threads.c.user_id, owner.c.role == "admin", owner.c.suspended.is_(False))
    to_member = select(reader.c.id).where(reader.c.id == user, reader.c.role != "visitor")
    library = threads.c.kind == "library", threads.c.deleted_at.is_(None), threads.c.for_members.is_(True)
    return and_(*library, by_admin.exists(), to_member.exists())


def _library(row: Row[Any], user: str) -> Library:  # Any: SQLAlchemy types a row by its statement
    own = row.user_id == user
    return Library(
        row.id, row.user_id, row.name, row.created_at, row.updated_at, row.documents, shared=row.for_members, read_only=not own
    )
