"""A file's way into a thread: extract, chunk, index keywords, embed, index vectors.

A new file can be asked about as soon as its text is extracted: keyword search finds its chunks before they have vectors. A
changed file replaces the version before in one transaction at the end, so that the thread never holds half of each.
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
from chat.extraction.counting import Tell, untold
from chat.extraction.pdf.ocr import SWITCH_ON
from chat.extraction.pdf.scans import with_recognised
from chat.index.base import Collection
from chat.ingestion.background import end
from chat.ingestion.indexer import Indexer, with_ids
from chat.settings import ChunkingSettings
from chat.threads.chunks.chunks import ChunkChange, Chunks
from chat.threads.chunks.rows import ChunkPlace
from chat.threads.documents.documents import Documents
from chat.threads.documents.versions import Versions


class Extract(Protocol):
    """A file's text; `tell` is called with how many of its pages are read. Raises FileRefused with a sentence for the user. See
    `extraction.sandbox`."""

    async def __call__(
        self, name: str, content: bytes, password: str = "", scans: bool = False, tell: Tell = untold
    ) -> Extracted: ...


Recognise = Callable[[bytes, int, str], Awaitable[str]]
"""Recognises the text of one page by OCR: takes the file's content, the page number (from 1) and the password."""

_FIRST_PAGES = 10
"""Most pages that are recognised to find any text in a file of pictures before it is refused."""
_FIRST_PAGES_TIME = timedelta(seconds=20)
"""After which no further one is tried: pictures of noise take Tesseract half a minute each."""
_PAGES = 10
"""Pages recognised before their text is indexed."""
_CUT_AT_ONCE = 500
"""Chunks cut and stored in one batch."""

