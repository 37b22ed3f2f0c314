"""Threads and their messages, as rows.

Every statement filters by owner or thread, so knowing an id is not enough to read or change another user's row.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Literal, cast

from sqlalchemy import Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import UNSETTLED, branches, chunks, documents, messages, threads
from chat.domain import Draft, Message, Role, Thread
from chat.errors import Conflict, NotFound
from chat.text import title_of
from chat.threads.analytics.inquiries import forget_question
from chat.threads.conversations.summaries import forget
from chat.threads.queries.containing import contains
from chat.threads.queries.paging import Cursor, page

_ROW = Row[Any]  # Any: SQLAlchemy types a row by its statement, which these small mappers do not repeat


def _thread(row: _ROW) -> Thread:
    return Thread(
        row.id,
        row.user_id,
        row.name,
        row.created_at,
        row.updated_at,
        row.settings,
        row.pinned_at is not None,
        row.archived_at is not None,
        row.incognito,
        row.shared_at,
    )


def _message(row: _ROW) -> Message:
    return Message(
        row.id,
        row.thread_id,
        cast(Role, row.role),
        row.content,
        row.created_at,
        row.author,
        row.sequence,
        row.interrupted,
        row.rewritten,
        row.recalled,
    )


UNCHANGED: dict[str, None] = {"changed": None, "recalled": None}
"""Values that clear the corrected and forgotten parts of a message, for one whose text changes."""
GONE: dict[str, str | None] = {"recall": "gone", "content": "", **UNCHANGED}
"""Values of a retracted message, whose row stays until its chunks are removed from the indexes."""


async def take_back(connection: AsyncConnection, thread: str, *which: Any) -> int:  # Any: SQL expressions
    """Retract messages of a thread, and return how many there were.

    Their rows are emptied and hidden until their chunks are removed, and their other forms are deleted. If the thread was named
    after one of them, its name is cleared.
    """
    these = messages.c.thread_id == thread, messages.c.recall != "gone", *which
    called = (await connection.execute(select(threads.c.name).where(threads.c.id == thread))).scalar_one_or_none()
    if called is not None:
        asked = select(messages.c.content).where(*these, messages.c.role == "user")
        if called in map(title_of, (await connection.execute(asked)).scalars()):
            await connection.execute(update(threads).where(threads.c.id == thread).values(name=None))
    questions = select(messages.c.id).where(*these)
    await connection.execute(delete(branches).where(branches.c.thread_id == thread, branches.c.message_id.in_(questions)))
    return (await connection.execute(update(messages).where(*these).values(**GONE))).rowcount


async def retitle(connection: AsyncConnection, thread: str, former: str, title: str | None) -> None:
    """Rename a thread that has the name `former`, because the text it was named after has changed."""
    called = update(threads).where(threads.c.id == thread, threads.c.name == former)
    await connection.execute(called.values(name=title))


async def take_sequence(connection: AsyncConnection, thread: str, many: int = 1) -> int:
    """Reserve `many` positions at the end of a thread and return the first. Raises NotFound when the thread is gone."""
    statement = (
        update(threads)
        .where(threads.c.id == thread, threads.c.deleted_at.is_(None))
        .values(next_sequence=threads.c.next_sequence + many)
        .returning(threads.c.next_sequence)
    )
    after = (await connection.execute(statement)).scalar_one_or_none()
    if after is None:
        raise NotFound("There is no such thread.")
    return int(after) - many


class Conversations:
    """Stores threads and messages in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # --- threads

    async def create(
        self,
        user: str,
        id: str | None,
        name: str | None,
        now: datetime,
        incognito: bool = False,
        settings: dict[str, object] | None = None,
    ) -> Thread:
        """Create a thread. Raises Conflict when the id is taken, even by another user's thread."""
        thread = Thread(id or str(uuid.uuid4()), user, name, now, now, settings or {}, incognito=incognito)
        values: dict[str, Any] = {  # Any: column values
            "id": thread.id,
            "user_id": user,
            "name": name,
            "created_at": now,
            "updated_at": now,
            "settings": thread.settings,
            "display": {},
            "incognito": incognito,
        }
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(threads).values(values))
        except IntegrityError as error:
            raise Conflict("A thread with this id exists already.") from error
        return thread

    async def get(self, user: str, thread: str) -> Thread:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(threads).where(*visible(user), threads.c.id == thread))).one_or_none()
        if row is None:
            raise NotFound("There is no such thread.")
        return _thread(row)

    async def owner(self, thread: str) -> str | None:
        """Return the user id of a thread's owner; `None` when the thread is deleted or does not exist."""
        async with self._engine.connect() as connection:
            statement = select(threads.c.user_id).where(threads.c.id == thread, threads.c.deleted_at.is_(None))
            return (await connection.execute(statement)).scalar_one_or_none()

    async def listed(
        self, user: str, query: str | None, limit: int, cursor: str | None, archived: bool | None = None
    ) -> tuple[list[Thread], str | None]:
        """Return a page of the user's threads and the next cursor: pinned threads first, then the most recently used first.

        `query` matches names, message text and documents, ignoring case. `archived` selects only archived threads or only the
        others.
        """
        statement = select(threads).where(*visible(user), *shown(archived)).order_by(*ORDER)
        if query:
            statement = statement.where(matches(query))
        if cursor:
            statement = statement.where(behind(cursor))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([_thread(row) for row in rows], limit, lambda each: place(each.pinned, each.updated_at, each.id))

    async def change(
        self,
        user: str,
        thread: str,
        name: str | None = None,
        settings: dict[str, object] | None = None,
        pinned_at: datetime | bool | None = None,
        archived_at: datetime | bool | None = None,
    ) -> Thread:
        """Change the given attributes of a thread.

        A setting of `None` is reset to its default; settings not given stay. `pinned_at` and `archived_at` are times at which the
        thread was pinned or archived; `False` undoes that.
        """
        own = *visible(user), threads.c.id == thread
        values: dict[str, object] = {} if name is None else {"name": name}
        times = ("pinned_at", pinned_at), ("archived_at", archived_at)
        values |= {column: time or None for column, time in times if time is not None}
        async with self._engine.begin() as connection:
            if values:
                await connection.execute(update(threads).where(*own).values(values))
            if settings is not None:
                await connection.execute(update(threads).where(*own).values(settings=threads.c.settings))  # takes the row's lock
                known = (await connection.execute(select(threads.c.settings).where(*own))).scalar_one_or_none() or {}
                changed = {key: value for key, value in (known | settings).items() if value is not None}
                await connection.execute(update(threads).where(*own).values(settings=changed))
        return await self.get(user, thread)

    async def incognito(self) -> list[tuple[str, str, datetime]]:
        """Return (id, user id, time of last use) of all incognito threads that are not deleted."""
        statement = select(threads.c.id, threads.c.user_id, threads.c.updated_at)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.where(threads.c.incognito, threads.c.deleted_at.is_(None)))).all()
        return [(row.id, row.user_id, row.updated_at) for row in rows]

    async def name_if_unnamed(self, thread: str, name: str) -> bool:
        """Name a thread that has no name yet; return whether it was named."""
        async with self._engine.begin() as connection:
            statement = update(threads).where(threads.c.id == thread, threads.c.name.is_(None)).values(name=name)
            return (await connection.execute(statement)).rowcount > 0

    async def entomb(self, user: str, thread: str, now: datetime) -> None:
        """Mark a thread as deleted, which hides it at once. Raises NotFound when it is not the user's."""
        async with self._engine.begin() as connection:
            statement = update(threads).where(*visible(user), threads.c.id == thread).values(deleted_at=now)
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such thread.")

    async def exhume(self, user: str, thread: str) -> None:
        """Make a hidden thread visible again. Raises NotFound when it is not the user's or not hidden."""
        async with self._engine.begin() as connection:
            statement = update(threads).where(*_hidden(user, thread)).values(deleted_at=None)
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such thread.")

    async def is_hidden(self, user: str, thread: str) -> bool:
        """Return whether this is a thread of the user's that is marked as deleted but whose row still exists."""
        async with self._engine.connect() as connection:
            return (await connection.execute(select(threads.c.id).where(*_hidden(user, thread)))).one_or_none() is not None

    async def entombed(self, user: str | None = None, before: datetime | None = None) -> list[str]:
        """Return the ids of threads and libraries marked as deleted, of one user or of all, or only those marked `before` a time.

        Their deletion is in progress or was interrupted.
        """
        statement = select(threads.c.id).where(threads.c.deleted_at.is_not(None))
        if user is not None:
            statement = statement.where(threads.c.user_id == user)
        if before is not None:
            statement = statement.where(threads.c.deleted_at < before)
        async with self._engine.connect() as connection:
            return list((await connection.execute(statement)).scalars())

    async def remove(self, thread: str) -> None:
        """Delete the row of a thread and, by cascade, every row that belongs to it."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(threads).where(threads.c.id == thread))

    # --- messages

    async def begin_answer(self, thread: str, id: str, now: datetime) -> None:
        """Insert a row for an answer that is being written; it counts as interrupted until it is complete."""
        async with self._engine.begin() as connection:
            row = new_row(thread, Draft("assistant", "", id), await take_sequence(connection, thread), now, recall="none")
            await connection.execute(insert(messages).values(row | {"interrupted": True}))

    async def drop_unwritten(self) -> None:
        """Retract answers that a crash interrupted before their first word; called at start."""
        unwritten = messages.c.interrupted, messages.c.recall == "none", messages.c.content == ""
        async with self._engine.begin() as connection:
            await connection.execute(update(messages).where(*unwritten).values(recall="gone"))

    async def put(self, thread: str, drafts: Sequence[Draft], now: datetime) -> list[Message]:
        """Append messages in the order given. Raises Conflict when an id is taken in this thread."""
        try:
            async with self._engine.begin() as connection:
                first = await take_sequence(connection, thread, len(drafts))
                rows = [new_row(thread, draft, first + at, now, recall="pending") for at, draft in enumerate(drafts)]
                if rows:
                    await connection.execute(insert(messages), rows)
                await connection.execute(update(threads).where(threads.c.id == thread).values(updated_at=now))
        except IntegrityError as error:
            raise Conflict(await self._twice(thread, [draft.id for draft in drafts if draft.id is not None])) from error
        return [_message_of(row) for row in rows]

    async def _twice(self, thread: str, ids: Sequence[str]) -> str:
        """Return the error message that names which of these ids exist in the thread already or are given more than once."""
        async with self._engine.connect() as connection:
            there = (
                await connection.execute(select(messages.c.id).where(messages.c.thread_id == thread, messages.c.id.in_(ids)))
            ).scalars()
            taken = set(there) | {id for id, count in Counter(ids).items() if count > 1}
        named = [id for id in dict.fromkeys(ids) if id in taken]
        if not named:
            return "A message with this id exists already."
        more = f" and {len(named) - _MOST_NAMED:,} more" if len(named) > _MOST_NAMED else ""
        return f"None was added, because these ids are taken already or given twice: {', '.join(named[:_MOST_NAMED])}{more}."

    async def message(self, thread: str, message: str) -> Message:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(messages).where(*_said(thread), messages.c.id == message))).one_or_none()
        if row is None:
            raise NotFound("There is no such message.")
        return _message(row)

    async def find(self, thread: str, message: str) -> Message | None:
        try:
            return await self.message(thread, message)
        except NotFound:
            return None

    async def page_of_messages(self, thread: str, limit: int, cursor: str | None) -> tuple[list[Message], str | None]:
        """Return a page of messages, in the order in which they were said, and the next cursor."""
        statement = select(messages).where(*_said(thread)).order_by(messages.c.sequence)
        if cursor:
            statement = statement.where(messages.c.sequence > Cursor.read(cursor).number())
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement.limit(limit + 1))).all()
        return page([_message(row) for row in rows], limit, lambda message: Cursor.after(message.sequence))

    async def before(self, thread: str, sequence: int | None, limit: int) -> list[Message]:
        """Return the last messages before a position, or of the whole thread, oldest first."""
        statement = select(messages).where(*_said(thread)).order_by(messages.c.sequence.desc()).limit(limit)
        if sequence is not None:
            statement = statement.where(messages.c.sequence < sequence)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [_message(row) for row in reversed(rows)]

    async def after(self, thread: str, sequence: int, limit: int) -> list[Message]:
        """Return the first messages after a position, oldest first."""
        statement = (
            select(messages).where(*_said(thread), messages.c.sequence > sequence).order_by(messages.c.sequence).limit(limit)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [_message(row) for row in rows]

    async def since(self, thread: str, sequence: int) -> frozenset[str]:
        """Return the ids of the messages from a position on."""
        async with self._engine.connect() as connection:
            statement = select(messages.c.id).where(*_said(thread), messages.c.sequence >= sequence)
            return frozenset((await connection.execute(statement)).scalars())

    async def rewrite(
        self,
        thread: str,
        message: str,
        content: str,
        recall: str = "pending",
        interrupted: bool = False,
    ) -> bool:
        """Replace a message's text; return whether the message still exists.

        `recall` says whether the message is to be indexed (`pending`) or not (`none`).
        """
        values: dict[str, object] = {"content": content, "recall": recall, "interrupted": interrupted, **UNCHANGED}
        async with self._engine.begin() as connection:
            await forget(connection, thread, message)
            await forget_question(connection, thread, message)
            here = *_said(thread), messages.c.id == message
            return (await connection.execute(update(messages).where(*here).values(values))).rowcount > 0

    async def understand(self, thread: str, message: str, rewritten: str | None) -> None:
        """Store a question as rewritten in the context of the messages before it."""
        async with self._engine.begin() as connection:
            here = *_said(thread), messages.c.id == message
            await connection.execute(update(messages).where(*here).values(rewritten=rewritten))

    async def mark_gone(self, thread: str, message: str) -> int:
        """Retract a message, and return how many were retracted. Its chunks are removed when the index is next synchronised."""
        async with self._engine.begin() as connection:
            await forget(connection, thread, message)
            return await take_back(connection, thread, messages.c.id == message)

    async def taken_back(self, thread: str, among: Collection[str]) -> frozenset[str]:
        """Return those of these messages that are retracted but not yet removed."""
        statement = select(messages.c.id).where(
            messages.c.thread_id == thread, messages.c.id.in_(among), messages.c.recall == "gone"
        )
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(statement)).scalars())

    async def unsettled(self, thread: str) -> tuple[list[Message], list[str]]:
        """Return the messages to be indexed, in order, and the ids of those whose chunks are to be removed."""
        statement = select(messages).where(messages.c.thread_id == thread, UNSETTLED).order_by(messages.c.sequence)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(statement)).all()
        return [_message(row) for row in rows if row.recall == "pending"], [row.id for row in rows if row.recall == "gone"]

    async def unsettled_threads(self, among: Collection[str] | None = None) -> list[str]:
        """Return those of these threads, or of all, whose indexes are not synchronised with their messages."""
        statement = select(messages.c.thread_id).where(UNSETTLED).distinct()
        if among is not None:
            statement = statement.where(messages.c.thread_id.in_(among))
        async with self._engine.connect() as connection:
            return list((await connection.execute(statement)).scalars())

    async def settle(self, thread: str, indexed: Sequence[Message], gone: Sequence[str]) -> None:
        """Mark messages as indexed and delete the rows of retracted ones.

        A message whose text, or recalled text, has changed in the meantime stays pending.
        """
        async with self._engine.begin() as connection:
            for message in indexed:
                unchanged = and_(
                    messages.c.id == message.id,
                    messages.c.content == message.content,
                    messages.c.recalled.is_not_distinct_from(message.recalled),
                    messages.c.recall == "pending",
                )
                await connection.execute(
                    update(messages).where(messages.c.thread_id == thread, unchanged).values(recall="indexed")
                )
            if gone:
                await connection.execute(
                    delete(messages).where(messages.c.thread_id == thread, messages.c.id.in_(gone), messages.c.recall == "gone")
                )

    async def count(self, thread: str) -> int:
        async with self._engine.connect() as connection:
            statement = select(func.count()).select_from(messages).where(*_said(thread))
            return int((await connection.execute(statement)).scalar_one())


def matches(query: str) -> Any:  # Any: a column expression
    """Return the condition that a thread's name, one of its messages or one of its documents contains the query as typed."""
    said = select(messages.c.id).where(messages.c.thread_id == threads.c.id, messages.c.recall != "gone")
    held = select(documents.c.id).where(documents.c.thread_id == threads.c.id)
    written = select(chunks.c.id).where(chunks.c.thread_id == threads.c.id, chunks.c.source == "document")
    anywhere = (
        said.where(contains(messages.c.content, query)),
        held.where(contains(documents.c.name, query)),
        written.where(contains(chunks.c.text, query)),
    )
    return or_(contains(threads.c.name, query), *(each.exists() for each in anywhere))


