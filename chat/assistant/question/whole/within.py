"""What stands within a document, or within one of its sections: all of it, its tables, what is about a topic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from chat.assistant.parts import Parts
from chat.assistant.question.whole.documents import Meant
from chat.assistant.question.whole.stretches import (
    FEW_SECTIONS,
    Chosen,
    Read,
    Stretch,
    as_it_stands,
    for_model,
    for_quotes,
    of_code,
    read_out,
    together,
)
from chat.domain import Covered, Section, Source
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed
from chat.index.base import Collection
from chat.llm.quoting.overview import quotable_sentences
from chat.retrieval.documents import clipping, front
from chat.retrieval.documents.division import Unit, divided
from chat.retrieval.documents.representatives import Vector, topic_scores

MOST_DOCUMENTS = 8
"""Documents that one answer covers, the newest ones."""
_MOST_CHUNKS = 4_000
"""Chunks of a document that are looked at; of a longer one, as many places evenly apart."""
_PLACES, _APART = 300, 40
"""Places that are looked at, and the fewest characters between them."""
_DEFINITIONS = 40
_READ_OUT = 2_000
"""Characters of a section or page that is asked for by name, up to which all of it is quoted."""
_ON_TOPIC = 0.7
"""Share of the best chunk's likeness to a topic that others must come to."""
_ABOUT = 0.45
"""Likeness (cosine, and .4 for all words) from which a chunk is about one side of a comparison."""
_MOST_ON_TOPIC = 24
_A_SIDE = 6


