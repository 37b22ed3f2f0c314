"""The in-memory table of a thread's turns: built from its rows, and extended with new messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from chat.database.schema import chunks, messages, threads
from chat.domain import Chunk, Message, Source
from chat.index.id_map import IdMap
from chat.threads.base import Turns


async def read_turns(connection: AsyncConnection, thread: str) -> tuple[Turns, int]:
    """Return a thread's turns and the sequence number of its last message, 0 if there is none."""
    opened = (await connection.execute(select(threads.c.created_at).where(threads.c.id == thread))).scalar_one_or_none()
    statement = (
        select(
            chunks.c.id,
            messages.c.id.label("message"),
            messages.c.sequence,
            messages.c.role,
            messages.c.author,
            messages.c.created_at,
            func.length(messages.c.content).label("characters"),
        )
        .join(messages, and_(messages.c.thread_id == chunks.c.thread_id, messages.c.id == chunks.c.parent_id))
        .where(
            chunks.c.thread_id == thread,
            chunks.c.source == Source.MESSAGE,
            chunks.c.state == "indexed",
            messages.c.recall != "gone",
        )
        .order_by(messages.c.sequence, chunks.c.index)
    )
    came = (await connection.execute(statement)).all()
    moments = _moments([row.created_at for row in came], opened)
    rows = [row for _, row in sorted(zip(moments, came, strict=True), key=itemgetter(0))]
    said = tuple(row.message for row in rows)
    turns = Turns(
        ids=IdMap(row.id for row in rows),
        numbers=np.arange(len(rows)),
        messages=said,
        ordinals=_ordinals(said),
        from_user=np.array([row.role == "user" for row in rows], dtype=np.bool_),
        authors=tuple(row.author for row in rows),
        created_at=np.array([row.created_at.timestamp() for row in rows], dtype=np.float64),
        characters=np.array([row.characters for row in rows], dtype=np.int64),
    )
    return turns, came[-1].sequence if came else 0


def _moments(dates: Sequence[datetime], opened: datetime | None) -> Iterator[datetime]:
    """Yield the sort time of each message, given their dates in order of arrival.

    A message older than its thread was imported and is sorted by its date; any other message comes after all that arrived before
    it.
    """
    latest = None
    for date in dates:
        moment = date if latest is None or opened is None or date < opened else latest
        latest = moment if latest is None else max(latest, moment)
        yield moment


def goes_on(known: Turns, new: Sequence[Message]) -> bool:
    """Return whether the new messages are in order of time and not older than any known one."""
    said = [message.created_at.timestamp() for message in new]
    return said == sorted(said) and (not said or not len(known.created_at) or said[0] >= known.created_at.max())


def extended(known: Turns, new: Sequence[Message], made: Sequence[Chunk]) -> Turns:
    """Return the turns extended with new messages and the chunks made of them. The id map of `known` is extended in place."""
    by_id = {message.id: message for message in new}
    said = [by_id[chunk.parent] for chunk in made]
    first = int(known.ordinals[-1]) + 1 if len(known.ordinals) else 0
    known.ids.extend(chunk.id for chunk in made)
    return Turns(
        ids=known.ids,
        numbers=np.arange(len(known.ids)),
        messages=known.messages + tuple(message.id for message in said),
        ordinals=np.concatenate([known.ordinals, _ordinals([message.id for message in said], first)]),
        from_user=np.concatenate([known.from_user, np.array([message.role == "user" for message in said], dtype=np.bool_)]),
        authors=known.authors + tuple(message.author for message in said),
        created_at=np.concatenate([known.created_at, np.array([message.created_at.timestamp() for message in said])]),
        characters=np.concatenate([known.characters, np.array([len(message.content) for message in said], dtype=np.int64)]),
    )


def _ordinals(said: Sequence[str], first: int = 0) -> NDArray[np.int64]:
    """Return the position of each message id, counted from `first` in order of first appearance."""
    position = {message: at for at, message in enumerate(dict.fromkeys(said), start=first)}
    return np.array([position[message] for message in said], dtype=np.int64)
