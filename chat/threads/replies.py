"""Answers kept under a caller's key for a day, so that whoever lost one may ask again and nothing is done twice.

They repeat people's words, so they go with these: with their thread by cascade, and with anything else that they name by id.
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
from chat.threads.storing import BATCH, batches

KEPT = timedelta(days=1)
_AT_ONCE = BATCH // 5
"""Patterns in one statement: each is a branch of its expression, and SQLite limits how deep these are."""
_UNREMEMBERED = '"message":{"question":null'
"""Stands in the JSON of an answer that is no message of its thread."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What was answered."""

    request: str
    """Fingerprint of what was asked."""
    status: int
    media_type: str
    body: str


class Replies:
    """Answers over SQL; which requests are still being answered is known to this process alone, as only one serves a folder."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._running: dict[tuple[str, str], set[str]] = {}  # with what was deleted meanwhile, as it stands in answers

    @contextmanager
    def running(self, user: str, key: str) -> Iterator[None]:
        """While the request is being answered. StillRunning for the second under the same key."""
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
        """Keep it, unless something that it names was deleted while it was being made."""
        if any(gone in reply.body for gone in self._running.get((user, key), ())):
            return
        alive = select(threads.c.id).where(threads.c.id == thread, threads.c.deleted_at.is_(None))
        try:
            async with self._engine.begin() as connection:
                place = (await connection.execute(alive)).scalar_one_or_none()
                if thread is not None and place is None and reply.status < 400:
                    return
                mine = replies.c.user_id == user, replies.c.key == key
                await connection.execute(delete(replies).where(*mine))  # one of an earlier day
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
        except IntegrityError:  # its thread or its user went just now
            return

    async def forget(self, thread: str, named: Collection[str], called: Collection[str] = ()) -> None:
        """Remove the answers of the thread's owner (of a library everybody's) that name one of these ids (the thread itself,
        messages, documents), and those that say what one of these is `called`: one that found nothing says in which files.

        Answers of the thread that are remembered nowhere go, too: a model may repeat what was said without citing it.
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
        """Whoever asked may not see all of it any more."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(replies).where(replies.c.user_id == user))

    async def sweep(self) -> int:
        """Remove what is older than a day; how many."""
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(replies).where(replies.c.created_at <= self._clock() - KEPT))).rowcount


def concerned(user: Column[str], thread: str) -> ColumnElement[bool]:
    """Rows of whoever may be told something of a thread: of its owner, and of a library everybody's."""
    kind = select(threads.c.kind).where(threads.c.id == thread).scalar_subquery()
    return or_(user == owner_of(thread), kind == "library")


def owner_of(thread: str) -> ScalarSelect[str]:
    return select(threads.c.user_id).where(threads.c.id == thread).scalar_subquery()


def _named(id: str) -> str:
    """How an id stands in JSON: none has a character that JSON would write otherwise."""
    return f'"{id}"'


def _said(name: str) -> set[str]:
    """How a name stands in a sentence in JSON, with and without other letters than ASCII's."""
    return {json.dumps(name, ensure_ascii=ascii)[1:-1] for ascii in (True, False)} if name else set()
