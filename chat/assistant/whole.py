"""Questions about whole documents: which documents they mean, and the passages that cover these section by section."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from chat.assistant.parts import Parts
from chat.domain import Chunk, Covered, Document, Elsewhere, Filters, Found, Passage, Question, Scores, Section, Source
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed
from chat.index.base import Collection
from chat.llm.quoting.definitions import purpose, signature
from chat.llm.quoting.overview import Group, OverviewWriter, sayable
from chat.llm.quoting.quotable import pieces
from chat.retrieval import coverage, naming, places, whole
from chat.retrieval.coverage import Division, Unit
from chat.retrieval.places import Place
from chat.retrieval.whole import Asked
from chat.text import without_markers
from chat.threads.base import Outline

_MOST_LISTED = 200
_TITLED = 30
"""Documents whose titles are looked up, beside their file names."""
_MOST_DOCUMENTS = 8
"""Documents that one answer covers, the newest ones."""
_MOST_CHUNKS = 4_000
"""Chunks of a document that are looked at; of a longer one, as many places evenly apart."""
_PLACES, _APART = 300, 40
"""Places that are looked at, and the fewest characters between them."""
_LEAST_SECTIONS = 3
_READ, _KEPT = 8, 4
"""Chunks of a section that are looked at for sentences, and those that are cited from."""
_LONG = 2_500
"""Characters of a section from which two sentences are told of it."""
_MOST_OF_FEW, _A_SENTENCE = 6, 250
"""Sentences that are told of a document of few sections together, and characters for which one of them stands."""
_DEFINITIONS = 40
_CONSTRUCTOR = re.compile(r"\b(?:__\w+__|constructor)$")
"""Says nothing that its class does not."""
_ON_TOPIC = 0.7
"""Share of the best chunk's likeness to a topic that others must come to."""
_ABOUT = 0.45
"""Likeness (cosine, and .4 for all words) from which a chunk is about one side of a comparison."""
_MOST_ON_TOPIC = 24
_A_SIDE = 6
_TOKENS_A_SECTION = 300
"""Of what a model may read, for each section of a document that is too long for it."""
_TOLD_INSTEAD = 14
_READ_OUT = 2_000
"""Characters of a section or page that is asked for by name, up to which all of it is quoted."""
_FENCES = 0.85
"""Share of what a model reads that is text rather than fences around it."""
_BYTES = 4


@dataclass(frozen=True, slots=True)
class Coverage:
    """Documents as they are covered for one question."""

    found: Found
    groups: tuple[Group, ...]
    """What is told of each section without a model."""
    known: tuple[str, ...]
    """Notes that need no model: what was counted over tables."""
    listing: bool = False


@dataclass(frozen=True, slots=True)
class _Meant:
    """A document of the question."""

    document: Document
    place: Elsewhere | None
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """One section of one document with the chunks that stand for it."""

    meant: _Meant
    unit: Unit
    chunks: tuple[Chunk, ...]
    most: int
    about: str = ""
    """The topic that is asked for."""
    said: tuple[tuple[str, bool], ...] = ()
    """Lines to be told as they are, and whether the first chunk bears them out."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with all that its parts are chosen from."""

    meant: _Meant
    outline: Outline
    chunks: list[Chunk]
    vectors: Mapping[str, coverage.Vector]


_Parts = tuple[list[_Part], list[Covered]]