_PERCENT = {
    Stage.WAITING: (0, 0),
    Stage.EXTRACTING: (2, 8),
    Stage.CHUNKING: (10, 15),
    Stage.EMBEDDING: (15, 90),
    Stage.INDEXING: (92, 96),
    Stage.RECOGNISING: (0, 100),
    Stage.COMPLETE: (100, 100),
}
"""Where each stage begins and ends on the progress bar, in percent."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A request to read one file into one document of a thread."""

    thread: str
    document: str
    name: str
    sha256: str
    size: int
    """In bytes."""
    content: Callable[[], Awaitable[bytes]]
    """Loads the file from its store. Called whenever the bytes are needed, so that they are not held for the hour that embedding
    a long file takes."""
    password: str = ""

    def progress(self, stage: Stage, done: int = 0, of: int = 1, askable: bool = False) -> Progress:
        """Return the event that tells how far this file is: `done` of `of` steps of this stage."""
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
    """Takes one file through its steps. `read` may run several times side by side, for different documents."""

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
        """Yield `Progress` events, and `Added` at the end.

        Raises FileRefused for a file that cannot be read, EmbeddingFailed, IndexFailed or StorageFailed for a service that does
        not answer. `withdraw` and `clear` then undo what was stored until then.
        """
        before = await self._documents.find(reading.thread, reading.document)
        if before is not None and before.sha256 == reading.sha256:
            async for event in self._read_known(reading, before):
                yield event
            return

        yield reading.progress(Stage.EXTRACTING)
        async with aclosing(self._extracting(reading)) as extracting:
            async for reached in extracting:
                if isinstance(reached, Progress):
                    yield reached
                else:
                    text = await _with_tree(reading, reached)
        del reached
        yield reading.progress(Stage.EXTRACTING, 1)

        yield reading.progress(Stage.CHUNKING)
        change = await self._stage_chunks(reading, text)
        yield reading.progress(Stage.CHUNKING, 1)

        added = self._read_new(reading, text, change) if before is None else self._read_changed(reading, text, change, before)
        del text  # eighty megabytes for a large table; the generator holds it as long as it is needed
        async for event in added:
            yield event

    async def withdraw(self, reading: Reading) -> None:
        """Take a new document that was not read to its end out of the search, in one short step, however long it is.

        An earlier version of the document stays as it was. `clear` removes the chunks.
        """
        stored = await self._documents.find(reading.thread, reading.document)
        if stored is not None and stored.sha256 == reading.sha256 and stored.awaiting_vectors:
            await self._documents.remove(reading.thread, reading.document)
            self._chunks.withdrawn(reading.thread, reading.document)

    async def clear(self, thread: str, document: str) -> None:
        """Remove chunks that no search finds: those without a document, and staged ones. The document must not be being read."""
        if left := await self._unfindable(thread, document):
            await self._indexer.remove(Collection(thread, Source.DOCUMENT), list(left))

    async def _unfindable(self, thread: str, document: str) -> set[str]:
        """Return the ids of the chunks that no search finds: the staged ones, or all where there is no such document."""
        collection = Collection(thread, Source.DOCUMENT)
        if await self._documents.find(thread, document) is None:
            return set(await self._chunks.ids(collection, [document]))
        return set(await self._chunks.staged(collection, document))

    # --- a new file, a changed one, one that is there already

    async def _read_new(self, reading: Reading, text: _Text, change: ChunkChange) -> AsyncIterator[IngestionEvent]:
        """Publish a new document with its keywords first; its vectors follow as they are made."""
        document = self._document(reading, text, change)
        askable = replace(document, awaiting_vectors=len(change.new))
        async with aclosing(self._embed(reading, change.new, askable=True)) as embedding:
            begun = await anext(embedding)  # the first vectors are made while the words are indexed
            await self._indexer.publish(reading.collection, change, along=await self._storing(askable, text))
            del text  # not needed while embedding, which may take an hour
            yield begun
            async for event in embedding:
                yield event
        yield reading.progress(Stage.INDEXING, askable=True)
        await self._documents.await_vectors(reading.thread, reading.document, 0)
        yield reading.progress(Stage.INDEXING, 1, askable=True)
        yield reading.progress(Stage.COMPLETE, 1, askable=True)
        yield Added(document)

    async def _read_changed(
        self, reading: Reading, text: _Text, change: ChunkChange, before: Document
    ) -> AsyncIterator[IngestionEvent]:
        """Replace the version before by a new one in one transaction, once all its vectors are made."""
        missing = await self._indexer.unembedded(reading.collection, reading.document)
        async for event in self._embed(reading, missing):
            yield event
        yield reading.progress(Stage.INDEXING)
        document = self._document(reading, text, change, before)
        await self._indexer.publish(reading.collection, change, along=await self._storing(document, text))
        await self._indexer.remove(reading.collection, change.gone)
        yield reading.progress(Stage.INDEXING, 1)
        yield reading.progress(Stage.COMPLETE, 1)
        yield Added(replace(document, status=DocumentStatus.UPDATED))

    async def _read_known(self, reading: Reading, document: Document) -> AsyncIterator[IngestionEvent]:
        """Finish a file that the document already holds: make the vectors that a restart cut short, or recognise the pages that
        are still pictures, or do nothing. Leftovers of the version before are removed."""
        if not document.coverage.awaiting_ocr:
            await self.clear(reading.thread, reading.document)
        if document.awaiting_vectors:
            missing = await self._indexer.unembedded(reading.collection, reading.document)
            async for progress in self._embed(reading, missing, askable=True):
                yield progress
            await self._documents.await_vectors(reading.thread, reading.document, 0)
            yield reading.progress(Stage.COMPLETE, 1, askable=True)
            yield Added(replace(document, awaiting_vectors=0))
        elif document.coverage.awaiting_ocr and self._recognise is not None:
            named = replace(reading, name=document.name)  # the same file may have come under another name
            async for event in self._read_pictures(named, document, self._recognise):
                yield event
        else:
            same = document if document.name == reading.name else _with_duplicate_warning(document, reading.name)
            yield Added(replace(same, status=DocumentStatus.UNCHANGED, embedded=0, reused=document.chunks))

    async def _read_pictures(self, reading: Reading, document: Document, recognise: Recognise) -> AsyncIterator[IngestionEvent]:
        """Recognise the pages that are pictures, and publish them with the document's other text, `_PAGES` at a time."""
        extracted = await self._extract(reading.name, await reading.content(), reading.password, scans=True)
        texts = await self._recognised_so_far(document)
        pages = document.coverage.awaiting_ocr
        yield reading.progress(Stage.RECOGNISING, 0, len(pages), askable=True)
        for at in range(0, len(pages), _PAGES):
            for done, page in enumerate(pages[at : at + _PAGES], start=at + 1):
                texts[page] = await _text_of(reading, page, recognise)
                yield reading.progress(Stage.RECOGNISING, done, len(pages), askable=True)
            text = await _with_tree(reading, with_recognised(extracted, texts, pages[at + _PAGES :]))
            change = await self._stage_chunks(reading, text)
            async for _ in self._indexer.embed(reading.collection, change.new):
                pass
            document = replace(
                self._document(reading, text, change, document),
                version=document.version,
                embedded=document.embedded + len(change.new),
                reused=document.reused,
            )
            await self._indexer.publish(reading.collection, change, along=await self._storing(document, text))
            await self._indexer.remove(reading.collection, change.gone)
        yield reading.progress(Stage.COMPLETE, 1, askable=True)
        yield Added(document)

    # --- steps

    async def _extracting(self, reading: Reading) -> AsyncGenerator[Progress | Extracted, None]:
        """Yield how many pages are read so far, and at the end what `_extracted` returns."""
        counts = asyncio.Queue[tuple[int, int] | None]()
        extracting = asyncio.create_task(self._extracted(reading, lambda *count: counts.put_nowait(count)))
        extracting.add_done_callback(lambda _: counts.put_nowait(None))
        try:
            while (count := await counts.get()) is not None:
                yield reading.progress(Stage.EXTRACTING, *count)
            yield extracting.result()
        finally:
            await end(extracting)

    async def _extracted(self, reading: Reading, tell: Tell) -> Extracted:
        """Return the file's text. Of a file of pictures alone the first pages are recognised until one has text; the others are
        left for later. `tell` is called with the pages read. Raises FileRefused, NoText among it."""
        recognise = self._recognise
        content = await reading.content()
        extracted = await self._extract(reading.name, content, reading.password, scans=recognise is not None, tell=tell)
        del content
        empty = extracted.coverage.pages_without_text
        if recognise is None or not empty:
            return _advising_ocr(extracted)
        texts = {} if extracted.text.strip() else await self._first_recognised(reading, extracted, recognise)
        return with_recognised(extracted, texts, [page for page in empty if page not in texts])

    async def _first_recognised(self, reading: Reading, extracted: Extracted, recognise: Recognise) -> dict[int, str]:
        """Return the texts of the first pages of a file of pictures, by page number, up to the first that has any. NoText when
        none has."""
        empty = extracted.coverage.pages_without_text
        texts: dict[int, str] = {}
        begun = self._clock()
        for page in empty[:_FIRST_PAGES]:
            texts[page] = await _text_of(reading, page, recognise)
            if texts[page].strip():
                return texts
            if self._clock() - begun > _FIRST_PAGES_TIME:
                break
        is_picture = extracted.media_type.startswith("image/")
        where = "in this picture" if is_picture and len(empty) == 1 else f"on {len(texts)} of {len(empty):,} pages"
        raise NoText(f"No text was found or recognised {where}. Nothing was indexed.")

    async def _recognised_so_far(self, document: Document) -> dict[int, str]:
        """Return the texts of pages that were recognised already, by page number (from 1)."""
        text = await self._documents.text(document.thread, document.id)
        pages = await self._documents.pages(document.thread, document.id)
        return {page.number: text[page.start : page.end] for page in pages if page.number in document.coverage.ocr_pages}

    async def _stage_chunks(self, reading: Reading, text: _Text) -> ChunkChange:
        """Cut the text into chunks, store the new ones unpublished, and return how they differ from the published ones.

        Only the ids of chunks are returned: the chunks of a long table, with their text, take half a gigabyte. Chunks that an
        interrupted reading left are reused with their vectors where they are of this text, and removed where not.
        """
        left = await self._unfindable(reading.thread, reading.document)
        there = set(await self._chunks.ids(reading.collection, [reading.document])) - left
        new, kept, moved = list[str](), list[str](), list[ChunkPlace]()
        chunks = self._cut(reading, text)
        while batch := await asyncio.to_thread(_next_batch, chunks):
            await self._indexer.stage(reading.collection, [chunk for chunk in batch if chunk.id not in there | left])
            new += [chunk.id for chunk in batch if chunk.id not in there]
            kept += [chunk.id for chunk in batch if chunk.id in there]
            known = {chunk.id: chunk for chunk in batch if chunk.id in there or chunk.id in left}
            moved += [ChunkPlace.of(known[one.id]) for one in await self._chunks.by_id(list(known)) if one != known[one.id]]
        if forsaken := left.difference(new):
            await self._indexer.remove(reading.collection, list(forsaken))
        return ChunkChange(new, kept, moved, gone=list(there.difference(kept)))

    async def _embed(self, reading: Reading, ids: Sequence[str], askable: bool = False) -> AsyncGenerator[Progress, None]:
        """Embed stored chunks; yield progress each time the percentage moves.

        Not more often, because each event is kept for followers that come late, and each update of the document's row makes the
        database write its whole text again.
        """
        told: Progress | None = None
        async with aclosing(self._indexer.embed(reading.collection, ids)) as embedding:
            async for done in embedding:
                progress = reading.progress(Stage.EMBEDDING, done, len(ids), askable)
                if told is not None and progress.percent == told.percent and done < len(ids):
                    continue
                if askable and 0 < done < len(ids):  # the caller notes in the row that all are made
                    await self._documents.await_vectors(reading.thread, reading.document, len(ids) - done)
                yield progress
                told = progress

    async def _storing(self, document: Document, text: _Text) -> Callable[[AsyncConnection], Awaitable[None]]:
        """Return what stores the document with its text, section tree and version; it runs in the transaction that publishes its
        chunks."""
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
        """Return the chunks of a text in order, with their ids, made one by one as they are asked for."""
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

    def _document(self, reading: Reading, text: _Text, change: ChunkChange, before: Document | None = None) -> Document:
        """Return the document that this text makes: the version after `before`, or the first."""
        return Document(
            id=reading.document,
            thread=reading.thread,
            name=reading.name,
            media_type=text.extracted.media_type,
            bytes=reading.size,
            sha256=reading.sha256,
            status=DocumentStatus.READY,
            created_at=before.created_at if before else self._clock(),
            version=before.version + 1 if before else 1,
            pages=len(text.extracted.pages) or None,
            chunks=len(change.new) + len(change.kept),
            characters=len(text.extracted.text),
            coverage=text.extracted.coverage,
            embedded=len(change.new),
            reused=len(change.kept),
            tables=text.extracted.tables,
        )


