"""Users and API keys: passwords are stored as argon2 hashes, keys as SHA-256 hashes only."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Row, Table, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import (
    chunks,
    documents,
    keys,
    keyword_rows,
    messages,
    sessions,
    threads,
    users,
    vectors,
    versions,
    visitors,
)
from chat.domain import Receipt, User, UserRole
from chat.errors import Conflict, InvalidRequest, NotFound, TooManyAttempts
from chat.threads.people.visitors import origin_of

_ROW = Row[Any]  # Any: SQLAlchemy types a row by its statement

_REMOVED = "removed:"
"""Prefix of the id in the name of a removed user; no active user can have such a name."""
KNOWN = users.c.role != "visitor", ~users.c.name.startswith(_REMOVED, autoescape=True)
GivenRole = Literal["admin", "member"]
"""Roles that can be assigned; users with the role `visitor` are created through a site's widget key instead."""
_NAME = re.compile(r"[\w.@+-]{1,64}")
_SHORTEST_PASSWORD, _LONGEST_PASSWORD = 8, 1_024
_WINDOW = timedelta(minutes=1)
_REMEMBERED_NAMES = 10_000
"""Most user names whose sign-in attempts are kept, so that a flood of made-up names cannot exhaust memory."""
STAND_IN_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$gtIH0dKaMqmmcA3gjnz1PBUkzbGAlMvEWYPNsbNk3XU"  # of no known password
)
"""Verified when the user has no password hash, so that an unknown name takes as long to reject as a wrong password."""


KeyScope = Literal["all", "ask", "read", "widget"]
"""What a key permits: everything its user may do; asking and reading; reading only; admitting visitors of a site."""


@dataclass(frozen=True, slots=True)
class Key:
    """An API key as it may be shown, without its secret, which is not stored anywhere."""

    id: str
    user: str
    """Id of the user on whose behalf the key acts."""
    name: str
    created_at: datetime
    revoked_at: datetime | None = None
    origins: tuple[str, ...] = ()
    """Origins whose visitors the key may admit; if empty, those named in the settings."""
    scope: KeyScope = "all"


