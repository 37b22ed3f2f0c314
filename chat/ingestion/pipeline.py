"""A file's way into a thread: extract, chunk, embed, index, remember. Whatever fails leaves nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from chat.chunking.chunk import cut, header
from chat.chunking.structure import sections
from chat.domain import Chunk, Document, DocumentStatus, Extracted, Section, Source, Stage
from chat.events import Added, IngestionEvent, Progress
from chat.index.base import Collection
from chat.ingestion.indexer import Indexer, with_ids
from chat.settings import ChunkingSettings
from chat.threads.chunks import Chunks
from chat.threads.documents import Documents

Extract = Callable[[str, bytes], Awaitable[Extracted]]
"""Name and content to text; raises FileRefused with a sentence for the user."""

_PERCENT = {
    Stage.WAITING: (0, 0),
    Stage.EXTRACTING: (2, 8),
    Stage.CHUNKING: (10, 15),
    Stage.EMBEDDING: (15, 90),
    Stage.INDEXING: (92, 96),
    Stage.COMPLETE: (100, 100),
}
"""Where each stage begins and ends on the bar."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A file that is to be read into a document."""

    thread: str
    document: str
    name: str
    sha256: str
    content: bytes

    def progress(self, stage: Stage, done: int = 0, of: int = 1) -> Progress:
        """How far this file is."""
        begin, end = _PERCENT[stage]
        return Progress(self.document, self.name, stage, done, of, begin + (end - begin) * done // max(of, 1))


class Pipeline:
    """Reads one file at a time; run several side by side for several files."""

    def __init__(
        self,
        extract: Extract,
        documents: Documents,
        chunks: Chunks,
        indexer: Indexer,
        settings: ChunkingSettings,
        count_tokens: Callable[[str], int],
        clock: Callable[[], datetime],
    ) -> None:
        self._extract = extract
        self._documents = documents
        self._chunks = chunks
        self._indexer = indexer
        self._settings = settings
        self._count_tokens = count_tokens
        self._clock = clock

    async def read(self, reading: Reading) -> AsyncIterator[IngestionEvent]:
        """Progress as it comes, `Added` at the end. Raises our errors; nothing of the file is left then."""
        before = await self._documents.find(reading.thread, reading.document)
        if before is not None and before.sha256 == reading.sha256:
            yield Added(replace(before, status=DocumentStatus.UNCHANGED, embedded=0, reused=before.chunks))
            return

        yield reading.progress(Stage.EXTRACTING)
        extracted = await self._extract(reading.name, reading.content)
        yield reading.progress(Stage.EXTRACTING, 1)

        yield reading.progress(Stage.CHUNKING)
        tree, made = await asyncio.to_thread(self._cut, reading, extracted)
        yield reading.progress(Stage.CHUNKING, 1)

        collection = Collection(reading.thread, Source.DOCUMENT)
        there = set(await self._chunks.ids(collection, [reading.document]))
        new = [chunk for chunk in made if chunk.id not in there]
        kept = [chunk for chunk in made if chunk.id in there]
        gone = list(there - {chunk.id for chunk in made})
        try:
            yield reading.progress(Stage.EMBEDDING, 0, len(new))
            async for done in self._indexer.stage(collection, new):
                yield reading.progress(Stage.EMBEDDING, done, len(new))

            yield reading.progress(Stage.INDEXING)
            document = self._document(reading, extracted, before, new, kept)

            async def store(connection: AsyncConnection) -> None:
                ready = replace(document, status=DocumentStatus.READY)
                await self._documents.put(connection, ready, extracted, tree, self._clock())

            await self._indexer.publish(collection, new, kept, gone, along=store)
        except BaseException:
            await asyncio.shield(self._undo(reading, collection, new))
            raise
        await self._indexer.remove(collection, gone)
        yield reading.progress(Stage.INDEXING, 1)
        yield reading.progress(Stage.COMPLETE, 1)
        yield Added(document)

    async def _undo(self, reading: Reading, collection: Collection, new: Sequence[Chunk]) -> None:
        """Take staged chunks back, unless the document was stored after all before the work was cancelled."""
        stored = await self._documents.find(reading.thread, reading.document)
        if stored is None or stored.sha256 != reading.sha256:
            await self._indexer.remove(collection, [chunk.id for chunk in new])

    def _cut(self, reading: Reading, extracted: Extracted) -> tuple[Sequence[Section], Sequence[Chunk]]:
        tree = sections(extracted, reading.name)
        chunks = [
            Chunk(
                id="",
                thread=reading.thread,
                source=Source.DOCUMENT,
                parent=reading.document,
                index=index,
                text=extracted.text[piece.start : piece.end],
                header=header(reading.name, (*piece.path, piece.columns) if piece.columns else piece.path, self._count_tokens),
                start=piece.start,
                end=piece.end,
                page=piece.page,
                section=piece.path,
                section_id=piece.section,
                rows=piece.rows,
                fields=piece.fields,
            )
            for index, piece in enumerate(cut(extracted, tree, self._settings, self._count_tokens))
        ]
        return tree, with_ids(chunks)

    def _document(
        self,
        reading: Reading,
        extracted: Extracted,
        before: Document | None,
        new: Sequence[Chunk],
        kept: Sequence[Chunk],
    ) -> Document:
        return Document(
            id=reading.document,
            thread=reading.thread,
            name=reading.name,
            media_type=extracted.media_type,
            bytes=len(reading.content),
            sha256=reading.sha256,
            status=DocumentStatus.UPDATED if before else DocumentStatus.READY,
            created_at=before.created_at if before else self._clock(),
            version=before.version + 1 if before else 1,
            pages=len(extracted.pages) or None,
            chunks=len(new) + len(kept),
            characters=len(extracted.text),
            coverage=extracted.coverage,
            embedded=len(new),
            reused=len(kept),
        )
