"""A file's way into a thread: extract, chunk, index by words, embed, index by meaning.

A new file can be asked about as soon as its text is out: its chunks are found by their words until their vectors join. A changed
file takes the place of its version before in one step, at the end, so that the thread never holds half of each.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from chat.chunking.chunk import cut, header
from chat.chunking.comparing import parts
from chat.chunking.structure import sections
from chat.domain import Chunk, Document, DocumentStatus, Extracted, Section, Source, Stage, Version
from chat.events import Added, IngestionEvent, Progress
from chat.index.base import Collection
from chat.ingestion.indexer import Indexer, with_ids
from chat.settings import ChunkingSettings
from chat.threads.chunks import Chunks
from chat.threads.documents import Documents
from chat.threads.versions import Versions

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

    def progress(self, stage: Stage, done: int = 0, of: int = 1, askable: bool = False) -> Progress:
        """How far this file is."""
        begin, end = _PERCENT[stage]
        percent = begin + (end - begin) * done // max(of, 1)
        return Progress(self.document, self.name, stage, done, of, percent, askable)

    @property
    def collection(self) -> Collection:
        return Collection(self.thread, Source.DOCUMENT)


@dataclass(frozen=True, slots=True)
class _Cut:
    """A file's text with everything that is made of it without a model."""

    extracted: Extracted
    tree: Sequence[Section]
    chunks: Sequence[Chunk]


