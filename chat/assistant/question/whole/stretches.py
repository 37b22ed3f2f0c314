"""Stretches of documents, each with the chunks that stand for it: all of it for a model, its most telling ones for quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten

from chat.assistant.question.whole.documents import Meant
from chat.domain import Chunk, Covered, Section
from chat.llm.quoting.overview import quotable_sentences
from chat.llm.quoting.passage.definitions import purpose, signature
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.retrieval.documents import clipping
from chat.retrieval.documents.division import Division, Unit, by_heading, divided
from chat.retrieval.documents.representatives import Vector, representative, thinned
from chat.threads.base import Outline

_READ, _KEPT = 8, 4
"""Chunks of a section that are looked at for sentences, and those that are cited from."""
FEW_SECTIONS = 3
_LONG = 2_500
"""Characters of a section from which two sentences are told of it."""
_MOST_OF_FEW, _A_SENTENCE = 6, 250
"""Sentences that are told of a document of few sections together, and characters for which one of them stands."""
_CONSTRUCTOR = re.compile(r"\b(?:__\w+__|constructor)$")
"""Says nothing that its class does not."""
_TOKENS_A_SECTION = 300
"""Of what a model may read, for each section of a document that is too long for it."""
_FENCES = 0.85
"""Share of what a model reads that is text rather than fences around it."""
_BYTES = 4
_QUOTED = 500
"""Characters of a part that is quoted as it stands."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A section of a document, or all of it."""

    meant: Meant
    unit: Unit
    chunks: tuple[Chunk, ...]
    most: int
    """Sentences that are told of it; 0: it is for a model to read."""
    about: str = ""
    """The topic that is asked for."""
    said: tuple[tuple[str, bool], ...] = ()
    """Lines to be told as they are, and whether the first chunk bears them out."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What covers the documents of a question."""

    stretches: tuple[Stretch, ...]
    covered: tuple[Covered, ...]


def together(several: Sequence[Chosen]) -> Chosen:
    """Join what was chosen, in this order."""
    return Chosen(
        tuple(stretch for each in several for stretch in each.stretches),
        tuple(covered for each in several for covered in each.covered),
    )


@dataclass(frozen=True, slots=True)
class Read:
    """A document with all that its stretches are chosen from."""

    meant: Meant
    outline: Outline
    chunks: list[Chunk]
    vectors: Mapping[str, Vector]

    def clipped(self, unit: Unit, chunks: Sequence[Chunk]) -> list[Chunk]:
        return [clipping.clipped(unit, chunk, self.outline) for chunk in chunks]

    def joined(self, unit: Unit, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Return what of these chunks lies in the unit, neighbours as one."""
        return clipping.joined(self.clipped(unit, chunks), self.outline.text)


def for_model(read: Read, within: Section | None, most: int, tokens: int) -> tuple[list[Stretch], int, int]:
    """Choose all that a model may read of a document; what does not fit by its most telling passages, section by section. With
    how many sections that covers, and of how many."""
    outline = read.outline
    room = int(tokens * _BYTES * _FENCES * len(outline.text) / max(1, len(outline.text.encode())))
    everything = Unit(within.title, within.start, within.end) if within else Unit("", 0, len(outline.text))
    held = clipping.inside(everything, read.chunks)
    if sum(len(chunk.text) for chunk in held) <= room:
        sections = divided(outline, most, within).of
        return [_whole(read, everything, held)] if held else [], sections, sections
    division = divided(outline, max(most, tokens // _TOKENS_A_SECTION), within)
    parts = thinned([clipping.inside(unit, read.chunks) for unit in division.units], read.vectors, room)
    stretches = [_whole(read, unit, chunks) for unit, chunks in zip(division.units, parts, strict=True) if chunks]
    return stretches, len(stretches), division.of


def for_quotes(read: Read, within: Section | None, most: int) -> tuple[list[Stretch], int, int]:
    """Choose a few telling chunks of each section. With how many sections that covers, and of how many."""
    division = divided(read.outline, most, within)
    told = [_told(read, unit, chunks, division) for unit in division.units if (chunks := clipping.inside(unit, read.chunks))]
    stretches = [stretch for stretch in told if stretch.chunks]
    return stretches, len(stretches), division.of


def of_code(read: Read, within: Section | None, most: int) -> tuple[list[Stretch], int, int]:
    """Choose what each definition is for, or how it is called. With how many definitions that covers, and of how many."""
    division = divided(read.outline, most, within)
    defined = [
        _defined(read, unit, chunks)
        for unit in division.units
        if (chunks := clipping.inside(unit, read.chunks)) and not _CONSTRUCTOR.search(unit.title)
    ]
    stretches = [stretch for stretch in defined if stretch.chunks]
    return stretches, len(stretches), division.of


def read_out(read: Read, section: Section) -> list[Stretch]:
    """Return all of a section, sentence by sentence under the headings in it."""
    found = []
    for unit in by_heading(read.outline, section):
        for chunk in read.joined(unit, clipping.inside(unit, read.chunks)):
            said = tuple((piece.text, True) for piece in split_into_pieces(chunk, set()) if piece.quotable)
            found.append(Stretch(read.meant, unit, (chunk,), 0, said=said))
    return [stretch for stretch in found if stretch.said]


def as_it_stands(read: Read, section: Section) -> list[Stretch]:
    """Return all of a section as one quote, be it sentences or not, cut where it is long."""
    unit = Unit(section.title, section.start, section.end)
    chunks = read.joined(unit, clipping.inside(unit, read.chunks))[:1]
    said = [shorten(chunk.text, _QUOTED, placeholder=" …") for chunk in chunks]
    return [Stretch(read.meant, unit, (chunk,), 0, said=((line, True),)) for chunk, line in zip(chunks, said, strict=True)]


def _whole(read: Read, unit: Unit, chunks: Sequence[Chunk]) -> Stretch:
    return Stretch(read.meant, unit, tuple(read.joined(unit, chunks)), 0)


def _told(read: Read, unit: Unit, chunks: Sequence[Chunk], division: Division) -> Stretch:
    """Choose the chunks that a section is told by, and how many sentences; few sections are told of at more length."""
    representatives = read.clipped(unit, representative(chunks, read.vectors, _READ))
    few = len(division.units) <= FEW_SECTIONS
    most = (2 if unit.length > _LONG else 1) + (1 if few and unit.title else 0)
    if few:
        most = max(most, min(_MOST_OF_FEW // len(division.units), round(unit.length / _A_SENTENCE)))
    kept = tuple(chunk for chunk in representatives if quotable_sentences(chunk))[:_KEPT]
    return Stretch(read.meant, unit, kept, most)


def _defined(read: Read, unit: Unit, chunks: Sequence[Chunk]) -> Stretch:
    text = read.outline.text[unit.start : unit.end]
    said = purpose(text[:_LONG])
    line = said if said is not None else f"`{signature(text, unit.title)}`" if unit.title else ""
    first = (clipping.clipped(unit, chunks[0], read.outline),) if line else ()
    return Stretch(read.meant, unit, first, 1, said=((line, True),) if line else ())
