"""Orphans: what is stored although nothing leads to it any more, and what should be and is not.

A kill between two steps, a store that was away, a file removed by hand: each leaves one of these. They are looked for at start,
daily, and by `threadwise doctor`; what was written a moment ago is left alone, since its row may be on its way.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from sqlalchemy import and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, collections, jobs, keyword_rows, questions, threads, vectors, versions
from chat.domain import JobState, Source
from chat.errors import NeedsPassword, NotFound
from chat.index.base import Collection, VectorStore, content_name
from chat.ingestion.indexer import Indexer
from chat.threads.files.base import FileStore, Stored, key_of, stored_as
from chat.threads.queries.incognito import incognito
from chat.threads.queries.storing import batches

_log = logging.getLogger(__name__)

YOUNG_SECONDS = 3_600.0
"""A file younger than this may be of an upload whose row is not written yet; nothing is uploaded before the start."""


@dataclass(frozen=True, slots=True)
class Orphans:
    """What was found; empty when everything has its place."""

    files: Sequence[Stored] = ()
    """Stored files of no document."""
    missing_files: Sequence[tuple[str, str, int]] = ()
    """Versions of documents whose file is gone: (thread, document, number). Nothing can mend that."""
    collections: Sequence[str] = ()
    """Of the vector store, without any rows."""
    keyword_rows: Sequence[tuple[str, str]] = ()
    """Without a chunk: (collection, chunk)."""
    vectors: dict[Collection, Sequence[str]] = field(default_factory=dict)
    """In the store, without a chunk."""
    incomplete: Sequence[Collection] = ()
    """Collections whose indexes lack chunks that the rows hold."""

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        return {
            "files": len(self.files),
            "missing_files": len(self.missing_files),
            "collections": len(self.collections),
            "keyword_rows": len(self.keyword_rows),
            "vectors": sum(len(ids) for ids in self.vectors.values()),
            "incomplete": len(self.incomplete),
        }


class Sweeping:
    """Compares rows, files and indexes; `forget` drops what the keyword index holds of a collection in memory."""

    def __init__(
        self,
        engine: AsyncEngine,
        files: FileStore,
        vectors: VectorStore,
        indexer: Indexer,
        forget: Callable[[str], None],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._engine = engine
        self._files = files
        self._vectors = vectors
        self._indexer = indexer
        self._forget = forget
        self._now = now

    async def sweep(self, young: float = YOUNG_SECONDS) -> Orphans:
        """Look, and mend what was found."""
        found = await self.find(young)
        await self.mend(found)
        return found

    async def find(self, young: float = YOUNG_SECONDS) -> Orphans:
        """Find what is orphaned. Files younger than so many seconds count as theirs whose upload is under way."""
        stored, missing = await self._compare_files(young)
        held = await self._vectors.counts()  # before the rows: those are written first, so what has none by then is an orphan
        known = await self._known()
        strays, incomplete = await self._compare_vectors(held)
        return Orphans(
            files=stored,
            missing_files=missing,
            collections=[name for name in held if content_name(name) not in known],
            keyword_rows=await self._lost_keywords(),
            vectors=strays,
            incomplete=sorted(incomplete | await self._unsearchable(), key=lambda collection: collection.name),
        )

    async def unlike(self) -> list[tuple[str, str, int]]:
        """Return the versions of documents whose stored file is not what was uploaded: (thread, document, number). Every file is
        read."""
        of_versions = select(versions.c.thread_id, versions.c.document_id, versions.c.number, versions.c.sha256)
        async with self._engine.connect() as connection:
            kept = (await connection.execute(of_versions)).all()
        found = list[tuple[str, str, int]]()
        for row in kept:
            with suppress(NotFound):  # which is told as missing
                content = await self._files.read(row.thread_id, stored_as(row.document_id, row.sha256))
                if hashlib.sha256(content).hexdigest() != row.sha256:
                    found.append((row.thread_id, row.document_id, row.number))
        return found

    async def broken(self) -> list[str]:
        """Return the collections of the vector store that failed when they were tried."""
        return await self._vectors.broken()

    async def mend(self, found: Orphans) -> None:
        """Remove what belongs to nothing, and make incomplete indexes anew from their rows."""
        await self._files.remove([stored.key for stored in found.files])
        await self._vectors.discard(found.collections)
        await self._remove_keywords(found.keyword_rows)
        for collection, ids in found.vectors.items():
            await self._vectors.delete(collection, ids)
            self._indexer.to_rewrite.add(replace(collection, keys="content"))
        for collection in found.incomplete:
            if await self._indexer.matches(collection):
                await self._indexer.rebuild(collection)
        if any(found.counts.values()):
            _log.warning("Found and mended: %s", {name: count for name, count in found.counts.items() if count})
            self._indexer.deleted()

    # --- files

    async def _compare_files(self, young: float) -> tuple[list[Stored], list[tuple[str, str, int]]]:
        there = await self._files.listed()
        before = self._now() - young
        of_versions = select(versions.c.thread_id, versions.c.document_id, versions.c.number, versions.c.sha256)
        waiting = or_(jobs.c.state == JobState.RUNNING, jobs.c.error_code == NeedsPassword.code)
        of_jobs = select(jobs.c.thread_id, jobs.c.document_id, jobs.c.sha256).where(waiting)
        async with self._engine.connect() as connection:
            kept = (await connection.execute(of_versions)).all()
            read = (await connection.execute(of_jobs)).all()
        wanted = {key_of(row.thread_id, stored_as(row.document_id, row.sha256)) for row in (*kept, *read)}
        here = {one.key for one in there}
        strays = [one for one in there if one.key not in wanted and one.changed <= before]
        missing = [
            (row.thread_id, row.document_id, row.number)
            for row in kept
            if key_of(row.thread_id, stored_as(row.document_id, row.sha256)) not in here
        ]
        return strays, missing

    # --- vectors

    async def _known(self) -> set[str]:
        """Return the names of the collections that rows speak of."""
        async with self._engine.connect() as connection:
            named = set((await connection.execute(select(collections.c.name))).scalars())
            parts = (await connection.execute(select(chunks.c.thread_id, chunks.c.source).distinct())).all()
        return named | {Collection(row.thread_id, Source(row.source)).name for row in parts}

    async def _compare_vectors(self, held: dict[str, int]) -> tuple[dict[Collection, Sequence[str]], set[Collection]]:
        """Compare vectors and rows, of those collections alone whose numbers differ; return vectors without rows, and collections
        that lack some."""
        strays, incomplete = dict[Collection, Sequence[str]](), set[Collection]()
        for collection, count in (await self._expected()).items():
            for keys, wanted in ((collection, count[0]), (collection.questions, count[1])):
                if held.get(keys.name, 0) != wanted:
                    extra, lacking = await self._indexer.compared(keys)
                    if extra:
                        strays[keys] = extra
                    if lacking:
                        incomplete.add(collection)
        return strays, incomplete

    async def _expected(self) -> dict[Collection, tuple[int, int]]:
        """Return how many vectors of chunks and of questions the rows hold, by collection; they hold none of incognito
        threads."""
        where = chunks.c.thread_id, chunks.c.source
        own = ~incognito(chunks.c.thread_id)
        contents = select(*where, func.count(vectors.c.chunk_id)).outerjoin(vectors, vectors.c.chunk_id == chunks.c.id).where(own)
        asked = select(*where, func.count()).join(questions, questions.c.chunk_id == chunks.c.id).where(own)
        empty = select(collections.c.thread_id, collections.c.source).where(~incognito(collections.c.thread_id))
        found: dict[Collection, list[int]] = defaultdict(lambda: [0, 0])
        async with self._engine.connect() as connection:
            for at, statement in enumerate((contents, asked)):
                for thread, source, count in (await connection.execute(statement.group_by(*where))).all():
                    found[Collection(thread, Source(source))][at] = count
            for thread, source in (await connection.execute(empty)).all():
                _ = found[Collection(thread, Source(source))]
        return {collection: (first, second) for collection, (first, second) in found.items()}

    # --- keywords

    async def _lost_keywords(self) -> list[tuple[str, str]]:
        statement = select(keyword_rows.c.collection, keyword_rows.c.chunk_id).where(
            ~exists().where(chunks.c.id == keyword_rows.c.chunk_id)
        )
        async with self._engine.connect() as connection:
            return [(row.collection, row.chunk_id) for row in (await connection.execute(statement)).all()]

    async def _unsearchable(self) -> set[Collection]:
        """Return the collections with published chunks that the keyword index does not hold on disk, and should.

        Joined and not asked for each chunk: rows of the keyword index are found by collection and chunk together.
        """
        statement = (
            select(chunks.c.thread_id, chunks.c.source)
            .join(threads, and_(threads.c.id == chunks.c.thread_id, threads.c.deleted_at.is_(None), ~threads.c.incognito))
            .outerjoin(keyword_rows, keyword_rows.c.chunk_id == chunks.c.id)
            .where(chunks.c.state == "indexed", keyword_rows.c.chunk_id.is_(None))
            .distinct()
        )
        async with self._engine.connect() as connection:
            return {Collection(row.thread_id, Source(row.source)) for row in (await connection.execute(statement)).all()}

    async def _remove_keywords(self, lost: Sequence[tuple[str, str]]) -> None:
        """Remove chunks straight from the rows: what the index holds in memory may not know of them."""
        by_name: dict[str, list[str]] = defaultdict(list)
        for name, chunk in lost:
            by_name[name].append(chunk)
        async with self._engine.begin() as connection:
            for name, ids in by_name.items():
                for batch in batches(ids):
                    here = keyword_rows.c.collection == name, keyword_rows.c.chunk_id.in_(batch)
                    await connection.execute(delete(keyword_rows).where(*here))
        for name in by_name:
            self._forget(name)
