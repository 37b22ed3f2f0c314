"""Invariants after any fault: no acknowledged write is lost, no partial write is visible, database and indexes agree."""

from __future__ import annotations

import asyncio
from collections import Counter

from sqlalchemy import select

from chat.application import Application
from chat.database.schema import chunks, jobs, keyword_rows, vectors
from chat.domain import DocumentStatus, JobState, Source, User
from chat.index.base import Collection

SETTLED_SECONDS = 30


async def settled(application: Application) -> None:
    """Wait until the effects of a fault are repaired; raises TimeoutError after thirty seconds."""
    async with asyncio.timeout(SETTLED_SECONDS):
        while application.parts.jobs.counts["reading"]:  # noqa: ASYNC110 - nothing tells of all of them
            await asyncio.sleep(0.02)
        await application.parts.jobs.cleared()
        await application.assistant.settle_later()
        await application.rebuilding.wait()
        await application.sweeping.sweep(young=0)
        await application.rebuilding.wait()


async def faults(application: Application, user: User, thread: str) -> list[str]:
    """Return what is wrong with a thread, as sentences; empty if nothing is."""
    found = list[str]()
    documents, _ = await application.assistant.documents(user, thread, 200)
    for source in Source:
        collection = Collection(thread, source)
        async with application.engine.connect() as connection:
            own = select(chunks).where(chunks.c.thread_id == thread, chunks.c.source == source)
            rows = (await connection.execute(own)).all()
            embedded = set((await connection.execute(select(vectors.c.chunk_id))).scalars())
            named = select(keyword_rows.c.chunk_id).where(keyword_rows.c.collection == collection.name)
            words = list((await connection.execute(named)).scalars())
        ids = {row.id for row in rows}
        if any(row.state != "indexed" for row in rows):
            found.append(f"{source}: chunks that nobody finds")
        if ids - embedded:
            found.append(f"{source}: {len(ids - embedded)} chunks without a vector in the rows")
        stored = await application.vectors.ids(collection)
        if sorted(stored) != sorted(ids):
            lacking, extra = len(ids.difference(stored)), len(set(stored) - ids)
            found.append(f"{source}: {lacking} vectors lack in the store, {extra} are too many")
        if sorted(words) != sorted(ids):
            found.append(f"{source}: {len(words)} keyword rows of {len(ids)} chunks")
        if source is Source.DOCUMENT:
            places = Counter((row.parent_id, row.index) for row in rows)
            if places and max(places.values()) > 1:
                found.append("chunks stand twice in a document")
            of = Counter(row.parent_id for row in rows)
            wrong = [one.name for one in documents if one.status is not DocumentStatus.READY or one.chunks != of[one.id]]
            found += [f"{name} is not whole" for name in wrong]
            found += ["chunks of no document"] * bool(set(of) - {one.id for one in documents})
    async with application.engine.connect() as connection:
        states = (await connection.execute(select(jobs.c.state).where(jobs.c.thread_id == thread))).scalars()
    found += ["a job has not ended"] * any(state == JobState.RUNNING for state in states)
    return found
