"""Who may come in: users with argon2 password hashes, and keys of which only the sha256 is stored."""

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
from chat.threads.visitors import origin_of

_ROW = Row[Any]  # Any: SQLAlchemy types a row by its statement

_REMOVED = "removed:"
"""In front of the id in a name that no living user can have."""
KNOWN = users.c.role != "visitor", ~users.c.name.startswith(_REMOVED, autoescape=True)
GivenRole = Literal["admin", "member"]
"""Roles that can be given; a visitor is made by a site's key."""
_NAME = re.compile(r"[\w.@+-]{1,64}")
_SHORTEST_PASSWORD, _LONGEST_PASSWORD = 8, 1_024
_WINDOW = timedelta(minutes=1)
_REMEMBERED_NAMES = 10_000
"""Names with wrong attempts that are kept in mind; a flood of made-up names must not fill the memory."""
STAND_IN_HASH = (
    "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$gtIH0dKaMqmmcA3gjnz1PBUkzbGAlMvEWYPNsbNk3XU"  # of no password
)
"""Checked when there is no hash of the user's own, so that an unknown name takes as long as a wrong password."""


KeyScope = Literal["all", "ask", "read", "widget"]
"""What a key may be used for: all that its user may; asking and reading; reading; letting visitors of a site in."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it may be shown: without its secret, which nobody has stored."""

    id: str
    user: str
    """Id of the user that it speaks for."""
    name: str
    created_at: datetime
    revoked_at: datetime | None = None
    origins: tuple[str, ...] = ()
    """Sites whose visitors it may let in; empty: those of the settings."""
    scope: KeyScope = "all"


