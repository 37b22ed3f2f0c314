"""What the web chat draws of a thread: messages, the steps and elements beside them, thumbs.

Messages are rows of their own with a text that is searched and recalled; what is only needed to draw them again lies in
their `display`. Every statement carries the thread, so a row of another thread is neither read nor changed by its id.
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
from chat.threads.answers import CORNER
from chat.threads.branches import edit
from chat.threads.conversations import ORDER, behind, matches, place, shown, take_back, take_sequence
from chat.threads.paging import page
from chat.threads.summaries import forget

Json = dict[str, Any]  # Any: what the web chat keeps is its own affair and only stored here
_ROW = Row[Any]  # Any: SQLAlchemy types a row by its statement


@dataclass(frozen=True, slots=True)
class Line:
    """One thing in a thread, in the order of `sequence`: a message, or a step beside the messages."""

    id: str
    sequence: int
    created_at: datetime
    display: Json
    message: Message | None
    """`None` for steps."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """What somebody thought of an answer."""

    id: str
    for_id: str
    value: int
    """1 up, 0 down."""
    comment: str | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A thread as a line of the sidebar."""

    id: str
    name: str | None
    updated_at: datetime
    user: str
    user_name: str
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A thread with everything that is drawn in it."""

    listed: Listed
    display: Json
    lines: tuple[Line, ...]
    elements: tuple[Json, ...]
    thumbs: tuple[Thumb, ...]


class Display:
    """The web chat's side of the rows."""

    def __init__(self, engine: AsyncEngine, rated: Callable[[int], None] = lambda _: None) -> None:
        """`rated` is told of every thumb: above 0 is up."""
        self._engine = engine
        self._rated = rated

    # --- threads

    async def owner(self, thread: str) -> Listed | None:
        """The thread's line; `None` when there is no such thread, or its owner may not sign in any more."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(_listed().where(threads.c.id == thread))).one_or_none()
        return Listed(*row) if row else None

    async def listed(self, user: str, query: str | None, limit: int, cursor: str | None) -> tuple[list[Listed], str | None]:
        """Pinned ones first, then last used first; `query` matches names, message text and documents, and finds also what is put
        away."""
        statement = _listed().where(threads.c.user_id == user, *shown(None if query else False)).order_by(*ORDER)
        if query:
            statement = statement.where(matches(query))
        if cursor:
            statement = statement.where(behind(cursor))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([Listed(*row) for row in rows], limit, lambda each: place(each.pinned, each.updated_at, each.id))

    async def drawn(self, thread: str) -> Drawn | None:
        """Everything of a thread, or `None` as with `owner`."""
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
        """Of its messages, and of the steps beside them; none when there is no such thread."""
        async with self._engine.connect() as connection:
            said = (await connection.execute(select(messages.c.id).where(*_live(thread)))).scalars().all()
            beside = (await connection.execute(select(steps.c.id).where(steps.c.thread_id == thread))).scalars().all()
            return frozenset(said), frozenset(beside)

    async def name(self, thread: str, name: str, only_first: bool = False) -> None:
        """Rename; with `only_first`, only a thread that has no name yet."""
        condition = [threads.c.id == thread, threads.c.deleted_at.is_(None)]
        if only_first:
            condition.append(or_(threads.c.name.is_(None), threads.c.name == ""))
        async with self._engine.begin() as connection:
            await connection.execute(update(threads).where(*condition).values(name=name))

    async def keep(self, thread: str, display: Json) -> None:
        """What the web chat keeps with a thread. A thread that is gone stays gone."""
        async with self._engine.begin() as connection:
            condition = threads.c.id == thread, threads.c.deleted_at.is_(None)
            await connection.execute(update(threads).where(*condition).values(display=display))

    # --- messages and steps

    async def say(self, thread: str, id: str, content: str, now: datetime, display: Json) -> None:
        """Append the user's message; one that is stored already stays as it is. Makes the thread the last used one."""
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
        """The user's message says something else now, and what followed is taken back, wherever it was said; with `keep` it can
        be brought back as a branch.

        False when there is no such message of the user's.
        """
        own = select(messages.c.id).where(*_live(thread), messages.c.id == id, messages.c.role == "user")
        async with self._engine.begin() as connection:
            if (await connection.execute(own)).one_or_none() is None:
                return False
            await edit(connection, thread, id, content, keep)
            return True

    async def draw(self, thread: str, id: str, display: Json) -> bool:
        """How a message is drawn, nothing else of it. False when there is no such message."""
        here = *_live(thread), messages.c.id == id
        async with self._engine.begin() as connection:
            before = (await connection.execute(select(messages.c.display).where(*here))).scalar_one_or_none()
            if before is None:
                return False
            kept = {CORNER: before[CORNER]} if CORNER in before else {}
            await connection.execute(update(messages).where(*here).values(display={**display, **kept}))
            return True

    async def put_step(self, thread: str, id: str, now: datetime, display: Json) -> None:
        """Append a step, or draw it anew. Conflict when the id stands in another thread."""
        async with self._engine.begin() as connection:
            known = update(steps).where(steps.c.thread_id == thread, steps.c.id == id).values(display=display)
            if (await connection.execute(known)).rowcount:
                return
            sequence = await take_sequence(connection, thread)
            values = {"id": id, "thread_id": thread, "sequence": sequence, "created_at": now, "display": display}
            await _insert(connection, insert(steps).values(values))

    async def remove(self, thread: str, id: str) -> None:
        """Take a message or step back, with its elements, thumbs and the run that it was the outcome of.

        A message's row stays, hidden, until its chunks are out of the indexes.
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
        """A message with so many before and after it. NotFound when it was taken back."""
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
        """Whether the person said something after a message."""
        here = select(messages.c.sequence).where(*_live(thread), messages.c.id == id).scalar_subquery()
        later = select(messages.c.id).where(*_live(thread), messages.c.role == "user", messages.c.sequence > here)
        async with self._engine.connect() as connection:
            return (await connection.execute(later.limit(1))).first() is not None

    # --- elements

    async def put_element(self, thread: str, id: str, for_id: str | None, now: datetime, display: Json) -> None:
        """Add an element, or draw it anew. Conflict when the id stands in another thread."""
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

    # --- thumbs

    async def rate(self, user: str, for_id: str, value: int, comment: str | None, now: datetime) -> str:
        """Thumbs on something in one of the user's threads, one each; the id. NotFound when it is nobody's or another's."""
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
        """NotFound when there are no such thumbs in the user's threads."""
        own = select(threads.c.id).where(threads.c.user_id == user, threads.c.deleted_at.is_(None))
        async with self._engine.begin() as connection:
            statement = delete(feedback).where(feedback.c.id == id, feedback.c.thread_id.in_(own))
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such rating.")

    async def known(self, ids: Sequence[str]) -> bool:
        """Whether any of these stands as a step or element, in any thread: such an id can't be used for something new."""
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


async def _insert(connection: AsyncConnection, statement: Any) -> None:  # Any: an insert of whatever table
    try:
        await connection.execute(statement)
    except IntegrityError as error:
        raise Conflict("This id is taken.") from error


async def _parent(connection: AsyncConnection, thread: str, id: str) -> str | None:
    """The run that a message or step came out of; never another message."""
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
