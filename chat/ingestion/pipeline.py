"""A file's way into a thread: extract, chunk, index by words, embed, index by meaning.

A new file can be asked about as soon as its text is out: its chunks are found by their words until their vectors join. A changed
file takes the place of its version before in one step, at the end, so that the thread never holds half of each.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from chat.chunking.chunk import cut
from chat.chunking.comparing import parts
from chat.chunking.headers import header
from chat.chunking.structure import sections
from chat.domain import Chunk, Document, DocumentStatus, Extracted, Section, Source, Stage, Version
from chat.errors import FileRefused, NoText
from chat.events import Added, IngestionEvent, Progress
from chat.extraction.pdf.ocr import SWITCH_ON
from chat.extraction.pdf.scans import with_recognised
from chat.index.base import Collection
from chat.ingestion.indexer import Indexer, with_ids
from chat.settings import ChunkingSettings
from chat.threads.chunk_rows import ChunkPlace
from chat.threads.chunks import ChunkChange, Chunks
from chat.threads.documents import Documents
from chat.threads.versions import Versions


class Extract(Protocol):
    """A file's text; raises FileRefused with a sentence for the user. See `extraction.sandbox`."""

    async def __call__(self, name: str, content: bytes, password: str = "", scans: bool = False) -> Extracted: ...


Recognise = Callable[[bytes, int, str], Awaitable[str]]
"""The text of one page that is a picture: of which file, which page (from 1), under which password."""

_FIRST_PAGES = 10
"""Of a file without any text so many pictures are looked at before it is refused."""
_FIRST_PAGES_TIME = timedelta(seconds=20)
"""And no further one when that took so long: pictures of noise take Tesseract half a minute each."""
_PAGES = 10
"""Pages recognised before they join what can be found."""

_CUT_AT_ONCE = 500
"""Chunks cut and stored before the next are."""