class Accounts:
    """Users and keys over SQL."""

    def __init__(self, engine: AsyncEngine, login_attempts: int, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._attempts = _Attempts(login_attempts)
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)  # each takes 64 MiB

    # --- users

    async def add_user(
        self, name: str, password: str | None = None, role: GivenRole = "member", external: str | None = None
    ) -> User:
        """A new user; without a password it can only be spoken for by keys. Conflict when the name is taken.

        `external` is how a provider or a proxy knows them, for those who sign in by its word.
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
        """By name; visitors are not listed."""
        async with self._engine.connect() as connection:
            known = users.c.suspended.is_(False), users.c.role != "visitor"
            statement = select(users).where(*known).order_by(users.c.name)
            return [user_of(row) for row in await connection.execute(statement)]

    async def everybody(self) -> list[User]:
        """By name, with those who are suspended; without visitors and those who are removed."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(users).where(*KNOWN).order_by(users.c.name))
            return [user_of(row) for row in rows]

    async def known(self, name: str) -> User:
        """By name or id, suspended or not. NotFound when there is none."""
        async with self._engine.connect() as connection:
            found = select(users).where(*KNOWN, (users.c.id == name) | (users.c.name == name))
            row = (await connection.execute(found.order_by(users.c.id != name))).first()
        if row is None:
            raise NotFound(f"There is no user named {name}.")
        return user_of(row)

    async def of_external(self, external: str) -> User | None:
        """Whom a provider or a proxy knows by this, suspended or not."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(users).where(*KNOWN, users.c.external == external))).first()
        return user_of(row) if row is not None else None

    async def suspend(self, id: str, by: User | None = None) -> None:
        """Shut out until `resume`: sessions end, keys open nothing. What is theirs stays. Conflict as in `set_role`."""
        async with self._engine.begin() as connection:
            await _change(connection, id, by, suspended=True)
            await connection.execute(delete(sessions).where(sessions.c.user_id == id))

    async def resume(self, id: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(users).where(users.c.id == id, *KNOWN).values(suspended=False))

    async def set_role(self, id: str, role: GivenRole, by: User | None = None) -> None:
        """Conflict when the admin `by` whom it is done is one no longer, or nobody is there any more."""
        async with self._engine.begin() as connection:
            await _change(connection, id, by, role=role)

    async def by_name(self, name: str) -> User | None:
        row = await self._row(users.c.name == name)
        return user_of(row) if row is not None else None

    async def named(self, name: str) -> User:
        """NotFound when there is none."""
        user = await self.by_name(name)
        if user is None:
            raise NotFound(f"There is no user named {name}.")
        return user

    async def user(self, id: str) -> User | None:
        row = await self._row(users.c.id == id)
        return user_of(row) if row is not None else None

    async def local_user(self) -> User:
        """The one user of local mode, made when first asked for."""
        row = await self._row(users.c.name == "local")
        if row is not None:
            return user_of(row)
        try:
            return await self.add_user("local", role="admin")
        except Conflict:  # made by another process meanwhile
            return await self.named("local")

    async def remove_user(self, name: str) -> str:
        """By name or id. Shut out at once, keys included, and threads invisible; the id, by which `erase` removes what is left.

        The row itself stays, nameless, as long as it has threads, because deleting it would delete their rows and leave their
        vectors and files without an owner. A running server erases it within seconds, any other start does it, too.
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
        """Ids of users who are shut out for good, but not erased yet."""
        async with self._engine.connect() as connection:
            statement = select(users.c.id).where(users.c.suspended, users.c.name.startswith(_REMOVED, autoescape=True))
            return list((await connection.execute(statement)).scalars())

    async def erase(self, id: str) -> None:
        """The row of a removed user, with keys and usage; to be called when the threads are gone."""
        async with self._engine.begin() as connection:
            held = select(threads.c.id).where(threads.c.user_id == id)
            await connection.execute(delete(users).where(users.c.id == id, users.c.suspended, ~held.exists()))

    async def holdings(self, id: str) -> Receipt:
        """What the rows hold of a user; verified when there is nothing at all, not even the user."""
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
        """By name or id. Whoever is signed in has to do so again, except in the session to `keep`."""
        user = await self.known(name)
        hashed = await self._hashed(password)
        async with self._engine.begin() as connection:
            await connection.execute(update(users).where(users.c.id == user.id).values(password_hash=hashed))
            ended = sessions.c.user_id == user.id, sessions.c.id != (keep or "")
            await connection.execute(delete(sessions).where(*ended))

    async def verify(self, name: str, password: str) -> User | None:
        """The user, when the password is right. TooManyAttempts after too many wrong ones for this name within a minute.

        An attempt counts before it is checked, so that many at the same time do not slip through.
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
        """A new key's secret: shown this once, only its hash is kept. InvalidRequest for what is no origin."""
        secret = f"tw_{secrets.token_urlsafe(32)}"
        row = {"id": str(uuid.uuid4()), "user_id": user.id, "name": name, "hash": _digest(secret), "created_at": self._clock()}
        row |= {"origins": [origin_of(each) for each in origins], "scope": scope}
        async with self._engine.begin() as connection:
            await connection.execute(insert(keys).values(**row))
        return secret

    async def user_of_key(self, secret: str) -> User | None:
        """Whom the key speaks for; nobody when it is unknown or revoked, or the user removed."""
        found = await self.bearer(secret)
        return found[0] if found else None

    async def bearer(self, secret: str) -> tuple[User, str, KeyScope] | None:
        """Whom the key speaks for, the key's id, and what it may be used for."""
        statement = (
            select(users, keys.c.id.label("key"), keys.c.scope)
            .join(keys, keys.c.user_id == users.c.id)
            .where(keys.c.hash == _digest(secret), keys.c.revoked_at.is_(None), users.c.suspended.is_(False))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).first()
        return (user_of(row), row.key, cast(KeyScope, row.scope)) if row is not None else None

    async def key(self, secret: str) -> Key | None:
        """The key of this secret; `None` when it is unknown or revoked."""
        statement = select(keys).where(keys.c.hash == _digest(secret), keys.c.revoked_at.is_(None))
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).first()
        return _key(row) if row is not None else None

    async def keys(self, user: User | None = None) -> list[Key]:
        """Of one user or of all, oldest first, revoked ones too."""
        statement = select(keys).order_by(keys.c.created_at, keys.c.id)
        if user is not None:
            statement = statement.where(keys.c.user_id == user.id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(statement)
            return [_key(row) for row in rows]

    async def revoke_key(self, id: str) -> None:
        """From now on it opens nothing. NotFound when there is no such key."""
        statement = update(keys).where(keys.c.id == id, keys.c.revoked_at.is_(None)).values(revoked_at=self._clock())
        async with self._engine.begin() as connection:
            if (await connection.execute(statement)).rowcount == 0:
                raise NotFound("There is no such key in use.")

    # --- below

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
    """Sign-in attempts by name within the last minute."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: dict[str, deque[datetime]] = {}

    def take(self, name: str, now: datetime) -> None:
        times = self._times.pop(name.casefold(), deque())
        while times and abs(now - times[0]) >= _WINDOW:  # also of a future that the clock was set back from
            times.popleft()
        self._times[name.casefold()] = times  # at the end: the name used last is forgotten last
        if len(self._times) > _REMEMBERED_NAMES:
            del self._times[next(iter(self._times))]
        if len(times) >= self._most:
            raise TooManyAttempts("Too many wrong passwords; wait a minute and try again.")
        times.append(now)

    def forgive(self, name: str) -> None:
        self._times.pop(name.casefold(), None)


async def _change(connection: AsyncConnection, id: str, by: User | None, **values: object) -> None:
    """Of two admins who shut each other out at the same time only the first does, so that one is left."""
    changed = update(users).where(users.c.id == id, *KNOWN).values(**values)
    if by is None or by.role != "admin":
        await connection.execute(changed)
        return
    others = users.alias()
    admins = select(others.c.id).where(others.c.role == "admin", others.c.suspended.is_(False))
    await connection.execute(admins.order_by(others.c.id).with_for_update())  # PostgreSQL: one after the other
    if (await connection.execute(changed.where(admins.where(others.c.id == by.id).exists()))).rowcount == 0:
        raise Conflict("This was changed by another admin just now.")


def user_of(row: _ROW) -> User:
    return User(row.id, row.name, cast(UserRole, row.role), row.created_at, row.suspended)


def _key(row: _ROW) -> Key:
    return Key(row.id, row.user_id, row.name, row.created_at, row.revoked_at, tuple(row.origins), cast(KeyScope, row.scope))


def _digest(secret: str) -> str:
    return hashlib.sha256(_bytes(secret)).hexdigest()


def _bytes(text: str) -> bytes:
    """Also of text that is no valid Unicode, as a form or a header may bring it."""
    return text.encode("utf-8", "surrogatepass")
