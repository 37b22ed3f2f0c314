"""HTTP responses kept under a caller's idempotency key for a day, so that a repeated request does nothing twice.

Responses repeat users' words, so they are deleted with these: with their thread by cascade, and with any other object whose id
they contain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Column, ColumnElement, ScalarSelect, delete, exists, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import replies, threads
from chat.errors import StillRunning
from chat.threads.queries.storing import BATCH, batches

KEPT = timedelta(days=1)
_AT_ONCE = BATCH // 5
"""Most patterns in one statement: each nests the expression one level deeper, and SQLite limits that depth."""
_UNREMEMBERED = '"message":{"question":null'
"""Part of the JSON of an answer that is not stored as a message of its thread."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response that was sent."""

    request: str
    """Fingerprint of the request."""
    status: int
    media_type: str
    body: str


class Replies:
    """Stores responses in SQL. Requests in progress are tracked in memory, as only one process serves a data folder."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._running: dict[tuple[str, str], set[str]] = {}  # values: what was deleted meanwhile, as responses contain it

    @contextmanager
    def running(self, user: str, key: str) -> Iterator[None]:
        """Mark a request as being answered. Raises StillRunning when another one with the same key is."""
        if (user, key) in self._running:
            raise StillRunning("The first request with this Idempotency-Key is still being answered.", retry_after=1)
        self._running[user, key] = set()
        try:
            yield
        finally:
            del self._running[user, key]

    async def find(self, user: str, key: str) -> Reply | None:
        statement = select(replies).where(
            replies.c.user_id == user, replies.c.key == key, replies.c.created_at > self._clock() - KEPT
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).one_or_none()
        return Reply(row.request, row.status, row.media_type, row.body) if row else None

    async def keep(self, user: str, key: str, thread: str | None, reply: Reply) -> None:
        """Store a response, unless something it mentions was deleted while it was being produced."""
        if any(gone in reply.body for gone in self._running.get((user, key), ())):
            return
        alive = select(threads.c.id).where(threads.c.id == thread, threads.c.deleted_at.is_(None))
        try:
            async with self._engine.begin() as connection:
                place = (await connection.execute(alive)).scalar_one_or_none()
                if thread is not None and place is None and reply.status < 400:
                    return
                mine = replies.c.user_id == user, replies.c.key == key
                await connection.execute(delete(replies).where(*mine))  # an expired one
                await connection.execute(
                    insert(replies).values(
                        user_id=user,
                        key=key,
                        thread_id=place,
                        request=reply.request,
                        status=reply.status,
                        media_type=reply.media_type,
                        body=reply.body,
                        created_at=self._clock(),
                    )
                )
        except IntegrityError:  # its thread or its user has just been deleted
            return

    async def forget(self, thread: str, named: Collection[str], called: Collection[str] = ()) -> None:
        """Delete the responses that mention deleted objects of a thread or library.

        These are responses to the thread's owner (to anybody, for a library) that contain one of the ids in `named` (the thread
        itself, messages, documents) or a name in `called`: an answer that found nothing names the files it searched. Answers of
        the thread that are not stored as messages are deleted too, since a model may repeat what was said without citing it.
        """
        gone = {*map(_named, named), *(form for name in called for form in _said(name))}
        for meanwhile in self._running.values():
            meanwhile.update(gone)
        whose = concerned(replies.c.user_id, thread)
        async with self._engine.begin() as connection:
            if not (await connection.execute(select(exists().where(whose)))).scalar_one():
                return
            for batch in batches(sorted(gone)):
                for at in range(0, len(batch), _AT_ONCE):
                    patterns = (replies.c.body.contains(each, autoescape=True) for each in batch[at : at + _AT_ONCE])
                    await connection.execute(delete(replies).where(whose, or_(*patterns)))
            unremembered = replies.c.thread_id == thread, replies.c.body.contains(_UNREMEMBERED)
            await connection.execute(delete(replies).where(*unremembered))

    async def forget_all(self, user: str) -> None:
        """Delete all responses to a user, who may no longer be allowed to see everything in them."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(replies).where(replies.c.user_id == user))

    async def sweep(self) -> int:
        """Delete responses older than a day; return how many there were."""
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(replies).where(replies.c.created_at <= self._clock() - KEPT))).rowcount


def concerned(user: Column[str], thread: str) -> ColumnElement[bool]:
    """Return the condition that `user` may be shown content of a thread: its owner; for a library, anybody."""
    kind = select(threads.c.kind).where(threads.c.id == thread).scalar_subquery()
    return or_(user == owner_of(thread), kind == "library")


def owner_of(thread: str) -> ScalarSelect[str]:
    return select(threads.c.user_id).where(threads.c.id == thread).scalar_subquery()


def _named(id: str) -> str:
    """Return an id as a JSON string; ids contain no characters that JSON escapes."""
    return f'"{id}"'


def _said(name: str) -> set[str]:
    """Return a name as it appears within a JSON string, with non-ASCII characters escaped and unescaped."""
    return {json.dumps(name, ensure_ascii=ascii)[1:-1] for ascii in (True, False)} if name else set()
