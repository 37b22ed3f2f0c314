"""Visitors: anonymous users of the widget on a site, each belonging to the owner of the widget's key and to one origin."""

from __future__ import annotations

import hashlib
import math
import re
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, delete, exists, false, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import keys, messages, threads, users, visitors
from chat.domain import Elsewhere, User
from chat.errors import InvalidRequest, QuotaReached, TooManyAttempts
from chat.settings import WidgetSettings

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?")
_WINDOW = timedelta(minutes=1)
_REMEMBERED = 10_000
"""Most visitors or sites whose requests and tokens are tracked in memory."""
_UNNAMED = "Documents"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor with the owner of the widget's key and the origin of the site."""

    user: User
    owner: str
    origin: str
    granted: tuple[str, ...] = ()
    """Ids of the libraries, and of the threads whose documents, the visitor may search."""


@dataclass(frozen=True, slots=True)
class Site:
    """Usage of all visitors of one origin."""

    origin: str
    visitors: int
    threads: int
    questions: int
    seen_at: datetime


def origin_of(text: str) -> str:
    """Normalise an origin to the form that browsers send: scheme, host, and the port unless it is the scheme's default.

    Raises InvalidRequest for anything else.
    """
    words = text.strip().casefold().rstrip("/")
    scheme, _, netloc = words.partition("://")
    if scheme not in ("http", "https") or not _HOST.fullmatch(netloc) or len(words) > 255:
        raise InvalidRequest("An origin is a scheme, a host and maybe a port, as https://shop.example.org.")
    return f"{scheme}://{netloc.removesuffix({'http': ':80', 'https': ':443'}[scheme])}"


def on_this_machine(origin: str) -> bool:
    return urlsplit(origin).hostname in ("localhost", "127.0.0.1", "::1")