class Pipeline:
    """Reads one file at a time; run several side by side for several files."""

    def __init__(
        self,
        extract: Extract,
        documents: Documents,
        versions: Versions,
        chunks: Chunks,
        indexer: Indexer,
        settings: ChunkingSettings,
        count_tokens: Callable[[str], int],
        clock: Callable[[], datetime],
    ) -> None:
        self._extract = extract
        self._documents = documents
        self._versions = versions
        self._chunks = chunks
        self._indexer = indexer
        self._settings = settings
        self._count_tokens = count_tokens
        self._clock = clock

    async def read(self, reading: Reading) -> AsyncIterator[IngestionEvent]:
        """Progress as it comes, `Added` at the end. Raises our errors; `undo` takes away what the file has left by then."""
        before = await self._documents.find(reading.thread, reading.document)
        if before is not None and before.sha256 == reading.sha256:
            async for event in self._known(reading, before):
                yield event
            return

        yield reading.progress(Stage.EXTRACTING)
        extracted = await self._extract(reading.name, reading.content)
        yield reading.progress(Stage.EXTRACTING, 1)

        yield reading.progress(Stage.CHUNKING)
        made = await asyncio.to_thread(self._cut, reading, extracted)
        yield reading.progress(Stage.CHUNKING, 1)

        async for event in self._added(reading, made) if before is None else self._replaced(reading, made, before):
            yield event

    async def undo(self, reading: Reading) -> None:
        """Take away what a reading left that did not come to its end; a document that was there before stays as it was."""
        stored = await self._documents.find(reading.thread, reading.document)
        if stored is not None and stored.sha256 == reading.sha256:
            if not stored.awaiting_vectors:
                return
            await self._documents.remove(reading.thread, reading.document)
            left = await self._chunks.ids(reading.collection, [reading.document])
        else:
            left = await self._chunks.staged(reading.collection, reading.document)
        await self._indexer.remove(reading.collection, left)

    # --- a new file, a changed one, one that is there already

    async def _added(self, reading: Reading, made: _Cut) -> AsyncIterator[IngestionEvent]:
        """Found by its words first; vectors join as they are made."""
        document = self._document(reading, made, embedded=len(made.chunks), reused=0)
        await self._indexer.stage(reading.collection, made.chunks)
        askable = replace(document, awaiting_vectors=len(made.chunks))
        await self._indexer.publish(reading.collection, made.chunks, along=self._storing(askable, made))
        async for event in self._embedded(reading, made.chunks, askable=True):
            yield event
        yield reading.progress(Stage.INDEXING, askable=True)
        await self._documents.await_vectors(reading.thread, reading.document, 0)
        yield reading.progress(Stage.INDEXING, 1, askable=True)
        yield reading.progress(Stage.COMPLETE, 1, askable=True)
        yield Added(document)

    async def _replaced(self, reading: Reading, made: _Cut, before: Document) -> AsyncIterator[IngestionEvent]:
        """Only chunks that were not there are embedded; unchanged ones keep their ids, vanished ones go."""
        there = set(await self._chunks.ids(reading.collection, [reading.document]))
        new = [chunk for chunk in made.chunks if chunk.id not in there]
        kept = [chunk for chunk in made.chunks if chunk.id in there]
        gone = list(there - {chunk.id for chunk in made.chunks})
        await self._indexer.stage(reading.collection, new)
        async for event in self._embedded(reading, new):
            yield event
        yield reading.progress(Stage.INDEXING)
        document = self._document(reading, made, len(new), len(kept), before)
        await self._indexer.publish(reading.collection, new, kept, gone, along=self._storing(document, made))
        await self._indexer.remove(reading.collection, gone)
        yield reading.progress(Stage.INDEXING, 1)
        yield reading.progress(Stage.COMPLETE, 1)
        yield Added(replace(document, status=DocumentStatus.UPDATED))

    async def _known(self, reading: Reading, document: Document) -> AsyncIterator[IngestionEvent]:
        """Nothing to do, or what a restart cut short: the vectors that are missing."""
        if not document.awaiting_vectors:
            if document.name != reading.name:
                document = _the_same(document, reading.name)
            yield Added(replace(document, status=DocumentStatus.UNCHANGED, embedded=0, reused=document.chunks))
            return
        missing = await self._indexer.unembedded(reading.collection, reading.document)
        async for event in self._embedded(reading, missing, askable=True):
            yield event
        await self._documents.await_vectors(reading.thread, reading.document, 0)
        yield reading.progress(Stage.COMPLETE, 1, askable=True)
        yield Added(replace(document, awaiting_vectors=0))

    # --- steps

    async def _embedded(self, reading: Reading, made: Sequence[Chunk], askable: bool = False) -> AsyncIterator[Progress]:
        yield reading.progress(Stage.EMBEDDING, 0, len(made), askable)
        async for done in self._indexer.embed(reading.collection, made):
            if askable:
                await self._documents.await_vectors(reading.thread, reading.document, max(len(made) - done, 1))
            yield reading.progress(Stage.EMBEDDING, done, len(made), askable)

    def _storing(self, document: Document, made: _Cut) -> Callable[[AsyncConnection], Awaitable[None]]:
        """The document with its text, tree and version, as a part of the transaction that lets its chunks be found."""
        version = Version(
            number=document.version,
            name=document.name,
            sha256=document.sha256,
            media_type=document.media_type,
            bytes=document.bytes,
            pages=document.pages,
            characters=document.characters,
            chunks=document.chunks,
            created_at=self._clock(),
            parts=parts(made.extracted, made.tree),
        )

        async def store(connection: AsyncConnection) -> None:
            await self._documents.put(connection, document, made.extracted, made.tree, self._clock())
            await self._versions.put(connection, document, version)

        return store

    def _cut(self, reading: Reading, extracted: Extracted) -> _Cut:
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
        return _Cut(extracted, tree, with_ids(chunks))

    def _document(self, reading: Reading, made: _Cut, embedded: int, reused: int, before: Document | None = None) -> Document:
        return Document(
            id=reading.document,
            thread=reading.thread,
            name=reading.name,
            media_type=made.extracted.media_type,
            bytes=len(reading.content),
            sha256=reading.sha256,
            status=DocumentStatus.READY,
            created_at=before.created_at if before else self._clock(),
            version=before.version + 1 if before else 1,
            pages=len(made.extracted.pages) or None,
            chunks=len(made.chunks),
            characters=len(made.extracted.text),
            coverage=made.extracted.coverage,
            embedded=embedded,
            reused=reused,
            tables=made.extracted.tables,
        )


def _the_same(document: Document, name: str) -> Document:
    """The document with a warning that a file of another name is the same to the byte."""
    warning = f"{name} is the same file as {document.name}, which is here already; it was not added again."
    return replace(document, coverage=replace(document.coverage, warnings=(warning, *document.coverage.warnings)))