_PERCENT = {
    Stage.WAITING: (0, 0),
    Stage.EXTRACTING: (2, 8),
    Stage.CHUNKING: (10, 15),
    Stage.EMBEDDING: (15, 90),
    Stage.INDEXING: (92, 96),
    Stage.RECOGNISING: (0, 100),
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
    size: int
    """In bytes."""
    content: Callable[[], Awaitable[bytes]]
    """Read from where it is stored whenever it is needed: embedding a long file takes an hour."""
    password: str = ""

    def progress(self, stage: Stage, done: int = 0, of: int = 1, askable: bool = False) -> Progress:
        """How far this file is."""
        begin, end = _PERCENT[stage]
        percent = begin + (end - begin) * done // max(of, 1)
        return Progress(self.document, self.name, stage, done, of, percent, askable)

    @property
    def collection(self) -> Collection:
        return Collection(self.thread, Source.DOCUMENT)


@dataclass(frozen=True, slots=True)
class _Text:
    """A file's text and the tree of its sections."""

    extracted: Extracted
    tree: Sequence[Section]


class Pipeline:
    """Reads one file at a time; run several side by side for several files."""

    def __init__(
        self,
        extract: Extract,
        recognise: Recognise | None,
        documents: Documents,
        versions: Versions,
        chunks: Chunks,
        indexer: Indexer,
        settings: ChunkingSettings,
        count_tokens: Callable[[str], int],
        clock: Callable[[], datetime],
    ) -> None:
        self._extract = extract
        self._recognise = recognise
        self._documents = documents
        self._versions = versions
        self._chunks = chunks
        self._indexer = indexer
        self._settings = settings
        self._count_tokens = count_tokens
        self._clock = clock

    async def read(self, reading: Reading) -> AsyncIterator[IngestionEvent]:
        """Progress as it comes, `Added` at the end. Raises our errors; `withdraw` and `clear` undo what it left by then."""
        before = await self._documents.find(reading.thread, reading.document)
        if before is not None and before.sha256 == reading.sha256:
            async for event in self._known(reading, before):
                yield event
            return

        yield reading.progress(Stage.EXTRACTING)
        text = await _with_tree(reading, await self._extracted(reading))
        yield reading.progress(Stage.EXTRACTING, 1)

        yield reading.progress(Stage.CHUNKING)
        change = await self._staged(reading, text)
        yield reading.progress(Stage.CHUNKING, 1)

        added = self._added(reading, text, change) if before is None else self._replaced(reading, text, change, before)
        del text  # a table has eighty megabytes of it; who still needs it has it
        async for event in added:
            yield event

    async def withdraw(self, reading: Reading) -> None:
        """Let nothing be found any more of a reading that did not come to its end, however long it is.

        A document that was there before stays as it was.
        """
        stored = await self._documents.find(reading.thread, reading.document)
        if stored is not None and stored.sha256 == reading.sha256 and stored.awaiting_vectors:
            await self._documents.remove(reading.thread, reading.document)
            self._chunks.withdrawn(reading.thread, reading.document)

    async def clear(self, thread: str, document: str) -> None:
        """Take away what nobody finds: chunks without their document, and staged ones. Nothing may read it meanwhile."""
        if left := await self._left(thread, document):
            await self._indexer.remove(Collection(thread, Source.DOCUMENT), list(left))

    async def _left(self, thread: str, document: str) -> set[str]:
        """Chunks that nobody finds: staged ones, or all when there is no such document."""
        collection = Collection(thread, Source.DOCUMENT)
        if await self._documents.find(thread, document) is None:
            return set(await self._chunks.ids(collection, [document]))
        return set(await self._chunks.staged(collection, document))

    # --- a new file, a changed one, one that is there already

    async def _added(self, reading: Reading, text: _Text, change: ChunkChange) -> AsyncIterator[IngestionEvent]:
        """Found by its words first; vectors join as they are made."""
        document = self._document(reading, text, change, embedded=len(change.new), reused=0)
        askable = replace(document, awaiting_vectors=len(change.new))
        async with aclosing(self._embedded(reading, change.new, askable=True)) as embedding:
            begun = await anext(embedding)  # the first vectors are made while the words are indexed
            await self._indexer.publish(reading.collection, change, along=await self._storing(askable, text))
            del text  # nor is it needed for as long as it takes to embed
            yield begun
            async for event in embedding:
                yield event
        yield reading.progress(Stage.INDEXING, askable=True)
        await self._documents.await_vectors(reading.thread, reading.document, 0)
        yield reading.progress(Stage.INDEXING, 1, askable=True)
        yield reading.progress(Stage.COMPLETE, 1, askable=True)
        yield Added(document)

    async def _replaced(
        self, reading: Reading, text: _Text, change: ChunkChange, before: Document
    ) -> AsyncIterator[IngestionEvent]:
        """A new version in the place of the one before."""
        missing = await self._indexer.unembedded(reading.collection, reading.document)
        async for event in self._embedded(reading, missing):
            yield event
        yield reading.progress(Stage.INDEXING)
        document = self._document(reading, text, change, len(change.new), len(change.kept), before, before.version + 1)
        await self._indexer.publish(reading.collection, change, along=await self._storing(document, text))
        await self._indexer.remove(reading.collection, change.gone)
        yield reading.progress(Stage.INDEXING, 1)
        yield reading.progress(Stage.COMPLETE, 1)
        yield Added(replace(document, status=DocumentStatus.UPDATED))

    async def _known(self, reading: Reading, document: Document) -> AsyncIterator[IngestionEvent]:
        """Nothing to do, or what is missing still: vectors that a restart cut short, pages that are pictures. What the version
        before has left goes."""
        if not document.coverage.awaiting_ocr:
            await self.clear(reading.thread, reading.document)
        if document.awaiting_vectors:
            missing = await self._indexer.unembedded(reading.collection, reading.document)
            async for progress in self._embedded(reading, missing, askable=True):
                yield progress
            await self._documents.await_vectors(reading.thread, reading.document, 0)
            yield reading.progress(Stage.COMPLETE, 1, askable=True)
            yield Added(replace(document, awaiting_vectors=0))
        elif document.coverage.awaiting_ocr and self._recognise is not None:
            async for event in self._with_pictures(reading, document, self._recognise):
                yield event
        else:
            same = document if document.name == reading.name else _the_same(document, reading.name)
            yield Added(replace(same, status=DocumentStatus.UNCHANGED, embedded=0, reused=document.chunks))

    async def _with_pictures(self, reading: Reading, document: Document, recognise: Recognise) -> AsyncIterator[IngestionEvent]:
        """Pages that are pictures join a document that is there already, some at a time."""
        extracted = await self._extract(reading.name, await reading.content(), reading.password, scans=True)
        texts = await self._recognised_before(document)
        pages = document.coverage.awaiting_ocr
        yield reading.progress(Stage.RECOGNISING, 0, len(pages), askable=True)
        for at in range(0, len(pages), _PAGES):
            for done, page in enumerate(pages[at : at + _PAGES], start=at + 1):
                texts[page] = await _text_of(reading, page, recognise)
                yield reading.progress(Stage.RECOGNISING, done, len(pages), askable=True)
            text = await _with_tree(reading, with_recognised(extracted, texts, pages[at + _PAGES :]))
            change = await self._staged(reading, text)
            async for _ in self._indexer.embed(reading.collection, change.new):
                pass
            embedded = document.embedded + len(change.new)
            document = self._document(reading, text, change, embedded, document.reused, document, document.version)
            await self._indexer.publish(reading.collection, change, along=await self._storing(document, text))
            await self._indexer.remove(reading.collection, change.gone)
        yield reading.progress(Stage.COMPLETE, 1, askable=True)
        yield Added(document)

    # --- steps

    async def _extracted(self, reading: Reading) -> Extracted:
        """The file's text; of a file of pictures that of the first page that has any, the others are left for later."""
        recognise = self._recognise
        extracted = await self._extract(reading.name, await reading.content(), reading.password, scans=recognise is not None)
        empty = extracted.coverage.pages_without_text
        if recognise is None or not empty:
            return _advised(extracted)
        texts: dict[int, str] = {}
        if not extracted.text.strip():
            begun = self._clock()
            for page in empty[:_FIRST_PAGES]:
                texts[page] = await _text_of(reading, page, recognise)
                if texts[page].strip() or self._clock() - begun > _FIRST_PAGES_TIME:
                    break
            if not texts[page].strip():
                is_picture = extracted.media_type.startswith("image/")
                where = "in this picture" if is_picture and len(empty) == 1 else f"on {len(texts)} of {len(empty):,} pages"
                raise NoText(f"No text was found or recognised {where}. Nothing was indexed.")
        return with_recognised(extracted, texts, [page for page in empty if page not in texts])

    async def _recognised_before(self, document: Document) -> dict[int, str]:
        """The texts of pages that were recognised already, by page."""
        text = await self._documents.text(document.thread, document.id)
        pages = await self._documents.pages(document.thread, document.id)
        return {page.number: text[page.start : page.end] for page in pages if page.number in document.coverage.ocr_pages}

    async def _staged(self, reading: Reading, text: _Text) -> ChunkChange:
        """The chunks of a text beside those that are there: new ones are stored as they are cut, invisible still.

        Of each chunk only its id is held from here on: those of a long table, with their words, take half a gigabyte. What a
        reading that was cut short has left is taken up where it is of this text, with its vectors, and taken away where not.
        """
        left = await self._left(reading.thread, reading.document)
        there = set(await self._chunks.ids(reading.collection, [reading.document])) - left
        new, kept, moved = list[str](), list[str](), list[ChunkPlace]()
        chunks = self._cut(reading, text)
        while cut_out := await asyncio.to_thread(_next, chunks):
            await self._indexer.stage(reading.collection, [chunk for chunk in cut_out if chunk.id not in there | left])
            new += [chunk.id for chunk in cut_out if chunk.id not in there]
            kept += [chunk.id for chunk in cut_out if chunk.id in there]
            known = {chunk.id: chunk for chunk in cut_out if chunk.id in there or chunk.id in left}
            moved += [ChunkPlace.of(known[one.id]) for one in await self._chunks.by_id(list(known)) if one != known[one.id]]
        if forsaken := left.difference(new):
            await self._indexer.remove(reading.collection, list(forsaken))
        return ChunkChange(new, kept, moved, gone=list(there.difference(kept)))

    async def _embedded(self, reading: Reading, ids: Sequence[str], askable: bool = False) -> AsyncGenerator[Progress, None]:
        """How many are embedded, told when the percentage moves: what is told is kept for those who follow later, and noted in
        the document's row, which a database writes again with all of its text."""
        told: Progress | None = None
        async with aclosing(self._indexer.embed(reading.collection, ids)) as embedding:
            async for done in embedding:
                progress = reading.progress(Stage.EMBEDDING, done, len(ids), askable)
                if told is not None and progress.percent == told.percent and done < len(ids):
                    continue
                if askable and 0 < done < len(ids):  # once all are made the row says so by itself, with the last step
                    await self._documents.await_vectors(reading.thread, reading.document, len(ids) - done)
                yield progress
                told = progress

    async def _storing(self, document: Document, text: _Text) -> Callable[[AsyncConnection], Awaitable[None]]:
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
            parts=await asyncio.to_thread(parts, text.extracted, text.tree),
        )

        async def store(connection: AsyncConnection) -> None:
            await self._documents.put(connection, document, text.extracted, text.tree, self._clock())
            await self._versions.put(connection, document, version)

        return store

    def _cut(self, reading: Reading, text: _Text) -> Iterator[Chunk]:
        extracted = text.extracted
        return with_ids(
            Chunk(
                id="",
                thread=reading.thread,
                source=Source.DOCUMENT,
                parent=reading.document,
                index=index,
                text=(passage := extracted.text[one.start : one.end]),
                header=header(reading.name, one.above, passage, self._count_tokens),
                start=one.start,
                end=one.end,
                page=one.page,
                section=one.path,
                section_id=one.section,
                rows=one.rows,
                fields=one.fields,
            )
            for index, one in enumerate(cut(extracted, text.tree, self._settings, self._count_tokens))
        )

    def _document(
        self,
        reading: Reading,
        text: _Text,
        change: ChunkChange,
        embedded: int,
        reused: int,
        before: Document | None = None,
        version: int = 1,
    ) -> Document:
        return Document(
            id=reading.document,
            thread=reading.thread,
            name=reading.name,
            media_type=text.extracted.media_type,
            bytes=reading.size,
            sha256=reading.sha256,
            status=DocumentStatus.READY,
            created_at=before.created_at if before else self._clock(),
            version=version,
            pages=len(text.extracted.pages) or None,
            chunks=len(change.new) + len(change.kept),
            characters=len(text.extracted.text),
            coverage=text.extracted.coverage,
            embedded=embedded,
            reused=reused,
            tables=text.extracted.tables,
        )


async def _with_tree(reading: Reading, extracted: Extracted) -> _Text:
    return _Text(extracted, await asyncio.to_thread(sections, extracted, reading.name))


def _next(chunks: Iterator[Chunk]) -> list[Chunk]:
    """The next that are stored together; none when there are no more."""
    return list(islice(chunks, _CUT_AT_ONCE))


async def _text_of(reading: Reading, page: int, recognise: Recognise) -> str:
    """Of one picture; one that can't be drawn has none."""
    try:
        return await recognise(await reading.content(), page, reading.password)
    except FileRefused:
        return ""


def _advised(extracted: Extracted) -> Extracted:
    """With a word on what would read the pages without text."""
    coverage = extracted.coverage
    if not coverage.pages_without_text:
        return extracted
    return replace(extracted, coverage=replace(coverage, warnings=(*coverage.warnings, SWITCH_ON)))


def _the_same(document: Document, name: str) -> Document:
    """The document with a warning that a file of another name is the same to the byte."""
    warning = f"{name} is the same file as {document.name}, which is here already; it was not added again."
    return replace(document, coverage=replace(document.coverage, warnings=(warning, *document.coverage.warnings)))