class Accounts:
    """Stores users and API keys in SQL."""

    def __init__(self, engine: AsyncEngine, login_attempts: int, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._attempts = _Attempts(login_attempts)
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)  # each hash takes 64 MiB of memory

    # --- users

    async def add_user(
        self, name: str, password: str | None = None, role: GivenRole = "member", external: str | None = None
    ) -> User:
        """Create a user; without a password, the account can be used only through API keys.

        `external` is the user's identifier at an OAuth provider or authenticating proxy, for users who sign in through it.
        Raises InvalidRequest for an invalid name and Conflict when the name is taken.
        """
        if not _NAME.fullmatch(name):
            raise InvalidRequest("A user name has 1 to 64 letters, digits or the characters . _ @ + -")
        user = User(str(uuid.uuid4()), name, role, self._clock())
        hashed = await self._hashed(password) if password is not None else None
        row = {"id": user.id, "name": name, "role": role, "password_hash": hashed, "created_at": user.created_at}
        row["external"] = external
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(users).values(**row))
        except IntegrityError as error:
            raise Conflict(f"There is a user named {name} already.") from error
        return user

    async def users(self) -> list[User]:
        """Return the active users, ordered by name, without visitors."""
        async with self._engine.connect() as connection:
            known = users.c.suspended.is_(False), users.c.role != "visitor"
            statement = select(users).where(*known).order_by(users.c.name)
            return [user_of(row) for row in await connection.execute(statement)]

    async def everybody(self) -> list[User]:
        """Return active and suspended users, ordered by name, without visitors and removed users."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(users).where(*KNOWN).order_by(users.c.name))
            return [user_of(row) for row in rows]

    async def known(self, name: str) -> User:
        """Return the user with this name or id, suspended or not. Raises NotFound when there is none."""
        async with self._engine.connect() as connection:
            found = select(users).where(*KNOWN, (users.c.id == name) | (users.c.name == name))
            row = (await connection.execute(found.order_by(users.c.id != name))).first()
        if row is None:
            raise NotFound(f"There is no user named {name}.")
        return user_of(row)

    async def of_external(self, external: str) -> User | None:
        """Return the user with this identifier at a provider or proxy, suspended or not."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(users).where(*KNOWN, users.c.external == external))).first()
        return user_of(row) if row is not None else None

    async def suspend(self, id: str, by: User | None = None) -> None:
        """Lock a user out until `resume` is called: sessions end and keys stop working; the user's data stays.

        Raises Conflict as `set_role` does.
        """
        async with self._engine.begin() as connection:
            await _change(connection, id, by, suspended=True)
            await connection.execute(delete(sessions).where(sessions.c.user_id == id))

    async def resume(self, id: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(users).where(users.c.id == id, *KNOWN).values(suspended=False))

    async def set_role(self, id: str, role: GivenRole, by: User | None = None) -> None:
        """Change a user's role.

        Raises Conflict when `by`, the admin who does it, has been demoted or suspended in the meantime, or the user was removed.
        """
        async with self._engine.begin() as connection:
            await _change(connection, id, by, role=role)

    async def by_name(self, name: str) -> User | None:
        row = await self._row(users.c.name == name)
        return user_of(row) if row is not None else None

    async def named(self, name: str) -> User:
        """Return the active user of this name. Raises NotFound when there is none."""
        user = await self.by_name(name)
        if user is None:
            raise NotFound(f"There is no user named {name}.")
        return user

    async def user(self, id: str) -> User | None:
        row = await self._row(users.c.id == id)
        return user_of(row) if row is not None else None

    async def local_user(self) -> User:
        """Return the single user of local mode, creating it on first use."""
        row = await self._row(users.c.name == "local")
        if row is not None:
            return user_of(row)
        try:
            return await self.add_user("local", role="admin")
        except Conflict:  # created by another process in the meantime
            return await self.named("local")

    async def remove_user(self, name: str) -> str:
        """Remove the user with this name or id; return the id, to be passed to `erase` once the threads are deleted.

        Sessions and keys end at once, and the user's threads become invisible. The row itself stays, without its name, while
        threads remain: deleting it would delete their rows and leave their vectors and files without an owner. A running server
        erases it within seconds; otherwise the next start does.
        """
        user = await self.known(name)
        now = self._clock()
        async with self._engine.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.user_id == user.id))
            await connection.execute(delete(keys).where(keys.c.user_id == user.id))
            let_in = select(visitors.c.user_id).where(visitors.c.owner_id == user.id)
            left = threads.c.user_id.in_(let_in), threads.c.deleted_at.is_(None)
            await connection.execute(update(threads).where(*left).values(deleted_at=now))
            removed = {"suspended": True, "name": literal(_REMOVED) + users.c.id}
            await connection.execute(update(users).where(users.c.id.in_(let_in)).values(removed))
            own = threads.c.user_id == user.id
            await connection.execute(update(threads).where(own, threads.c.deleted_at.is_(None)).values(deleted_at=now))
            gone: dict[str, object] = {"name": f"{_REMOVED}{user.id}", "password_hash": None, "suspended": True, "metadata": {}}
            gone["external"] = None
            await connection.execute(update(users).where(users.c.id == user.id).values(**gone))
        return user.id

    async def removed(self) -> list[str]:
        """Return the ids of users who have been removed but not erased yet."""
        async with self._engine.connect() as connection:
            statement = select(users.c.id).where(users.c.suspended, users.c.name.startswith(_REMOVED, autoescape=True))
            return list((await connection.execute(statement)).scalars())

    async def erase(self, id: str) -> None:
        """Delete the row of a removed user, with keys and usage, unless the user still has threads."""
        async with self._engine.begin() as connection:
            held = select(threads.c.id).where(threads.c.user_id == id)
            await connection.execute(delete(users).where(users.c.id == id, users.c.suspended, ~held.exists()))

    async def holdings(self, id: str) -> Receipt:
        """Count the rows that belong to a user; the receipt is `verified` when no thread and no user row is left."""
        own = select(threads.c.id).where(threads.c.user_id == id)
        async with self._engine.connect() as connection:

            async def count(table: Table, *where: Any) -> int:  # Any: SQL expressions
                return int((await connection.execute(select(func.count()).select_from(table).where(*where))).scalar_one())

            ids = (await connection.execute(own)).scalars().all()
            of_chunks = select(chunks.c.id).where(chunks.c.thread_id.in_(own))
            return Receipt(
                messages=await count(messages, messages.c.thread_id.in_(own)),
                documents=await count(documents, documents.c.thread_id.in_(own)),
                chunks=await count(chunks, chunks.c.thread_id.in_(own)),
                vectors=await count(vectors, vectors.c.chunk_id.in_(of_chunks)),
                keyword_rows=await count(keyword_rows, keyword_rows.c.chunk_id.in_(of_chunks)),
                files=await count(versions, versions.c.thread_id.in_(own)),
                verified=not ids and not await count(users, users.c.id == id),
            )

    async def set_password(self, name: str, password: str, keep: str | None = None) -> None:
        """Set the password of the user with this name or id, and end all their sessions except the one to `keep`."""
        user = await self.known(name)
        hashed = await self._hashed(password)
        async with self._engine.begin() as connection:
            await connection.execute(update(users).where(users.c.id == user.id).values(password_hash=hashed))
            ended = sessions.c.user_id == user.id, sessions.c.id != (keep or "")
            await connection.execute(delete(sessions).where(*ended))

    async def verify(self, name: str, password: str) -> User | None:
        """Return the user if the password is right.

        Raises TooManyAttempts after too many wrong passwords for this name within a minute. An attempt is counted before it is
        checked, so that concurrent attempts cannot exceed the limit.
        """
        self._attempts.take(name, self._clock())
        row = await self._row(users.c.name == name)
        known = row.password_hash if row is not None else None
        right = await self._matches(known or STAND_IN_HASH, password)
        if row is None or known is None or not right:
            return None
        self._attempts.forgive(name)
        return user_of(row)

    # --- keys

    async def create_key(self, user: User, name: str, origins: Sequence[str] = (), scope: KeyScope = "all") -> str:
        """Create a key and return its secret, of which only the hash is stored. Raises InvalidRequest for an invalid origin."""
        secret = f"tw_{secrets.token_urlsafe(32)}"
        row = {"id": str(uuid.uuid4()), "user_id": user.id, "name": name, "hash": _digest(secret), "created_at": self._clock()}
        row |= {"origins": [origin_of(each) for each in origins], "scope": scope}
        async with self._engine.begin() as connection:
            await connection.execute(insert(keys).values(**row))
        return secret

    async def user_of_key(self, secret: str) -> User | None:
        """Return the user of the key with this secret; `None` when the key is unknown or revoked, or its user is not active."""
        found = await self.bearer(secret)
        return found[0] if found else None

    async def bearer(self, secret: str) -> tuple[User, str, KeyScope] | None:
        """Return the user, id and scope of the key with this secret; `None` as for `user_of_key`."""
        statement = (
            select(users, keys.c.id.label("key"), keys.c.scope)
            .join(keys, keys.c.user_id == users.c.id)
            .where(keys.c.hash == _digest(secret), keys.c.revoked_at.is_(None), users.c.suspended.is_(False))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).first()
        return (user_of(row), row.key, cast(KeyScope, row.scope)) if row is not None else None

    async def key(self, secret: str) -> Key | None:
        """Return the key with this secret; `None` when it is unknown or revoked."""
        statement = select(keys).where(keys.c.hash == _digest(secret), keys.c.revoked_at.is_(None))
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).first()
        return _key(row) if row is not None else None

    async def keys(self, user: User | None = None) -> list[Key]:
        """Return the keys of one user or of all users, oldest first, including revoked ones."""
        statement = select(keys).order_by(keys.c.created_at, keys.c.id)
        if user is not None:
            statement = statement.where(keys.c.user_id == user.id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(statement)
            return [_key(row) for row in rows]

    async def revoke_key(self, id: str) -> None:
        """Revoke a key. Raises NotFound when there is no active key with this id."""
        statement = update(keys).where(keys.c.id == id, keys.c.revoked_at.is_(None)).values(revoked_at=self._clock())
        async with self._engine.begin() as connection:
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such active key.")

    # --- internals

    async def _row(self, condition: Any) -> _ROW | None:  # Any: an SQL expression
        async with self._engine.connect() as connection:
            return (await connection.execute(select(users).where(condition, users.c.suspended.is_(False)))).first()

    async def _hashed(self, password: str) -> str:
        if not _SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
            raise InvalidRequest(f"A password has {_SHORTEST_PASSWORD} to {_LONGEST_PASSWORD:,} characters.")
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, _bytes(password))

    async def _matches(self, hashed: str, password: str) -> bool:
        if len(password) > _LONGEST_PASSWORD:
            return False
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, _bytes(password))
            except (VerificationError, InvalidHashError):
                return False