ORDER = threads.c.pinned_at.is_(None), threads.c.updated_at.desc(), threads.c.id.desc()
"""Order of threads in lists: pinned threads first, then the most recently used first."""
_MOST_NAMED = 5
_PINNED = "pinned "


def place(pinned: bool, updated_at: datetime, id: str) -> str:
    """Return the cursor of a thread in `ORDER`."""
    return Cursor(_PINNED * pinned + updated_at.isoformat(), id).written()


def behind(cursor: str) -> Any:  # Any: a column expression
    """Return the condition that a thread comes after the cursor in `ORDER`."""
    after = Cursor.read(cursor)
    pinned = isinstance(after.key, str) and after.key.startswith(_PINNED)
    time = Cursor(after.key.removeprefix(_PINNED) if isinstance(after.key, str) else after.key).time()
    later = or_(threads.c.updated_at < time, and_(threads.c.updated_at == time, threads.c.id < after.id))
    if pinned:
        return or_(threads.c.pinned_at.is_(None), later)
    return and_(threads.c.pinned_at.is_(None), later)


def shown(archived: bool | None = None) -> tuple[Any, ...]:  # Any: column expressions
    """Return the conditions for threads in a list: not incognito and, if `archived` is given, archived or not."""
    kept = threads.c.archived_at.is_not(None) if archived else threads.c.archived_at.is_(None)
    return (threads.c.incognito.is_(False), *(() if archived is None else (kept,)))


