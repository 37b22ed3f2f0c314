"""Score how well a sentence of a source answers a question: by similarity, shared terms and form.

The weights were set by hand, each on questions for which a sentence of another form had been quoted, and checked with `threadwise
eval answers` on the dev sets (decisions 067, 101, 102, 106, 112).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage
from chat.llm.quoting import answer_likelihood
from chat.llm.quoting.candidates import Heard
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.narrowing import Narrowed
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import listing
from chat.llm.quoting.question.asked import Asked, expected
from chat.llm.quoting.question.subject import Subject, names
from chat.text import terms
from chat.text.languages import ENGLISH

Vectors = NDArray[np.float32]

_TERM_WEIGHT, _NEARLY_WEIGHT, _AROUND_WEIGHT = 0.3, 0.3, 0.3
"""Weights, relative to the cosine, of the share of the question's terms in a sentence and, if documents are among the sources, of
that share with related words and of the same with the sentence's headings and predecessor."""
_FOREIGN_COSINE = 0.5
"""Weight of the cosine in languages other than English, which the local embedding model hardly knows."""
_RANK_WEIGHT = 0.03
"""Subtracted per rank of the passage: retrieval saw more than the sentence."""
_ROW, _FIGURES_ALONE = 0.05, 0.15
"""Subtracted from a line that is not a sentence, and from a line of figures without names."""
_LONG_LINE = 100
"""Length in characters from which a line that is not a sentence is taken for names that ran together."""
_EMPTY = 0.15
"""Subtracted from a sentence that announces something not quoted with it."""
_CUT = 0.05
"""Subtracted from a document's sentence of which its passage holds only a part."""
_TOLD, _TIMED = 0.15, 0.08
"""Weights for a document's sentence of telling what is asked for, and of being about the period asked for."""
_NAMED_SO = 2.0
"""The value of `told` for a sentence that defines a name for a person or party, for a question who that is."""
_HEADED = 0.3
"""Added for a document's sentence whose heading is what is asked for."""
_UNNAMED = 0.4
"""The largest value of `told` for a line of figures without names."""
_BORNE_OUT = 0.3
"""Added for a turn that plainly tells what is asked of somebody."""
_BONUS = 0.15
"""Added for a sentence that has what the question asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A sentence with its scores for a question."""

    heard: Heard
    language: str
    """Language of the question."""
    cosine: float
    share: float
    """Share of the question's terms in the sentence, weighted by rarity, 0 to 1."""
    nearly: float
    """The same with partial credit for related words."""
    around: float
    """The same with the sentence's headings and predecessor."""
    has: bool
    """It has what the question asks for: a name, a time, a number."""
    told: float
    """How much it tells of what is asked for."""
    timed: float
    """How well it matches the period asked for."""
    unlikely: float
    """Subtracted for the form of the line."""
    may_be: bool
    """It is not ruled out. A document's sentence mentions what the question demands, and no other month, number or heading than
    the one asked for; a turn tells what is asked of somebody about that person."""
    borne_out: bool
    """It plainly tells just what is asked of somebody."""
    renews: bool
    """It also states a value there is only one of at a time, and the question asks for the present one."""
    beside_documents: bool
    """Some of the sentences weighed are a document's."""

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
        return answer_likelihood.answer_probability(
            self.cosine, self.nearly, self.around, self.has, self.language, self.borne_out
        )


def weigh(heard: Sequence[Heard], cosines: Vectors, evidence: Evidence, question: Asked, wanted: Subject) -> list[Weighed]:
    """Weigh the heard sentences, in their order. `cosines` are their similarities to the question."""
    held, sources = evidence.held, evidence.sources
    narrowed = Narrowed.of(question, evidence)
    beside_documents = any(each.piece.of_document for each in heard)
    weights = answer_likelihood.rarity(question, sources)
    capped = answer_likelihood.capped(weights, len(sources))
    tells = [narrowed.told(each, held[each.source], sources[each.source]) for each in heard]
    aims = [_aim(question, wanted, each, sources) for each in heard]
    return [
        Weighed(
            heard=each,
            language=question.language,
            cosine=float(cosine),
            share=answer_likelihood.share(weights, each.terms),
            nearly=answer_likelihood.nearly(weights, each.terms, question.language),
            around=answer_likelihood.nearly(capped, each.around, question.language),
            has=expected(question, each.piece.text) or (each.piece.told and wanted.is_measured(each.piece.text)),
            told=told,
            timed=timed,
            unlikely=_unlikely(each, held[each.source]),
            may_be=narrowed.admits(each, held[each.source], sources[each.source]) if each.piece.of_document else turn != "no",
            borne_out=turn == "plainly",
            renews=turn == "plainly" and narrowed.of_now,
            beside_documents=beside_documents,
        )
        for each, cosine, turn, (told, timed) in zip(heard, cosines, tells, aims, strict=True)
    ]


def _unlikely(each: Heard, held: Sequence[Piece]) -> float:
    """Return what is subtracted from a document's line for its form."""
    if not each.piece.of_document or each.piece.told:
        return 0.0
    if each.piece.announces:
        return 0.0 if each.piece.code or listing(held, each.at) else _EMPTY
    if each.piece.plain:
        return 0.0
    return _FIGURES_ALONE if each.row or len(each.piece.text) > _LONG_LINE else _ROW


def _aim(question: Asked, wanted: Subject, heard: Heard, sources: Sequence[Passage]) -> tuple[float, float]:
    """Return how much a document's sentence tells of what is asked for, and how well it matches the period asked for."""
    if not heard.piece.of_document:
        return 0.0, 0.0
    if question.kind == "who" and names(question.terms, heard.piece.text, question.language):
        return _NAMED_SO, 0.0
    if question.language != ENGLISH:
        label, colon, _ = heard.piece.text.partition(":")
        return float(bool(colon) and question.terms == frozenset(terms(label, question.language))), 0.0
    heading = sources[heard.source].chunk.section[-1:]
    told = wanted.row(heard.piece.text) if heard.piece.told else wanted.quantity_match(heard.piece.text)
    if heard.row:
        told = min(told, _UNNAMED)
    return told, wanted.timed(" ".join((*heading, heard.piece.text)))
