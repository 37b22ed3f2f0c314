"""Web sessions as rows, and the check whether connected users are still authorised.

A session's token is valid while its row exists, so ending a session takes effect everywhere. A session expires when it has not
been used for some days, and at a fixed time after it began however much it is used.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keys, sessions, users
from chat.domain import User, UserRole
from chat.errors import NotFound
from chat.threads.people.accounts import user_of

KEY, SESSION = "threadwise.key", "threadwise.session"
"""Keys of a request's ASGI scope for the id of the API key and for that of the web session by which it was admitted."""
_SEEN_EVERY = timedelta(minutes=1)
"""Shortest interval between updates of a session's time of last use."""


@dataclass(frozen=True, slots=True)
class Session:
    """A web session: a browser in which a user has signed in."""

    id: str
    user: str
    way: str
    """How the user signed in: `password`, `oauth` or `header`."""
    browser: str
    created_at: datetime
    seen_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Admission:
    """The conditions under which a request or socket was admitted; when one of them no longer holds, it is ended."""

    user: str
    role: UserRole
    key: str | None = None
    """Id of the API key presented; for a visitor, of the key with which their token was issued."""
    session: str | None = None


class Sessions:
    """Stores web sessions in SQL."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], datetime], days: int, idle_days: int) -> None:
        self._engine = engine
        self._clock = clock
        self._most = timedelta(days=days)
        self._idle = timedelta(days=idle_days)

    async def begin(self, user: str, way: str, browser: str) -> Session:
        """Create a session, and delete the user's expired ones."""
        now = self._clock()
        session = Session(secrets.token_urlsafe(24), user, way, browser, now, now, now + self._most)
        row = {"id": session.id, "user_id": user, "way": way, "browser": browser}
        times = {"created_at": now, "seen_at": now, "ends_at": session.ends_at}
        over = (sessions.c.ends_at <= now) | (sessions.c.seen_at <= now - self._idle)
        async with self._engine.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.user_id == user, over))
            await connection.execute(insert(sessions).values(**row, **times))
        return session

    async def find(self, id: str) -> tuple[User, Session] | None:
        """Return a session with its user, and update its time of last use; `None` when it has ended or the user is suspended."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(self._living().where(sessions.c.id == id))).first()
        if row is None:
            return None
        session, now = _session(row), self._clock()
        if now - session.seen_at >= _SEEN_EVERY:
            async with self._engine.begin() as connection:
                await connection.execute(update(sessions).where(sessions.c.id == id).values(seen_at=now))
        return user_of(row), session

    async def listed(self, user: str) -> list[Session]:
        """Return the user's open sessions, most recently used first."""
        statement = self._living().where(sessions.c.user_id == user).order_by(sessions.c.seen_at.desc(), sessions.c.id)
        async with self._engine.connect() as connection:
            return [_session(row) for row in await connection.execute(statement)]

    async def end(self, user: str, id: str) -> None:
        """End a session. Raises NotFound when the user has no such session."""
        async with self._engine.begin() as connection:
            statement = delete(sessions).where(sessions.c.id == id, sessions.c.user_id == user)
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such session.")

    async def end_all(self, user: str, but: str | None = None) -> int:
        """End all sessions of a user except `but`; return how many were ended."""
        statement = delete(sessions).where(sessions.c.user_id == user, sessions.c.id != (but or ""))
        async with self._engine.begin() as connection:
            return (await connection.execute(statement)).rowcount

    async def lapsed(self, admissions: Collection[Admission]) -> set[Admission]:
        """Return the admissions that are no longer valid.

        Their user is suspended, removed or has another role, their key is revoked, or their session has ended.
        """
        of_users = select(users.c.id, users.c.role).where(
            users.c.id.in_({each.user for each in admissions}), users.c.suspended.is_(False)
        )
        of_keys = (
            select(keys.c.id)
            .join(users, users.c.id == keys.c.user_id)
            .where(keys.c.id.in_({each.key for each in admissions if each.key}))
            .where(keys.c.revoked_at.is_(None), users.c.suspended.is_(False))
        )
        of_sessions = self._living().where(sessions.c.id.in_({each.session for each in admissions if each.session}))
        async with self._engine.connect() as connection:
            roles = {row.id: row.role for row in await connection.execute(of_users)}
            good = set((await connection.execute(of_keys)).scalars())
            open_ = {row.session for row in await connection.execute(of_sessions)}
        return {
            each
            for each in admissions
            if roles.get(each.user) != each.role
            or (each.key and each.key not in good)
            or (each.session and each.session not in open_)
        }

    def _living(self) -> Any:  # Any: SQLAlchemy types a statement by its columns
        now = self._clock()
        columns = sessions.c.id.label("session"), sessions.c.way, sessions.c.browser, sessions.c.seen_at, sessions.c.ends_at
        return (
            select(users, *columns, sessions.c.created_at.label("begun_at"))
            .join(sessions, sessions.c.user_id == users.c.id)
            .where(users.c.suspended.is_(False), sessions.c.ends_at > now, sessions.c.seen_at > now - self._idle)
        )


def _session(row: Row[Any]) -> Session:  # Any: SQLAlchemy types a row by its statement
    return Session(row.session, row.id, row.way, row.browser, row.begun_at, row.seen_at, row.ends_at)