class Whole:
    """Finds what covers whole documents; nothing is asked of a model here."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def covering(self, question: Question, holders: Mapping[str, Elsewhere | None], tokens: int | None) -> Coverage | None:
        """The coverage of the documents that a question wants as a whole; `None` for any other question.

        `tokens`: how much a model may read of them in all; `None`: sentences are picked from a few chunks of each section.
        """
        started = perf_counter()
        asked = whole.asked(question.meant)
        if asked is None or question.filters != Filters(document=question.filters.document):
            return None
        here = await self._documents(holders, question.filters.document)
        if not here:
            return None
        parts = await self._parts_of(asked, question.meant, here, tokens)
        if parts is None or not parts[0]:
            return None
        return _coverage(question, asked, *parts, round((perf_counter() - started) * 1000, 3))

    def writer(self, covered: Coverage) -> OverviewWriter:
        return OverviewWriter(self._parts.embedder, covered.groups, covered.listing)

    async def _documents(self, holders: Mapping[str, Elsewhere | None], only: str | None) -> list[_Meant]:
        """The newest of each holder, in the order in which they were added."""
        found: list[_Meant] = []
        for holder, place in holders.items():
            documents = await self._parts.documents.newest(holder, _MOST_LISTED)
            found += [_Meant(each, place) for each in documents if each.characters and only in (None, each.id)]
        return sorted(found, key=lambda each: each.document.created_at)

    async def _titled(self, here: Sequence[_Meant]) -> list[_Meant]:
        """The newest of them with their trees, in which their titles stand; a tree that was read is not read again."""
        newest = here[-_TITLED:]
        read = [each if each.sections else replace(each, sections=tuple(await self._sections(each))) for each in newest]
        return [*here[:-_TITLED], *read]

    async def _sections(self, meant: _Meant) -> list[Section]:
        return await self._parts.documents.sections(meant.document.thread, meant.document.id)

    # --- which parts of which documents

    async def _parts_of(self, asked: Asked, text: str, here: list[_Meant], tokens: int | None) -> _Parts | None:
        here = await self._titled(here)
        if asked.place is not None:
            found = await self._at(asked.place, asked, here, tokens)
            if found is not None or asked.otherwise is None:
                return found
            asked = asked.otherwise
        if asked.kind == "compare":
            return await self._compared(asked, here, tokens)
        named = [here[at] for at in naming.named(text, [_names(each) for each in here])]
        meant = await self._titled(named) if named else _pointed(asked, text, here)
        about = naming.without_names(asked.about, [name for each in named for name in _names(each)])
        if not about:
            return await self._all_of(meant, tokens)
        headed = [(each, section) for each in meant if (section := whole.headed(about, each.sections)) is not None]
        if headed:
            return await self._sections_of(headed[-_MOST_DOCUMENTS:], tokens)
        if asked.kind == "list" and asked.all:
            return await self._on_topic(meant, about)
        return None

    async def _at(self, place: Place, asked: Asked, here: list[_Meant], tokens: int | None) -> _Parts | None:
        """The one section, or page, that is asked for, of each document that has it; `None` where none has, or more is asked."""
        names = [_names(each) for each in here]
        named = [here[at] for at in naming.written(asked.beside, names) or naming.named(asked.beside, names)]
        if naming.without_names(asked.about, [name for each in named for name in _names(each)]):
            return None
        among = await self._titled(named) if named else here
        having = [(each, section) for each in among for section in await self._sections_at(place, each)]
        if not having:
            return None
        if not named:
            meant = _pointed(asked, asked.beside, [each for each, _ in having])
            having = [(each, section) for each, section in having if each in meant]
        return await self._sections_of(having[-_MOST_DOCUMENTS:], tokens, read_out=True)

    async def _sections_at(self, place: Place, one: _Meant) -> list[Section]:
        paged = place.pages is not None and one.document.pages
        pages = await self._parts.documents.pages(one.document.thread, one.document.id) if paged else []
        return places.sections_at(place, one.sections, pages)

    async def _compared(self, asked: Asked, here: list[_Meant], tokens: int | None) -> _Parts | None:
        """Two documents, two sections, or what stands in the documents about two things."""
        names = [_names(each) for each in here]
        if not asked.sides:
            return await self._all_of(here[-_MOST_DOCUMENTS:], tokens) if len(here) > 1 else None
        chosen = [_one(side, names) for side in asked.sides]
        both = [here[at] for at in chosen if at is not None]
        if len(asked.sides) == len(both) == len(set(chosen)):
            about = naming.without_names(asked.about, [name for each in both for name in _names(each)])
            return await self._all_of(both, tokens) if not about else await self._on_topic(both, about)
        headed = [
            next(((each, found) for each in here if (found := whole.headed(side, each.sections)) is not None), None)
            for side in asked.sides
        ]
        sections = [each for each in headed if each is not None]
        if len(sections) == len(asked.sides) > 1 and _apart(sections):
            return await self._sections_of(sections, tokens)
        return await self._sides(asked.sides, here) if asked.plainly else None

    async def _all_of(self, meant: Sequence[_Meant], tokens: int | None) -> _Parts:
        chosen = list(meant[-_MOST_DOCUMENTS:])
        most = self._parts.answering.whole_document_sections
        each = max(_LEAST_SECTIONS, most * 2 // (len(chosen) + 1))
        parts, covered = list[_Part](), list[Covered]()
        for one in chosen:
            share = None if tokens is None else tokens * one.document.characters // max(1, _characters(chosen))
            found, told = await self._parts_in(one, None, each, share)
            parts += found
            covered.append(told)
        return parts, covered

    async def _sections_of(self, headed: Sequence[tuple[_Meant, Section]], tokens: int | None, read_out: bool = False) -> _Parts:
        """`read_out`: all of a short one is quoted."""
        most = self._parts.answering.whole_document_sections // len(headed)
        parts, covered = list[_Part](), list[Covered]()
        for one, section in headed:
            share = None if tokens is None else tokens // len(headed)
            if tokens is None and read_out and (found := await self._read_out(one, section)):
                told = Covered(one.document.id, one.document.name, 1, 1, section.title)
            else:
                found, told = await self._parts_in(one, section, max(_LEAST_SECTIONS, most), share)
            parts += found
            covered.append(told)
        return parts, covered

    async def _parts_in(self, one: _Meant, within: Section | None, most: int, tokens: int | None) -> tuple[list[_Part], Covered]:
        """The parts of one document or section."""
        name = one.document.name
        tables = await self._of_tables(one) if within is None else []
        if tables and _is_tabular(one.document):
            return tables, Covered(one.document.id, name, len(tables), len(tables))
        read = await self._read(one, within)
        title = within.title if within is not None else None
        if tokens is not None:
            parts, covering, of = _for_model(read, within, most, tokens)
        else:
            code = _is_code(one.document)
            division = coverage.divided(read.outline, _DEFINITIONS if code else most, within)
            parts = [
                _defined(read, unit, chunks) if code else _told(read, unit, chunks, division)
                for unit in division.units
                if (chunks := coverage.inside(unit, read.chunks)) and not (code and _CONSTRUCTOR.search(unit.title))
            ]
            parts = [part for part in parts if part.chunks]
            covering, of = len(parts), division.of
        return [*tables, *parts], Covered(one.document.id, name, covering, of, title)

    async def _read_out(self, one: _Meant, section: Section) -> list[_Part]:
        """All of a section, sentence by sentence under the headings in it; nothing of one that is too long, or says nothing."""
        if section.end - section.start > _READ_OUT:
            return []
        read = await self._read(one, section)
        found = []
        for unit in coverage.by_heading(read.outline, section):
            for chunk in coverage.joined(_clipped(unit, coverage.inside(unit, read.chunks), read.outline), read.outline.text):
                said = tuple((piece.text, True) for piece in pieces(chunk, set()) if piece.quotable)
                found.append(_Part(one, unit, (chunk,), 0, said=said))
        return [part for part in found if part.said]

    async def _of_tables(self, one: _Meant) -> list[_Part]:
        parts = []
        for passage, title, columns, counted in await self._parts.tables.described(one.document):
            chunk = passage.chunk
            rows, *others = counted
            lines = ((rows, False), (columns, True), *((sentence, False) for sentence in others))
            parts.append(_Part(one, Unit(title, chunk.start, chunk.end), (chunk,), 0, said=lines))
        return parts

    async def _on_topic(self, meant: Sequence[_Meant], about: str) -> _Parts | None:
        """All passages about a topic, section by section."""
        chosen = [one for one in meant[-_MOST_DOCUMENTS:] if not _is_tabular(one.document)]
        if not chosen or len(chosen) < len(meant[-_MOST_DOCUMENTS:]):
            return None
        vector = await self._vector(about)
        reads = [await self._read(one) for one in chosen]
        scored = [coverage.about(read.chunks, read.vectors, about, vector) for read in reads]
        best = max((score for scores in scored for score in scores), default=0.0)
        least = max(_ABOUT, _ON_TOPIC * best)
        parts, covered = list[_Part](), list[Covered]()
        for read, scores in zip(reads, scored, strict=True):
            division = coverage.divided(read.outline, self._parts.answering.whole_document_sections)
            order = sorted((at for at, score in enumerate(scores) if score >= least), key=lambda at: -scores[at])
            kept = [read.chunks[at] for at in sorted(order[: _MOST_ON_TOPIC // len(chosen)])]
            found = [
                _Part(read.meant, unit, tuple(_clipped(unit, held, read.outline)), 4, about)
                for unit in division.units
                if (held := coverage.inside(unit, kept))
            ]
            parts += found
            covered.append(Covered(read.meant.document.id, read.meant.document.name, len(found), division.of))
        return (parts, covered) if parts else None

    async def _sides(self, sides: Sequence[str], here: Sequence[_Meant]) -> _Parts | None:
        """What the documents say about each of the sides; `None` unless they say something about every one."""
        chosen = [one for one in here[-_MOST_DOCUMENTS:] if not _is_tabular(one.document)]
        reads = [await self._read(one) for one in chosen]
        parts, touched = list[_Part](), set[str]()
        for side in sides:
            vector = await self._vector(side)
            scored = [
                (score, read, chunk)
                for read in reads
                for score, chunk in zip(coverage.about(read.chunks, read.vectors, side, vector), read.chunks, strict=True)
                if score >= _ABOUT
            ]
            best = sorted(scored, key=lambda each: -each[0])[: 3 * _A_SIDE]
            telling = [(read, chunk) for _, read, chunk in best if sayable(chunk)]
            if not telling:
                return None
            first = telling[0][0]
            held = tuple(sorted((chunk for read, chunk in telling if read is first), key=lambda chunk: chunk.start)[:_A_SIDE])
            parts.append(_Part(first.meant, Unit(side, held[0].start, held[-1].end), held, 3, side))
            touched.add(first.meant.document.id)
        covered = [
            Covered(one.document.id, one.document.name, 1, 1, " and ".join(sides)) for one in chosen if one.document.id in touched
        ]
        return parts, covered

    # --- what is read

    async def _read(self, one: _Meant, within: Section | None = None) -> _Read:
        """All chunks of a document, or those of a section; of a long one those at as many places evenly apart."""
        document = one.document
        collection = Collection(document.thread, Source.DOCUMENT)
        outline = (await self._parts.chunks.outlines(document.thread, [document.id]))[document.id]
        start, end = (within.start, within.end) if within else (0, len(outline.text))
        if document.chunks <= _MOST_CHUNKS and (within is None or end - start > _READ_OUT):
            chunks = await self._parts.chunks.of(collection, document.id)
        else:
            places = range(start, end, max(_APART, (end - start) // _PLACES))
            chunks = await self._parts.chunks.at(collection, document.id, places)
        vectors = await self._parts.indexer.vectors(collection, [chunk.id for chunk in chunks])
        return _Read(one, outline, chunks, vectors)

    async def _vector(self, text: str) -> coverage.Vector | None:
        try:
            embedded: Vectors = await self._parts.embedder.embed([text])
        except EmbeddingFailed:
            return None
        return np.asarray(embedded[0], dtype=np.float32)


def _for_model(read: _Read, within: Section | None, most: int, tokens: int) -> tuple[list[_Part], int, int]:
    """All that a model may read of a document; what does not fit by its most telling passages, section by section."""
    outline = read.outline
    room = int(tokens * _BYTES * _FENCES * len(outline.text) / max(1, len(outline.text.encode())))
    everything = Unit(within.title, within.start, within.end) if within else Unit("", 0, len(outline.text))
    held = coverage.inside(everything, read.chunks)
    if sum(len(chunk.text) for chunk in held) <= room:
        sections = coverage.divided(outline, most, within).of
        return [_read_whole(read, everything, held)] if held else [], sections, sections
    division = coverage.divided(outline, max(most, tokens // _TOKENS_A_SECTION), within)
    spread = coverage.spread([coverage.inside(unit, read.chunks) for unit in division.units], read.vectors, room)
    parts = [_read_whole(read, unit, chunks) for unit, chunks in zip(division.units, spread, strict=True) if chunks]
    return parts, len(parts), division.of


def _read_whole(read: _Read, unit: Unit, chunks: Sequence[Chunk]) -> _Part:
    return _Part(read.meant, unit, tuple(coverage.joined(_clipped(unit, chunks, read.outline), read.outline.text)), 0)


def _clipped(unit: Unit, chunks: Sequence[Chunk], outline: Outline) -> list[Chunk]:
    return [coverage.clipped(unit, chunk, outline) for chunk in chunks]


def _told(read: _Read, unit: Unit, chunks: Sequence[Chunk], division: Division) -> _Part:
    """Few sections are told of at more length."""
    telling = _clipped(unit, coverage.telling(chunks, read.vectors, _READ), read.outline)
    few = len(division.units) <= _LEAST_SECTIONS
    most = (2 if unit.length > _LONG else 1) + (1 if few and unit.title else 0)
    if few:
        most = max(most, min(_MOST_OF_FEW // len(division.units), round(unit.length / _A_SENTENCE)))
    kept = tuple(chunk for chunk in telling if sayable(chunk))[:_KEPT]
    return _Part(read.meant, unit, kept, most)


def _defined(read: _Read, unit: Unit, chunks: Sequence[Chunk]) -> _Part:
    text = read.outline.text[unit.start : unit.end]
    said = purpose(text[:_LONG])
    line = said if said is not None else f"`{signature(text, unit.title)}`" if unit.title else ""
    first = (coverage.clipped(unit, chunks[0], read.outline),) if line else ()
    return _Part(read.meant, unit, first, 1, said=((line, True),) if line else ())


def _coverage(question: Question, asked: Asked, parts: Sequence[_Part], covered: Sequence[Covered], spent: float) -> Coverage:
    passages, groups, known = list[Passage](), list[Group](), list[str]()
    for part in parts:
        numbers = tuple(range(len(passages) + 1, len(passages) + len(part.chunks) + 1))
        document = part.meant.document
        passages += [
            Passage(
                number,
                1.0,
                chunk,
                Scores(None, None, 1.0),
                document.name,
                document.version,
                elsewhere=part.meant.place,
            )
            for number, chunk in zip(numbers, part.chunks, strict=True)
        ]
        said = tuple(f"{without_markers(line)} [{numbers[0]}]" if cites else line for line, cites in part.said)
        if part.most or said:
            groups.append(Group(part.unit.title, numbers, part.most, document.name, part.about, said))
        else:
            groups += _by_section(part, numbers)
        if said and part.chunks[0].rows is not None:
            known.append(f"{document.name} {part.unit.title}: {' '.join(said)}")
    found = Found(
        question=question.text,
        rewritten=question.meant,
        passages=tuple(passages),
        confidence=1.0,
        timing_ms={"search": spent, "total": spent},
        note=" ".join(map(_sentence, covered)) or None,
        covered=tuple(covered),
    )
    return Coverage(found, tuple(groups), tuple(known), asked.kind == "list")


def _by_section(part: _Part, numbers: Sequence[int]) -> list[Group]:
    """What a model reads, as it is told should the model fail: a sentence of each section, of the longest ones."""
    held: dict[str, list[int]] = {}
    for number, chunk in zip(numbers, part.chunks, strict=True):
        held.setdefault(chunk.section[-1] if chunk.section else part.unit.title, []).append(number)
    longest = sorted(held, key=lambda title: -len(held[title]))[:_TOLD_INSTEAD]
    name = part.meant.document.name
    return [Group(title, tuple(found), 1, name) for title, found in held.items() if title in longest]


def _sentence(covered: Covered) -> str:
    what = f"“{covered.within}” in {covered.name}" if covered.within else covered.name
    if covered.sections == covered.of == 1:
        return f"Covers {what}."
    of = f"{covered.sections} of {covered.of}" if covered.sections < covered.of else f"all {covered.of}"
    return f"Covers {of} sections of {what}."


# --- which documents ---------------------------------------------------------------------------------------------


def _names(each: _Meant) -> list[str]:
    title = each.sections[0].title if each.sections else ""
    return [each.document.name, *([title] if title and title != each.document.name else [])]


def _pointed(asked: Asked, text: str, here: Sequence[_Meant]) -> list[_Meant]:
    """The newest of the thread's own when the question points to one, of those at whose names it hints ("the handbook") where
    there are such; all of them otherwise."""
    if not asked.this:
        return list(here)
    own = [each for each in here if each.place is None] or list(here)
    hinted = [own[at] for at in naming.hinted(text, [_names(each) for each in own])]
    return [max(hinted or own, key=lambda each: each.document.created_at)]


def _apart(sections: Sequence[tuple[_Meant, Section]]) -> bool:
    """Whether none of two sections is, or holds, the other."""
    (one, first), (other, second) = sections[:2]
    return one is not other or first.end <= second.start or second.end <= first.start


def _one(side: str, names: Sequence[Sequence[str]]) -> int | None:
    """The one document that a side names, if by a number alone that no other has."""
    found = naming.named(side, names)
    if len(found) == 1:
        return found[0]
    numbers = {word for word in side.replace("-", " ").split() if word.isdigit()}
    holding = [at for at, titles in enumerate(names) if numbers & set(re.findall(r"\d+", " ".join(titles)))]
    return holding[0] if len(holding) == 1 else None


def _characters(meant: Sequence[_Meant]) -> int:
    return sum(one.document.characters for one in meant)


def _is_tabular(document: Document) -> bool:
    """Nearly all of it is rows of tables with named columns."""
    rows = sum(table.end - table.start for table in document.tables if table.columns)
    return rows >= 0.8 * max(1, document.characters)


def _is_code(document: Document) -> bool:
    kind = document.media_type
    plain = ("text/x-markdown", "text/x-rst", "text/x-log")
    return (kind.startswith("text/x-") and kind not in plain) or kind in ("application/javascript", "text/javascript", "text/css")