class _Attempts:
    """Counts sign-in attempts per user name within the last minute."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: dict[str, deque[datetime]] = {}

    def take(self, name: str, now: datetime) -> None:
        times = self._times.pop(name.casefold(), deque())
        while times and abs(now - times[0]) >= _WINDOW:  # `abs`: also drops future times left after the clock was set back
            times.popleft()
        self._times[name.casefold()] = times  # moved to the end: the least recently used name is dropped first
        if len(self._times) > _REMEMBERED_NAMES:
            del self._times[next(iter(self._times))]
        if len(times) >= self._most:
            raise TooManyAttempts("Too many wrong passwords; wait a minute and try again.")
        times.append(now)

    def forgive(self, name: str) -> None:
        self._times.pop(name.casefold(), None)


async def _change(connection: AsyncConnection, id: str, by: User | None, **values: object) -> None:
    """Update a user's row. If two admins lock each other out at the same time, only the first succeeds, so that one is left."""
    changed = update(users).where(users.c.id == id, *KNOWN).values(**values)
    if by is None or by.role != "admin":
        await connection.execute(changed)
        return
    others = users.alias()
    admins = select(others.c.id).where(others.c.role == "admin", others.c.suspended.is_(False))
    await connection.execute(admins.order_by(others.c.id).with_for_update())  # PostgreSQL: makes concurrent changes wait
    if (await connection.execute(changed.where(admins.where(others.c.id == by.id).exists()))).rowcount == 0:
        raise Conflict("This was changed by another admin just now.")


def user_of(row: _ROW) -> User:
    return User(row.id, row.name, cast(UserRole, row.role), row.created_at, row.suspended)


def _key(row: _ROW) -> Key:
    return Key(row.id, row.user_id, row.name, row.created_at, row.revoked_at, tuple(row.origins), cast(KeyScope, row.scope))


def _digest(secret: str) -> str:
    return hashlib.sha256(_bytes(secret)).hexdigest()


def _bytes(text: str) -> bytes:
    """Encode text as UTF-8, including lone surrogates, which a form or header may contain."""
    return text.encode("utf-8", "surrogatepass")
