"""All users with an account, with what they store and use; for administrators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keys, messages, sessions, threads, uploads, usage, users, versions
from chat.domain import User
from chat.threads.people.accounts import KNOWN, user_of
from chat.threads.queries.paging import Cursor, page


@dataclass(frozen=True, slots=True)
class Person:
    """A user with counts of what is theirs, but no texts and no names of threads or files."""

    user: User
    threads: int = 0
    questions: int = 0
    bytes: int = 0
    """Size of stored files, including earlier versions, in threads and libraries."""
    sessions: int = 0
    keys: int = 0
    tokens_today: int = 0
    uploaded_today: int = 0
    """Bytes uploaded today."""
    seen_at: datetime | None = None
    """When they last used a session whose row still exists."""


class People:
    """Reads users and their figures from SQL."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock

    async def listed(self, limit: int = 50, cursor: str | None = None) -> tuple[list[Person], str | None]:
        """Return a page of users, including suspended ones, ordered by name, and the next cursor."""
        statement = select(users).where(*KNOWN).order_by(users.c.name).limit(limit + 1)
        if cursor is not None:
            statement = statement.where(users.c.name > str(Cursor.read(cursor).key))
        async with self._engine.connect() as connection:
            found = [user_of(row) for row in await connection.execute(statement)]
        shown, following = page(found, limit, lambda user: Cursor(user.name).written())
        return await self._figures(shown), following

    async def person(self, user: User) -> Person:
        [found] = await self._figures([user])
        return found

    async def _figures(self, shown: Sequence[User]) -> list[Person]:
        now = self._clock()
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        ids = [user.id for user in shown]
        alive = threads.c.deleted_at.is_(None)
        of_threads = select(threads.c.user_id, func.count()).where(threads.c.kind != "library", alive)
        asked = select(threads.c.user_id, func.count()).join(messages, messages.c.thread_id == threads.c.id)
        stored = select(threads.c.user_id, func.sum(versions.c.bytes)).join(versions, versions.c.thread_id == threads.c.id)
        open_ = select(sessions.c.user_id, func.count()).where(sessions.c.ends_at > now)
        tokens = func.sum(usage.c.prompt_tokens + usage.c.completion_tokens)
        statements: dict[str, Select[Any]] = {  # Any: rows of two columns
            "threads": of_threads.group_by(threads.c.user_id),
            "questions": asked.where(messages.c.role == "user", alive).group_by(threads.c.user_id),
            "bytes": stored.where(alive).group_by(threads.c.user_id),
            "sessions": open_.group_by(sessions.c.user_id),
            "keys": select(keys.c.user_id, func.count()).where(keys.c.revoked_at.is_(None)).group_by(keys.c.user_id),
            "tokens_today": select(usage.c.user_id, tokens).where(usage.c.created_at >= midnight).group_by(usage.c.user_id),
            "uploaded_today": select(uploads.c.user_id, uploads.c.bytes).where(uploads.c.day == now.date().isoformat()),
            "seen_at": select(sessions.c.user_id, func.max(sessions.c.seen_at)).group_by(sessions.c.user_id),
        }
        found: dict[str, dict[str, Any]] = {id: {} for id in ids}  # Any: numbers and times, by field
        async with self._engine.connect() as connection:
            for name, statement in statements.items():
                of_user = statement.selected_columns[0]
                for id, value in await connection.execute(statement.where(of_user.in_(ids))):
                    found[id][name] = value if name == "seen_at" else int(value or 0)
        return [Person(user, **found[user.id]) for user in shown]
