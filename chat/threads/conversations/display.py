"""What the web chat displays of a thread: messages, the steps and elements beside them, and ratings.

The text of messages is searched and recalled; what is needed only to render them again is stored in their `display`. Every
statement filters by thread, so that a row of another thread cannot be read or changed by its id.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import elements, feedback, messages, steps, threads, users
from chat.domain import Message, Role
from chat.errors import Conflict, NotFound
from chat.threads.conversations.answers import CORNER
from chat.threads.conversations.branches import edit
from chat.threads.conversations.conversations import ORDER, behind, matches, place, shown, take_back, take_sequence
from chat.threads.conversations.summaries import forget
from chat.threads.queries.paging import page

Json = dict[str, Any]  # Any: JSON of the web chat's own shape, which is only stored here
_ROW = Row[Any]  # Any: SQLAlchemy types a row by its statement


@dataclass(frozen=True, slots=True)
class Line:
    """One item of a thread, ordered by `sequence`: a message, or a step beside the messages."""

    id: str
    sequence: int
    created_at: datetime
    display: Json
    message: Message | None
    """`None` for steps."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A user's rating of an answer."""

    id: str
    for_id: str
    value: int
    """1 for thumbs up, 0 for thumbs down."""
    comment: str | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A thread as an entry of the sidebar."""

    id: str
    name: str | None
    updated_at: datetime
    user: str
    user_name: str
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A thread with everything that is displayed in it."""

    listed: Listed
    display: Json
    lines: tuple[Line, ...]
    elements: tuple[Json, ...]
    thumbs: tuple[Thumb, ...]


