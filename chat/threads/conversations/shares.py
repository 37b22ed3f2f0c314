"""Share links, through which anybody may read a thread as it was when the link was made; one per thread, stored as a hash."""

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
from chat.threads.conversations.answers import read
from chat.threads.conversations.conversations import visible

_MOST_MESSAGES = 2_000
_NONE: dict[str, None] = {"share_hash": None, "shared_at": None, "shared_before": None}


@dataclass(frozen=True, slots=True)
class Said:
    """A message as readers of a share link see it, without its id."""

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
    """Creates and resolves share links in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def share(self, user: str, thread: str, now: datetime) -> str:
        """Create a link and return its token, invalidating the thread's earlier link.

        Raises NotFound when the thread is not the user's.
        """
        token = secrets.token_urlsafe(32)
        values = {"share_hash": _hash(token), "shared_at": now, "shared_before": threads.c.next_sequence}
        await self._change(user, thread, values)
        return token

    async def revoke(self, user: str, thread: str) -> None:
        """Invalidate the thread's link. Raises NotFound as `share` does."""
        await self._change(user, thread, _NONE)

    async def shared(self, token: str) -> Shared:
        """Return what a link shows: the messages said before it was made, and the thread's name.

        A name taken from a later question is not shown. Raises NotFound when the link is invalid or revoked, or its thread or
        owner is gone.
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
                raise NotFound("This link does not exist or no longer works.")
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