async def _with_tree(reading: Reading, extracted: Extracted) -> _Text:
    return _Text(extracted, await asyncio.to_thread(sections, extracted, reading.name))


def _next_batch(chunks: Iterator[Chunk]) -> list[Chunk]:
    """Return at most `_CUT_AT_ONCE` further chunks; an empty list at the end."""
    return list(islice(chunks, _CUT_AT_ONCE))


async def _text_of(reading: Reading, page: int, recognise: Recognise) -> str:
    """Return the recognised text of one page; empty where the page cannot be drawn."""
    try:
        return await recognise(await reading.content(), page, reading.password)
    except FileRefused:
        return ""


def _advising_ocr(extracted: Extracted) -> Extracted:
    """Add a warning, where pages have no text, that OCR would read them."""
    coverage = extracted.coverage
    if not coverage.pages_without_text:
        return extracted
    return replace(extracted, coverage=replace(coverage, warnings=(*coverage.warnings, SWITCH_ON)))


def _with_duplicate_warning(document: Document, name: str) -> Document:
    """Add a warning that the file of this name has the same bytes as the document."""
    warning = f"{name} is the same file as {document.name}, which is here already; it was not added again."
    return replace(document, coverage=replace(document.coverage, warnings=(warning, *document.coverage.warnings)))
