"""Answers computed from tables: which tables a question means, the result, and the rows that it rests on as passages to cite."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from cachetools import LRUCache

from chat.answering.answer import Written
from chat.assistant.scope import holders
from chat.computing import pipes, tabbed
from chat.computing.answer import Prepared, computed_over, may_be_computed, prepared
from chat.computing.compute import Computed
from chat.computing.described import described
from chat.computing.laid import Laid
from chat.computing.rows import TableText
from chat.domain import Chunk, Citation, Document, Elsewhere, Found, Passage, Question, Scores, Source, Table
from chat.index.base import Collection
from chat.retrieval.documents import places
from chat.threads.chunks.chunks import Chunks
from chat.threads.documents.documents import Documents

MODEL = "computed"
"""What an answer names as its writer when nobody but arithmetic has written it."""
_IN_TEXT: dict[str, Callable[[str, Sequence[Table]], Iterator[Laid]]] = {
    "text/markdown": lambda text, _: map(Laid.whole, pipes.tables(text)),
    "application/pdf": tabbed.tables,
}
"""By media type of files whose tables have to be found in their text: what finds those with named columns."""
_MOST_DOCUMENTS = 50
"""Documents of a thread among which tables are looked for."""
_MOST_DESCRIBED = 12
"""Tables of one document that are described, such as the sheets of a workbook."""
_MOST_CITED = 4
"""Passages of rows that are cited; for a figure over more rows, the answer's sentence says which."""
_MOST_TEXTS = 500
"""Documents whose tables, once found in their text, are cached."""
_MEMORY_CHARACTERS = 100_000_000
"""Characters of parsed tables that are cached for the next question."""


_Place = tuple[str, str, str, int, int]
"""A table: thread, document, SHA-256 of the file, version, and start in the text in characters. The hash is needed since callers
choose document ids and may reuse one."""


class Tables:
    """Computes over the tables of a thread's documents, or of a library's."""

    def __init__(self, documents: Documents, chunks: Chunks) -> None:
        self._documents = documents
        self._chunks = chunks
        self._ready: LRUCache[_Place, tuple[Prepared, int]] = LRUCache(_MEMORY_CHARACTERS, getsizeof=lambda ready: ready[1])
        self._in_text: LRUCache[tuple[str, str, str, int], tuple[Laid, ...]] = LRUCache(_MOST_TEXTS)

    async def answer(self, search: Question, found: Found) -> tuple[Found, Written] | None:
        """Return the passages with the rows of the result in front, and the computed answer; from tables of the thread, or of a
        library that passages come from. `None` for a question whose answer cannot be computed for certain."""
        if not may_be_computed(search.meant):
            return None
        near = {passage.chunk.thread for passage in found.passages}
        for holder, place in holders(search).items():
            if holder == search.thread or holder in near:
                computed = await self._answer(holder, search.meant, found)
                if computed is not None:
                    return _with_place(*computed, place)
        return None

    async def _answer(self, holder: str, question: str, found: Found) -> tuple[Found, Written] | None:
        near, others = await self._candidates(holder, found)
        return await self._result_over(near, question, found) or await self._result_over(others, question, found, by_name=True)

    def forget(self, thread: str, document: str | None = None) -> None:
        """Drop the cached tables of a thread, or of one of its documents."""
        for place in [each for each in self._ready if each[0] == thread and document in (None, each[1])]:
            del self._ready[place]
        for read in [each for each in self._in_text if each[0] == thread and document in (None, each[1])]:
            del self._in_text[read]

    async def described(self, document: Document) -> list[tuple[Passage, str, str, list[str]]]:
        """Return, for each table with named columns, a passage of its first rows, its name, its columns, and its figures."""
        found = []
        for table in [table for table in document.tables if table.columns][:_MOST_DESCRIBED]:
            rows = (await self._prepared(document, Laid.whole(table))).rows
            columns, counted = await asyncio.to_thread(described, rows)
            held = await self._chunks.at(Collection(document.thread, Source.DOCUMENT), document.id, [table.start])
            if held:
                found.append((_passage(document, held[0]), table.title or "", columns, counted))
        return found

    async def _result_over(
        self, documents: Sequence[Document], question: str, found: Found, by_name: bool = False
    ) -> tuple[Found, Written] | None:
        held = [(document, table) for document in documents for table in await self._tables_of(document)]
        if (named := places.sheet(question)) is not None:
            held = [each for each in held if places.is_called(each[1].table.title, named[0])]
            question = named[1]
        if not held:
            return None
        tables = [await self._prepared(document, table) for document, table in held]
        result = await asyncio.to_thread(computed_over, question, tables)
        if result is None or (by_name and not result.names_it):
            return None
        at = next(at for at, each in enumerate(tables) if each.rows.table is result.table)
        rows = await self._cited_rows(*held[at], result)
        return _with_rows(found, rows), _written(result, rows)

    async def _candidates(self, thread: str, found: Found) -> tuple[list[Document], list[Document]]:
        """Return documents with tables in two lists: those that passages come from, or all where a thread has nothing else; and
        others, whose tables count only if the question names a column."""
        documents, more = await self._documents.listed(thread, _MOST_DOCUMENTS, None)
        tabular = [document for document in documents if _has_columns(document)]
        if len(tabular) == len(documents) and not more:
            return tabular, []
        passages = (passage for passage in found.passages if passage.chunk.source is Source.DOCUMENT)
        parents = dict.fromkeys(passage.chunk.parent for passage in passages if passage.chunk.thread == thread)
        near = [each for each in await self._documents.several(thread, list(parents)) if await self._tables_of(each)]
        return near, [] if near else tabular

    async def _tables_of(self, document: Document) -> Sequence[Laid]:
        """Return the tables of a document that have named columns."""
        if document.media_type not in _IN_TEXT:
            return [Laid.whole(table) for table in document.tables if table.columns]
        place = (document.thread, document.id, document.sha256, document.version)
        known = self._in_text.get(place)
        if known is None:
            text = await self._documents.text(document.thread, document.id)
            known = await asyncio.to_thread(lambda: tuple(_IN_TEXT[document.media_type](text, document.tables)))
            self._in_text[place] = known
        return known

    async def _prepared(self, document: Document, laid: Laid) -> Prepared:
        """Return the table, parsed; from the cache where it is there."""
        table = laid.table
        place = (document.thread, document.id, document.sha256, document.version, table.start)
        known = self._ready.get(place)
        if known is not None:
            return known[0]
        text = laid.rows(await self._documents.text(document.thread, document.id))
        in_text = document.media_type in _IN_TEXT
        ready = await asyncio.to_thread(prepared, TableText(document.name, table.columns, text, table.title, in_text))
        if len(text) <= self._ready.maxsize:
            self._ready[place] = ready, len(text)
        return ready

    async def _cited_rows(self, document: Document, laid: Laid, result: Computed) -> list[tuple[Passage, str]]:
        """Return passages that contain rows of the result, each with the first of these rows as text; at most `_MOST_CITED`."""
        lines = _lines_of(result.table.text, result.rows)
        places = laid.places([start for start, _ in lines])
        held = await self._chunks.at(Collection(document.thread, Source.DOCUMENT), document.id, places)
        found: dict[str, tuple[Passage, str]] = {}
        for place, (_, line) in zip(places, lines, strict=True):
            chunk = next((each for each in held if each.start <= place < each.end), None)
            if chunk is not None and chunk.id not in found:
                found[chunk.id] = _passage(document, chunk), line
        return list(found.values())[:_MOST_CITED]