class Display:
    """Reads and writes the rows of the web chat's view of threads."""

    def __init__(self, engine: AsyncEngine, rated: Callable[[int], None] = lambda _: None) -> None:
        """`rated` is called with the value of every rating: above 0 is thumbs up."""
        self._engine = engine
        self._rated = rated

    # --- threads

    async def owner(self, thread: str) -> Listed | None:
        """Return the thread's sidebar entry; `None` when there is no such thread or its owner is suspended."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(_listed().where(threads.c.id == thread))).one_or_none()
        return Listed(*row) if row else None

    async def listed(self, user: str, query: str | None, limit: int, cursor: str | None) -> tuple[list[Listed], str | None]:
        """Return a page of the user's threads and the next cursor: pinned threads first, then the most recently used first.

        `query` matches names, message text and documents; only with a query are archived threads listed too.
        """
        statement = _listed().where(threads.c.user_id == user, *shown(None if query else False)).order_by(*ORDER)
        if query:
            statement = statement.where(matches(query))
        if cursor:
            statement = statement.where(behind(cursor))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([Listed(*row) for row in rows], limit, lambda each: place(each.pinned, each.updated_at, each.id))

    async def drawn(self, thread: str) -> Drawn | None:
        """Return a thread with everything displayed in it, or `None` as `owner` does."""
        listed = await self.owner(thread)
        if listed is None:
            return None
        async with self._engine.connect() as connection:
            display = (await connection.execute(select(threads.c.display).where(threads.c.id == thread))).scalar_one()
            said = (await connection.execute(select(messages).where(*_live(thread)))).all()
            beside = (await connection.execute(select(steps).where(steps.c.thread_id == thread))).all()
            shown = await connection.execute(
                select(elements.c.display).where(elements.c.thread_id == thread).order_by(elements.c.created_at, elements.c.id)
            )
            thumbs = (await connection.execute(_thumbs().where(feedback.c.thread_id == thread))).all()
            lines = [_said(row) for row in said] + [_step(row) for row in beside]
            return Drawn(
                listed=listed,
                display=display,
                lines=tuple(sorted(lines, key=lambda line: line.sequence)),
                elements=tuple(shown.scalars()),
                thumbs=tuple(Thumb(*row) for row in thumbs),
            )

    async def ids(self, thread: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the ids of a thread's messages and of its steps; both empty when there is no such thread."""
        async with self._engine.connect() as connection:
            said = (await connection.execute(select(messages.c.id).where(*_live(thread)))).scalars().all()
            beside = (await connection.execute(select(steps.c.id).where(steps.c.thread_id == thread))).scalars().all()
            return frozenset(said), frozenset(beside)

    async def name(self, thread: str, name: str, only_first: bool = False) -> None:
        """Rename a thread; with `only_first`, only if it has no name yet."""
        condition = [threads.c.id == thread, threads.c.deleted_at.is_(None)]
        if only_first:
            condition.append(or_(threads.c.name.is_(None), threads.c.name == ""))
        async with self._engine.begin() as connection:
            await connection.execute(update(threads).where(*condition).values(name=name))

    async def keep(self, thread: str, display: Json) -> None:
        """Store what the web chat keeps with a thread. Does nothing when the thread is deleted."""
        async with self._engine.begin() as connection:
            condition = threads.c.id == thread, threads.c.deleted_at.is_(None)
            await connection.execute(update(threads).where(*condition).values(display=display))

    # --- messages and steps

    async def say(self, thread: str, id: str, content: str, now: datetime, display: Json) -> None:
        """Append a user's message and update the thread's time of last use. A message already stored stays as it is."""
        async with self._engine.begin() as connection:
            known = select(messages.c.id).where(messages.c.thread_id == thread, messages.c.id == id)
            if (await connection.execute(known)).one_or_none() is not None:
                return
            values = {
                "thread_id": thread,
                "id": id,
                "sequence": await take_sequence(connection, thread),
                "role": "user",
                "content": content,
                "created_at": now,
                "interrupted": False,
                "display": display,
                "recall": "pending",
            }
            await connection.execute(insert(messages).values(values))
            await connection.execute(update(threads).where(threads.c.id == thread).values(updated_at=now))

    async def edit(self, thread: str, id: str, content: str, keep: bool = False) -> bool:
        """Change the text of a user's message and retract all later messages; with `keep`, these are archived as a branch.

        Returns False when there is no such message of the user's.
        """
        own = select(messages.c.id).where(*_live(thread), messages.c.id == id, messages.c.role == "user")
        async with self._engine.begin() as connection:
            if (await connection.execute(own)).one_or_none() is None:
                return False
            await edit(connection, thread, id, content, keep)
            return True

    async def draw(self, thread: str, id: str, display: Json) -> bool:
        """Replace a message's `display`, keeping its answer record. Returns False when there is no such message."""
        here = *_live(thread), messages.c.id == id
        async with self._engine.begin() as connection:
            before = (await connection.execute(select(messages.c.display).where(*here))).scalar_one_or_none()
            if before is None:
                return False
            kept = {CORNER: before[CORNER]} if CORNER in before else {}
            await connection.execute(update(messages).where(*here).values(display={**display, **kept}))
            return True

    async def put_step(self, thread: str, id: str, now: datetime, display: Json) -> bool:
        """Append a step, or replace its `display`; return whether it is new. Raises Conflict when its id is of another thread."""
        async with self._engine.begin() as connection:
            known = update(steps).where(steps.c.thread_id == thread, steps.c.id == id).values(display=display)
            if (await connection.execute(known)).rowcount:
                return False
            sequence = await take_sequence(connection, thread)
            values = {"id": id, "thread_id": thread, "sequence": sequence, "created_at": now, "display": display}
            await _insert(connection, insert(steps).values(values))
            return True

    async def remove(self, thread: str, id: str) -> None:
        """Remove a message or step, with its elements and ratings and the run that produced it.

        A message's row stays, hidden, until its chunks are removed from the indexes.
        """
        async with self._engine.begin() as connection:
            parent = await _parent(connection, thread, id)
            await forget(connection, thread, id)
            await take_back(connection, thread, messages.c.id == id)
            ids = [id, parent] if parent else [id]
            await connection.execute(delete(steps).where(steps.c.thread_id == thread, steps.c.id.in_(ids)))
            await connection.execute(delete(elements).where(elements.c.thread_id == thread, elements.c.for_id.in_(ids)))
            await connection.execute(delete(feedback).where(feedback.c.thread_id == thread, feedback.c.for_id.in_(ids)))

    async def around(self, thread: str, id: str, turns: int) -> list[Message]:
        """Return a message with up to `turns` messages before and after it. Raises NotFound when it was retracted."""
        async with self._engine.connect() as connection:
            here = select(messages.c.sequence).where(*_live(thread), messages.c.id == id)
            at = (await connection.execute(here)).scalar_one_or_none()
            if at is None:
                raise NotFound("This message is not part of the conversation any more.")
            live = select(messages).where(*_live(thread))
            before = live.where(messages.c.sequence < at).order_by(messages.c.sequence.desc()).limit(turns)
            after = live.where(messages.c.sequence >= at).order_by(messages.c.sequence).limit(turns + 1)
            rows = [*reversed((await connection.execute(before)).all()), *(await connection.execute(after)).all()]
        return [_message(row) for row in rows]

    async def is_followed(self, thread: str, id: str) -> bool:
        """Return whether the user said something after a message."""
        here = select(messages.c.sequence).where(*_live(thread), messages.c.id == id).scalar_subquery()
        later = select(messages.c.id).where(*_live(thread), messages.c.role == "user", messages.c.sequence > here)
        async with self._engine.connect() as connection:
            return (await connection.execute(later.limit(1))).first() is not None

    # --- elements

    async def put_element(self, thread: str, id: str, for_id: str | None, now: datetime, display: Json) -> None:
        """Add an element, or replace it. Raises Conflict when the id belongs to another thread."""
        async with self._engine.begin() as connection:
            known = update(elements).where(elements.c.thread_id == thread, elements.c.id == id)
            if (await connection.execute(known.values(display=display, for_id=for_id))).rowcount:
                return
            values = {
                "id": id,
                "thread_id": thread,
                "for_id": for_id,
                "display": display,
                "created_at": now,
            }
            await _insert(connection, insert(elements).values(values))

    async def element(self, thread: str, id: str) -> Json | None:
        async with self._engine.connect() as connection:
            statement = select(elements.c.display).where(elements.c.thread_id == thread, elements.c.id == id)
            display: Json | None = (await connection.execute(statement)).scalar_one_or_none()
            return display

    async def remove_element(self, thread: str, id: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(elements).where(elements.c.thread_id == thread, elements.c.id == id))

    # --- ratings

    async def rate(self, user: str, for_id: str, value: int, comment: str | None, now: datetime) -> str:
        """Store the rating of a message or step, replacing an earlier one; return the rating's id.

        Raises NotFound when the message or step does not exist or is in another user's thread.
        """
        async with self._engine.begin() as connection:
            thread = await _thread_of(connection, user, for_id)
            if thread is None:
                raise NotFound("There is nothing here that could be rated.")
            at = feedback.c.thread_id == thread, feedback.c.for_id == for_id
            known = (await connection.execute(select(feedback.c.id).where(*at))).scalars().first()
            if known is not None:
                await connection.execute(update(feedback).where(*at).values(value=value, comment=comment))
                return str(known)
            id = str(uuid.uuid4())
            values = {"id": id, "thread_id": thread, "for_id": for_id, "value": value, "comment": comment, "created_at": now}
            await connection.execute(insert(feedback).values(values))
        self._rated(value)
        return id

    async def unrate(self, user: str, id: str) -> None:
        """Delete a rating. Raises NotFound when there is no such rating in the user's threads."""
        own = select(threads.c.id).where(threads.c.user_id == user, threads.c.deleted_at.is_(None))
        async with self._engine.begin() as connection:
            statement = delete(feedback).where(feedback.c.id == id, feedback.c.thread_id.in_(own))
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such rating.")

    async def known(self, ids: Sequence[str]) -> bool:
        """Return whether any of these ids is a step or element of any thread, and so cannot be used for a new one."""
        async with self._engine.connect() as connection:
            for table in (steps, elements):
                statement = select(func.count()).select_from(table).where(table.c.id.in_(ids))
                if (await connection.execute(statement)).scalar_one():
                    return True
        return False


