"""Links by which anybody may read a thread: one each, known by its hash alone, showing what had been said when it was made."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import messages, threads, users
from chat.domain import KeptAnswer
from chat.errors import NotFound
from chat.text import title_of
from chat.threads.answers import read
from chat.threads.conversations import visible

_MOST_MESSAGES = 2_000
_NONE: dict[str, None] = {"share_hash": None, "shared_at": None, "shared_before": None}


@dataclass(frozen=True, slots=True)
class Said:
    """A message as others may read it: without an id."""

    by_user: bool
    author: str | None
    text: str
    interrupted: bool
    kept: KeptAnswer | None


@dataclass(frozen=True, slots=True)
class Shared:
    name: str | None
    shared_at: datetime
    said: Sequence[Said]


class Shares:
    """Over SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def share(self, user: str, thread: str, now: datetime) -> str:
        """A new link's token; an earlier link of the thread leads nowhere any more. NotFound when it is not the user's."""
        token = secrets.token_urlsafe(32)
        values = {"share_hash": _hash(token), "shared_at": now, "shared_before": threads.c.next_sequence}
        await self._change(user, thread, values)
        return token

    async def revoke(self, user: str, thread: str) -> None:
        """The link leads nowhere from this moment. NotFound as above."""
        await self._change(user, thread, _NONE)

    async def shared(self, token: str) -> Shared:
        """What the link shows; a name that a later question gave is not part of it.

        NotFound for one that was taken back, whose thread or owner is gone, or that never was.
        """
        live = threads.c.deleted_at.is_(None), threads.c.incognito.is_(False), users.c.suspended.is_(False)
        found = (
            select(threads.c.id, threads.c.name, threads.c.shared_at, threads.c.shared_before)
            .join(users, users.c.id == threads.c.user_id)
            .where(threads.c.share_hash == _hash(token), *live)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(found)).one_or_none()
            if row is None:
                raise NotFound("This link leads to nothing, or not any more.")
            said = (
                select(messages)
                .where(
                    messages.c.thread_id == row.id,
                    messages.c.recall != "gone",
                    messages.c.content != "",
                    messages.c.sequence < row.shared_before,
                )
                .order_by(messages.c.sequence)
                .limit(_MOST_MESSAGES)
            )
            rows = (await connection.execute(said)).all()
            later = select(messages.c.content).where(
                messages.c.thread_id == row.id, messages.c.role == "user", messages.c.sequence >= row.shared_before
            )
            named_later = row.name in map(title_of, (await connection.execute(later)).scalars())
        shown = [Said(each.role == "user", each.author, each.content, each.interrupted, read(each.display)) for each in rows]
        return Shared(None if named_later else row.name, row.shared_at, shown)

    async def _change(self, user: str, thread: str, values: dict[str, Any]) -> None:  # Any: column values
        async with self._engine.begin() as connection:
            own = *visible(user), threads.c.id == thread
            if (await connection.execute(update(threads).where(*own).values(values))).rowcount == 0:
                raise NotFound("There is no such thread.")


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