def _has_columns(document: Document) -> bool:
    return any(table.columns for table in document.tables)


def _lines_of(text: str, rows: Iterable[int]) -> list[tuple[int, str]]:
    """Return the start (in characters) and text of these rows, numbered from 1."""
    wanted = set(rows)
    last = max(wanted, default=0)
    found = []
    start = 0
    for number in range(1, last + 1):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if number in wanted:
            found.append((start, text[start:end]))
        start = end + 1
    return found


def _passage(document: Document, chunk: Chunk) -> Passage:
    return Passage(1, 1.0, chunk, Scores(None, None, 1.0), document.name, document.version)


def _with_rows(found: Found, rows: Sequence[tuple[Passage, str]]) -> Found:
    ids = {passage.chunk.id for passage, _ in rows}
    passages = [passage for passage, _ in rows] + [each for each in found.passages if each.chunk.id not in ids]
    ranked = tuple(replace(passage, rank=rank) for rank, passage in enumerate(passages, start=1))
    return replace(found, passages=ranked, confidence=1.0)


def _written(result: Computed, rows: Sequence[tuple[Passage, str]]) -> Written:
    markers = "".join(f"[{rank}]" for rank in range(1, len(rows) + 1))
    citations = tuple(Citation(rank, replace(passage, rank=rank), line) for rank, (passage, line) in enumerate(rows, start=1))
    text = f"{result.sentence.removesuffix('.')} {markers}." if markers else result.sentence
    return Written(text=f"{text}\n\n{result.how}", model=MODEL, citations=citations, quoted=True)


def _with_place(found: Found, written: Written, place: Elsewhere | None) -> tuple[Found, Written]:
    """Return what is found and written, with passages from this library naming it."""
    if place is None:
        return found, written

    def placed(passage: Passage) -> Passage:
        return replace(passage, elsewhere=place) if passage.chunk.thread == place.id else passage

    citations = tuple(replace(citation, passage=placed(citation.passage)) for citation in written.citations)
    passages = tuple(placed(passage) for passage in found.passages)
    return replace(found, passages=passages), replace(written, citations=citations)
