"""How far a sentence of a source answers a question: by what it is like, what it holds and what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage
from chat.llm.quoting import fitting
from chat.llm.quoting.hearing import Heard
from chat.llm.quoting.narrowing import Narrowed
from chat.llm.quoting.passage.quotable import Piece
from chat.llm.quoting.passage.together import listing
from chat.llm.quoting.question.asked import Asked, expected
from chat.llm.quoting.question.subject import Subject, names
from chat.text import terms
from chat.text.languages import ENGLISH

Vectors = NDArray[np.float32]

_TERM_WEIGHT, _NEARLY_WEIGHT, _AROUND_WEIGHT = 0.3, 0.3, 0.3
"""Of the share of the question's terms in a sentence, beside its cosine; where documents are looked at, of that share with
related words, and of the same with its heading and the sentence before it."""
_FOREIGN_COSINE = 0.5
"""What the cosine counts in other languages than English, which the local model hardly knows."""
_RANK_WEIGHT = 0.03
"""Taken off per rank of the passage: retrieval saw more than the sentence."""
_ROW, _FIGURES_ALONE = 0.05, 0.15
"""Taken off a line that is no sentence; off one of figures that nobody can name."""
_LONG_LINE = 100
"""Characters from which what is no sentence is names that ran together."""
_EMPTY = 0.15
"""Taken off a sentence that announces what is not quoted with it."""
_CUT = 0.05
"""Taken off a document's sentence that its passage holds the half of."""
_TOLD, _TIMED = 0.15, 0.08
"""For a document's sentence that tells of what is asked for, of the period that is asked for."""
_NAMED_SO = 2.0
"""How far a sentence that gives somebody a name for all that follows tells who that is."""
_HEADED = 0.3
"""For a document's sentence whose heading is what is asked for."""
_UNNAMED = 0.4
"""The most that a line of figures tells that nobody can name."""
_BORNE_OUT = 0.3
"""For a turn that plainly tells what is asked of whom."""
_BONUS = 0.15
"""For a sentence that has what the question asks for, beside its cosine."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A sentence held against the question."""

    heard: Heard
    language: str
    """Of the question."""
    cosine: float
    share: float
    """Of the question's terms, by their rarity."""
    nearly: float
    """The same, related words counted in part."""
    around: float
    """The same with what it stands under and behind."""
    has: bool
    """It has what the question asks for: a name, a time, a number."""
    told: float
    """How far it tells what is asked for."""
    timed: float
    """Of the period that is asked for."""
    unlikely: float
    """What is taken off for what it is."""
    may_be: bool
    """It speaks of what must be spoken of, of no other month, number or heading than the one that is asked for; of what was said,
    it tells what is asked of somebody, of them."""
    borne_out: bool
    """Somebody plainly told just what is asked of whom."""
    renews: bool
    """What it so tells is what there is one of at a time, and that of now is asked for."""
    beside_documents: bool
    """It is of one, or held against sentences of documents."""

    @property
    def score(self) -> float:
        of_document = self.heard.piece.of_document
        return (
            (1.0 if self.language == ENGLISH else _FOREIGN_COSINE) * self.cosine
            + _TERM_WEIGHT * self.share
            + (_NEARLY_WEIGHT * self.nearly + _AROUND_WEIGHT * self.around if self.beside_documents else 0.0)
            + _BORNE_OUT * self.borne_out
            + _BONUS * self.has
            + _TOLD * self.told
            + _TIMED * self.timed
            + (_HEADED if self.heard.headed and of_document else 0.0)
            - self.unlikely
            - (_CUT if self.heard.piece.cut else 0.0)
            - _RANK_WEIGHT * self.heard.source
        )

    @property
    def likely(self) -> float:
        """How likely it answers, 0 to 1."""
        return fitting.told(self.cosine, self.nearly, self.around, self.has, self.language, self.borne_out)


def weigh(
    heard: Sequence[Heard],
    of_each: Sequence[Sequence[Piece]],
    cosines: Vectors,
    sources: Sequence[Passage],
    question: Asked,
    wanted: Subject,
) -> list[Weighed]:
    """The sentences that were heard, in this order. `cosines` are theirs with the question, `of_each` holds the pieces of each
    source."""
    narrowed = Narrowed.of(question, of_each, sources)
    beside_documents = any(each.piece.of_document for each in heard)
    weights = fitting.rarity(question, sources)
    capped = fitting.capped(weights, len(sources))
    told = [narrowed.told(each, of_each[each.source], sources[each.source]) for each in heard]
    return [
        Weighed(
            each,
            question.language,
            float(cosine),
            fitting.share(weights, each.terms),
            fitting.nearly(weights, each.terms, question.language),
            fitting.nearly(capped, each.around, question.language),
            expected(question, each.piece.text) or (each.piece.told and wanted.is_measured(each.piece.text)),
            *_aim(question, wanted, each, sources),
            _unlikely(each, of_each[each.source]),
            narrowed.admits(each, of_each[each.source], sources[each.source]) if each.piece.of_document else tells != "no",
            tells == "plainly",
            tells == "plainly" and narrowed.of_now,
            beside_documents,
        )
        for each, cosine, tells in zip(heard, cosines, told, strict=True)
    ]


def _unlikely(each: Heard, held: Sequence[Piece]) -> float:
    """What is taken off a document's line for what it is."""
    if not each.piece.of_document or each.piece.told:
        return 0.0
    if each.piece.announces:
        return 0.0 if each.piece.code or listing(held, each.at) else _EMPTY
    if each.piece.plain:
        return 0.0
    return _FIGURES_ALONE if each.row or len(each.piece.text) > _LONG_LINE else _ROW


def _aim(question: Asked, wanted: Subject, heard: Heard, sources: Sequence[Passage]) -> tuple[float, float]:
    """How far a document's sentence tells what is asked for, and of the period that is asked for."""
    if not heard.piece.of_document:
        return 0.0, 0.0
    if question.kind == "who" and names(question.terms, heard.piece.text, question.language):
        return _NAMED_SO, 0.0
    if question.language != ENGLISH:
        label, colon, _ = heard.piece.text.partition(":")
        return float(bool(colon) and question.terms == frozenset(terms(label, question.language))), 0.0
    heading = sources[heard.source].chunk.section[-1:]
    told = wanted.row(heard.piece.text) if heard.piece.told else wanted.told(heard.piece.text)
    if heard.row:
        told = min(told, _UNNAMED)
    return told, wanted.timed(" ".join((*heading, heard.piece.text)))
