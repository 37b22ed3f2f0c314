"""Who is in: web sessions as rows, and whether those who were let in may still be here.

A session's token is good as long as its row is there: ending it anywhere ends it everywhere. It ends by itself when it was not
used for some days, and after its last day however much it is used.
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
from chat.threads.accounts import user_of

KEY, SESSION = "threadwise.key", "threadwise.session"
"""Where a request's scope holds the id of the key that let a visitor in, and that of the web session."""
_SEEN_EVERY = timedelta(minutes=1)
"""A session in use is written down as used that often at most."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has signed in."""

    id: str
    user: str
    way: str
    """How: password, oauth or header."""
    browser: str
    created_at: datetime
    seen_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Admission:
    """On what a request or a socket was let in; when one of these is not so any more, it ends."""

    user: str
    role: UserRole
    key: str | None = None
    """Id of the key that was shown; for a visitor, of the one that their token was made with."""
    session: str | None = None


class Sessions:
    """Sessions over SQL."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], datetime], days: int, idle_days: int) -> None:
        self._engine = engine
        self._clock = clock
        self._most = timedelta(days=days)
        self._idle = timedelta(days=idle_days)

    async def begin(self, user: str, way: str, browser: str) -> Session:
        """Sessions of this user that have ended by themselves are cleared away on the occasion."""
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
        """Whose session it is, now in use; `None` when it has ended, or its user may not be here."""
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
        """Those that are open, last used first."""
        statement = self._living().where(sessions.c.user_id == user).order_by(sessions.c.seen_at.desc(), sessions.c.id)
        async with self._engine.connect() as connection:
            return [_session(row) for row in await connection.execute(statement)]

    async def end(self, user: str, id: str) -> None:
        """Log out of one. NotFound when the user has no such session."""
        async with self._engine.begin() as connection:
            statement = delete(sessions).where(sessions.c.id == id, sessions.c.user_id == user)
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such session.")

    async def end_all(self, user: str, but: str | None = None) -> int:
        """Log out everywhere, or everywhere else; how many sessions that were."""
        statement = delete(sessions).where(sessions.c.user_id == user, sessions.c.id != (but or ""))
        async with self._engine.begin() as connection:
            return (await connection.execute(statement)).rowcount

    async def lapsed(self, admissions: Collection[Admission]) -> set[Admission]:
        """Those that do not hold any more: the user suspended, removed or of another role, the key revoked, the session ended."""
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