_PINNED = threads.c.pinned_at.is_not(None).label("pinned")


def _listed() -> Any:  # Any: a statement's type repeats its columns
    columns = threads.c.id, threads.c.name, threads.c.updated_at, threads.c.user_id, users.c.name.label("user_name"), _PINNED
    live = threads.c.deleted_at.is_(None), threads.c.kind == "thread", users.c.suspended.is_(False)
    return select(*columns).join(users, users.c.id == threads.c.user_id).where(*live)


def _thumbs() -> Any:  # Any: a statement's type repeats its columns
    return select(feedback.c.id, feedback.c.for_id, feedback.c.value, feedback.c.comment)


def _live(thread: str) -> tuple[Any, Any]:  # Any: column expressions
    return messages.c.thread_id == thread, messages.c.recall != "gone"


def _message(row: _ROW) -> Message:
    role: Role = "user" if row.role == "user" else "assistant"
    return Message(row.id, row.thread_id, role, row.content, row.created_at, row.author, row.sequence, row.interrupted)


def _said(row: _ROW) -> Line:
    return Line(row.id, row.sequence, row.created_at, row.display, _message(row))


def _step(row: _ROW) -> Line:
    return Line(row.id, row.sequence, row.created_at, row.display, None)


async def _insert(connection: AsyncConnection, statement: Any) -> None:  # Any: an insert into any table
    try:
        await connection.execute(statement)
    except IntegrityError as error:
        raise Conflict("This id is taken.") from error


async def _parent(connection: AsyncConnection, thread: str, id: str) -> str | None:
    """Return the id of the run that produced a message or step; never that of another message."""
    for table in (messages, steps):
        statement = select(table.c.display).where(table.c.thread_id == thread, table.c.id == id)
        display = (await connection.execute(statement)).scalar_one_or_none()
        parent = (display or {}).get("parentId")
        if parent:
            run = select(steps.c.id).where(steps.c.thread_id == thread, steps.c.id == parent)
            return (await connection.execute(run)).scalar_one_or_none()
    return None


async def _thread_of(connection: AsyncConnection, user: str, id: str) -> str | None:
    for table in (steps, messages):
        statement = (
            select(table.c.thread_id)
            .join(threads, threads.c.id == table.c.thread_id)
            .where(table.c.id == id, threads.c.user_id == user, threads.c.deleted_at.is_(None))
        )
        thread: str | None = (await connection.execute(statement)).scalars().first()
        if thread is not None:
            return thread
    return None