def visible(user: str, kind: Literal["thread", "library"] = "thread") -> tuple[Any, Any, Any]:  # Any: column expressions
    """Return the conditions for the user's own threads (or libraries) that are not deleted."""
    return threads.c.user_id == user, threads.c.deleted_at.is_(None), threads.c.kind == kind


def _hidden(user: str, thread: str) -> tuple[Any, Any, Any, Any]:  # Any: column expressions
    return threads.c.user_id == user, threads.c.id == thread, threads.c.kind == "thread", threads.c.deleted_at.is_not(None)


def _said(thread: str) -> tuple[Any, Any]:  # Any: column expressions
    return messages.c.thread_id == thread, messages.c.recall != "gone"


def new_row(thread: str, draft: Draft, sequence: int, now: datetime, recall: str) -> dict[str, Any]:  # Any: column values
    """Return the column values of a new message; an id and a time missing from the draft are filled in."""
    return {
        "id": draft.id or str(uuid.uuid4()),
        "thread_id": thread,
        "sequence": sequence,
        "role": draft.role,
        "author": draft.author,
        "content": draft.content,
        "created_at": draft.created_at or now,
        "interrupted": False,
        "display": {},
        "recall": recall,
    }


def _message_of(row: dict[str, Any]) -> Message:  # Any: column values
    return Message(row["id"], row["thread_id"], row["role"], row["content"], row["created_at"], row["author"], row["sequence"])