class Visitors:
    """Stores visitors in SQL and enforces their limits."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], datetime], settings: WidgetSettings) -> None:
        self._engine = engine
        self._clock = clock
        self._settings = settings
        self._of_one = Budget(settings.widget_visitor_questions)
        self._of_a_site = Budget(settings.widget_site_questions)
        self._until: dict[str, tuple[datetime, str | None]] = {}

    async def admit(self, owner: str, origin: str, name: str, granted: Sequence[str]) -> Visitor:
        """Return the site's visitor of this name, created if new, and store what they may search."""
        known = await self.find(owner, origin, name)
        if known is None:
            known = await self._make(owner, origin, name)
        now = {"granted": list(granted), "seen_at": self._clock()}
        async with self._engine.begin() as connection:
            await connection.execute(update(visitors).where(visitors.c.user_id == known.user.id).values(now))
        return Visitor(known.user, owner, origin, tuple(granted))

    async def _make(self, owner: str, origin: str, name: str) -> Visitor:
        id, now, digest = str(uuid.uuid4()), self._clock(), _digest(name)
        user = {"id": id, "name": f"visitor:{id}", "role": "visitor", "metadata": {}, "created_at": now}
        row = {
            "user_id": id,
            "owner_id": owner,
            "origin": origin,
            "name": digest,
            "granted": [],
            "created_at": now,
            "seen_at": now,
        }
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(users).values(user))
                await connection.execute(insert(visitors).values(row))
        except IntegrityError:  # created by a concurrent request
            found = await self.find(owner, origin, name)
            if found is None:
                raise
            return found
        return Visitor(User(id, f"visitor:{id}", "visitor", now), owner, origin)

    async def find(self, owner: str, origin: str, name: str) -> Visitor | None:
        return await self._one(visitors.c.owner_id == owner, visitors.c.origin == origin, visitors.c.name == _digest(name))

    async def get(self, user: str) -> Visitor | None:
        """Return a visitor by user id; `None` when they were erased or shut out."""
        return await self._one(visitors.c.user_id == user)

    def let_in(self, user: str, until: datetime, key: str | None = None) -> None:
        """Note that the visitor has a token, issued with this key, that is valid until then."""
        latest = max(until, self._until.pop(user, (until, None))[0])
        self._until[user] = latest, key
        if len(self._until) > _REMEMBERED:
            del self._until[next(iter(self._until))]

    def is_let_in(self, user: str) -> bool:
        return user in self._until and self._until[user][0] > self._clock()

    def key_of(self, user: str) -> str | None:
        """Return the id of the key with which the visitor's most recent token was issued."""
        return self._until[user][1] if user in self._until else None

    async def holds(self, key: str) -> bool:
        """Return whether the key is active and its owner may sign in."""
        statement = select(keys.c.id).join(users, users.c.id == keys.c.user_id)
        in_use = keys.c.id == key, keys.c.revoked_at.is_(None), users.c.suspended.is_(False)
        async with self._engine.connect() as connection:
            return (await connection.execute(statement.where(*in_use))).first() is not None

    async def origins(self) -> set[str]:
        """Return the origins named by active keys."""
        statement = select(keys.c.origins).where(keys.c.revoked_at.is_(None))
        async with self._engine.connect() as connection:
            return {origin for row in await connection.execute(statement) for origin in row.origins}

    async def granted(self, user: str) -> list[Elsewhere]:
        """Return what a visitor may search besides their own threads, as long as the site's owner still has it.

        Threads are returned as libraries: only their documents are searched.
        """
        visitor = await self.get(user)
        if visitor is None or not visitor.granted:
            return []
        theirs = threads.c.user_id == visitor.owner, threads.c.deleted_at.is_(None), threads.c.id.in_(visitor.granted)
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(threads.c.id, threads.c.name).where(*theirs).order_by(threads.c.name))
            return [Elsewhere(row.id, "library", row.name or _UNNAMED) for row in rows]

    async def threads(self, user: str) -> list[str]:
        """Return the ids of all of a visitor's threads, including those being deleted."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(threads.c.id).where(threads.c.user_id == user))
            return [row.id for row in rows]

    async def long_unseen(self) -> list[str]:
        """Return the ids of visitors not seen for longer than visitors are kept, and of those whose erasure was interrupted."""
        statement = select(visitors.c.user_id).join(users, users.c.id == visitors.c.user_id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(statement.where(or_(users.c.suspended.is_(True), self._is_long_unseen())))
            return [row.user_id for row in rows]

    def _is_long_unseen(self) -> ColumnElement[bool]:
        days = self._settings.widget_visitor_days
        return visitors.c.seen_at < self._clock() - timedelta(days=days) if days else false()

    async def close_long_unseen(self, user: str) -> bool:
        """Call `close` unless the visitor has just come back; return whether they were closed."""
        theirs = exists().where(visitors.c.user_id == user, self._is_long_unseen())
        shut = update(users).where(users.c.id == user, or_(users.c.suspended.is_(True), theirs)).values(suspended=True)
        async with self._engine.begin() as connection:
            if not (await connection.execute(shut)).rowcount:
                return False
        await self.close(user)
        return True

    async def close(self, user: str) -> None:
        """Lock a visitor out, which invalidates their tokens, and mark their threads as deleted."""
        async with self._engine.begin() as connection:
            await connection.execute(update(users).where(users.c.id == user).values(suspended=True))
            own = threads.c.user_id == user, threads.c.deleted_at.is_(None)
            await connection.execute(update(threads).where(*own).values(deleted_at=self._clock()))

    async def erase(self, user: str) -> bool:
        """Delete the rows of a visitor; return whether nothing is left."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(users).where(users.c.id == user))
            left = await connection.execute(select(visitors.c.user_id).where(visitors.c.user_id == user))
            return left.first() is None

    async def sites(self, owner: str | None) -> list[Site]:
        """Return the usage by site, of one owner or of all, with the most questions first."""
        asked = func.count(messages.c.id)
        held = func.count(threads.c.id.distinct())
        own = threads.c.user_id == visitors.c.user_id
        said = (messages.c.thread_id == threads.c.id) & (messages.c.role == "user")
        statement = (
            select(visitors.c.origin, func.count(visitors.c.user_id.distinct()), held, asked, func.max(visitors.c.seen_at))
            .outerjoin(threads, own & threads.c.deleted_at.is_(None))
            .outerjoin(messages, said)
            .group_by(visitors.c.origin)
            .order_by(asked.desc(), visitors.c.origin)
        )
        if owner is not None:
            statement = statement.where(visitors.c.owner_id == owner)
        async with self._engine.connect() as connection:
            return [Site(*row) for row in await connection.execute(statement)]

    async def check(self, user: str, take: bool = False) -> None:
        """Check that a visitor may ask a question now; with `take`, count one.

        Raises TooManyAttempts, with the seconds to wait, if the visitor or the site has reached its limit.
        """
        visitor = await self.get(user)
        now = self._clock()
        for budget, key in ((self._of_one, user), (self._of_a_site, visitor.origin if visitor else "")):
            budget.check(key, now)
            if take:
                budget.take(key, now)

    def check_room(self, files: int, size: int) -> None:
        """Check that a visitor may have this many files with this total size in bytes. Raises QuotaReached otherwise."""
        most, megabytes = self._settings.widget_visitor_files, self._settings.widget_visitor_mb
        if not most or not megabytes:
            raise QuotaReached("Files can't be added here.")
        if files > most or size > megabytes * 1_000_000:
            raise QuotaReached(f"Here you may have at most {most} files of together {megabytes:,} MB; this would be more.")

    async def _one(self, *conditions: Any) -> Visitor | None:  # Any: SQL expressions
        columns = select(users, visitors.c.owner_id, visitors.c.origin, visitors.c.granted)
        statement = columns.join(visitors, visitors.c.user_id == users.c.id).where(users.c.suspended.is_(False), *conditions)
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).first()
        if row is None:
            return None
        user = User(row.id, row.name, "visitor", row.created_at)
        return Visitor(user, row.owner_id, row.origin, tuple(row.granted))


class Budget:
    """A limit on the number of events per minute, by key."""

    def __init__(self, most: int, what: str = "questions") -> None:
        self._most = most
        self._what = what
        self._times: dict[str, deque[datetime]] = {}

    def check(self, key: str, now: datetime) -> None:
        times = self._times.get(key, deque[datetime]())
        while times and abs(now - times[0]) >= _WINDOW:  # `abs`: also drops future times left after the clock was set back
            times.popleft()
        if len(times) >= self._most:
            wait = max(1, math.ceil((times[0] + _WINDOW - now).total_seconds()))
            raise TooManyAttempts(f"Too many {self._what} at once; ask again in {wait} seconds.", retry_after=wait)

    def take(self, key: str, now: datetime) -> None:
        times = self._times.pop(key, deque[datetime]())
        times.append(now)
        self._times[key] = times  # moved to the end: the least recent one is dropped first
        if len(self._times) > _REMEMBERED:
            del self._times[next(iter(self._times))]


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