class Within:
    """Reads it. `tokens`: how much a model may read of all in all; `None`: sentences are picked from a few chunks of each
    section."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def documents(self, meant: Sequence[Meant], tokens: int | None) -> Chosen:
        """Cover all of these documents; each gets sections and tokens by its share."""
        chosen = list(meant[-MOST_DOCUMENTS:])
        most = max(FEW_SECTIONS, self._parts.settings.answering.whole_document_sections * 2 // (len(chosen) + 1))
        characters = max(1, sum(one.document.characters for one in chosen))
        shares = [None if tokens is None else tokens * one.document.characters // characters for one in chosen]
        return together([await self._of(one, None, most, share) for one, share in zip(chosen, shares, strict=True)])

    async def sections(self, headed: Sequence[tuple[Meant, Section]], tokens: int | None, named: bool = False) -> Chosen:
        """Cover all of these sections; of a short one that is asked for by name (`named`), every sentence. Without text, a
        section with the document's title stands for all of it."""
        most = max(FEW_SECTIONS, self._parts.settings.answering.whole_document_sections // len(headed))
        share = None if tokens is None else tokens // len(headed)
        found = []
        for one, section in headed:
            read = await self._read_out(one, section) if named and tokens is None else None
            read = read or await self._of(one, section, most, share)
            titles_all = not read.stretches and section.title == one.sections[0].title
            found.append(await self._of(one, None, most, share) if titles_all else read)
        return together(found)

    async def fronts(self, meant: Sequence[tuple[Meant, Section]], tokens: int | None) -> Chosen | None:
        """Return what stands in front of these documents, as it stands there; `None` where a text says it in words of its own."""
        reads = [(await self._read(one, section), section) for one, section in meant]
        if any(front.is_signed(read.outline.text) for read, _ in reads):
            return None
        if tokens is not None:
            return await self.sections(meant, tokens)
        found = [stretch for read, section in reads for stretch in as_it_stands(read, section)]
        return Chosen(tuple(found), tuple(Covered(one.document.id, one.document.name, 1, 1, at.title) for one, at in meant))

    async def topic(self, meant: Sequence[Meant], about: str) -> Chosen | None:
        """Return all passages about a topic, section by section; `None` if there are none, or tables are among what is meant."""
        chosen = meant[-MOST_DOCUMENTS:]
        if not chosen or any(one.is_tabular for one in chosen):
            return None
        vector = await self._vector(about)
        reads = [await self._read(one) for one in chosen]
        scored = [topic_scores(read.chunks, read.vectors, about, vector) for read in reads]
        least = max(_ABOUT, _ON_TOPIC * max((score for scores in scored for score in scores), default=0.0))
        most = _MOST_ON_TOPIC // len(chosen)
        found = [self._on_topic(read, scores, about, least, most) for read, scores in zip(reads, scored, strict=True)]
        every = together(found)
        return every if every.stretches else None

    def _on_topic(self, read: Read, scores: Sequence[float], about: str, least: float, most: int) -> Chosen:
        division = divided(read.outline, self._parts.settings.answering.whole_document_sections)
        order = sorted((at for at, score in enumerate(scores) if score >= least), key=lambda at: -scores[at])
        kept = [read.chunks[at] for at in sorted(order[:most])]
        found = [
            Stretch(read.meant, unit, tuple(read.clipped(unit, held)), 4, about)
            for unit in division.units
            if (held := clipping.inside(unit, kept))
        ]
        document = read.meant.document
        return Chosen(tuple(found), (Covered(document.id, document.name, len(found), division.of),))

    async def sides(self, sides: Sequence[str], here: Sequence[Meant]) -> Chosen | None:
        """Return what the documents say about each of the sides; `None` unless they say something about every one."""
        chosen = [one for one in here[-MOST_DOCUMENTS:] if not one.is_tabular]
        reads = [await self._read(one) for one in chosen]
        found = list[Stretch]()
        for side in sides:
            stretch = _side(side, reads, await self._vector(side))
            if stretch is None:
                return None
            found.append(stretch)
        touched = {stretch.meant.document.id for stretch in found}
        within = " and ".join(sides)
        documents = [one.document for one in chosen if one.document.id in touched]
        return Chosen(tuple(found), tuple(Covered(each.id, each.name, 1, 1, within) for each in documents))

    async def _of(self, one: Meant, within: Section | None, most: int, tokens: int | None) -> Chosen:
        document = one.document
        tables = await self._tables(one) if within is None else []
        if tables and one.is_tabular:
            return Chosen(tuple(tables), (Covered(document.id, document.name, len(tables), len(tables)),))
        read = await self._read(one, within)
        if tokens is not None:
            found, covering, of = for_model(read, within, most, tokens)
        elif one.is_code:
            found, covering, of = of_code(read, within, _DEFINITIONS)
        else:
            found, covering, of = for_quotes(read, within, most)
        title = within.title if within is not None else None
        return Chosen((*tables, *found), (Covered(document.id, document.name, covering, of, title),))

    async def _read_out(self, one: Meant, section: Section) -> Chosen | None:
        """Return every sentence of a section; `None` for one that is too long, or says nothing."""
        if section.end - section.start > _READ_OUT:
            return None
        found = read_out(await self._read(one, section), section)
        told = Covered(one.document.id, one.document.name, 1, 1, section.title)
        return Chosen(tuple(found), (told,)) if found else None

    async def _tables(self, one: Meant) -> list[Stretch]:
        found = []
        for passage, title, columns, counted in await self._parts.tables.described(one.document):
            chunk = passage.chunk
            rows, *others = counted
            lines = ((rows, False), (columns, True), *((sentence, False) for sentence in others))
            found.append(Stretch(one, Unit(title, chunk.start, chunk.end), (chunk,), 0, said=lines))
        return found

    async def _read(self, one: Meant, within: Section | None = None) -> Read:
        """Read all chunks of a document, or those of a section; of a long one those at as many places evenly apart."""
        document = one.document
        collection = Collection(document.thread, Source.DOCUMENT)
        outline = (await self._parts.rows.chunks.outlines(document.thread, [document.id]))[document.id]
        start, end = (within.start, within.end) if within else (0, len(outline.text))
        if document.chunks <= _MOST_CHUNKS and (within is None or end - start > _READ_OUT):
            chunks = await self._parts.rows.chunks.of(collection, document.id)
        else:
            places = range(start, end, max(_APART, (end - start) // _PLACES))
            chunks = await self._parts.rows.chunks.at(collection, document.id, places)
        vectors = await self._parts.indexer.vectors(collection, [chunk.id for chunk in chunks])
        return Read(one, outline, chunks, vectors)

    async def _vector(self, text: str) -> Vector | None:
        try:
            embedded: Vectors = await self._parts.embedder.embed([text], urgent=True)
        except EmbeddingFailed:
            return None
        return np.asarray(embedded[0], dtype=np.float32)


def _side(side: str, reads: Sequence[Read], vector: Vector | None) -> Stretch | None:
    """Return what one document says about a side, the one that says most; `None` when none says anything."""
    scored = [
        (score, read, chunk)
        for read in reads
        for score, chunk in zip(topic_scores(read.chunks, read.vectors, side, vector), read.chunks, strict=True)
        if score >= _ABOUT
    ]
    best = sorted(scored, key=lambda each: -each[0])[: 3 * _A_SIDE]
    telling = [(read, chunk) for _, read, chunk in best if quotable_sentences(chunk)]
    if not telling:
        return None
    first = telling[0][0]
    held = tuple(sorted((chunk for read, chunk in telling if read is first), key=lambda chunk: chunk.start)[:_A_SIDE])
    return Stretch(first.meant, Unit(side, held[0].start, held[-1].end), held, 3, side)
