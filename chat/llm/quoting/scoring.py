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
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.conditions import Conditions
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import list_range
from chat.llm.quoting.question.analysis import Question, has_answer_type
from chat.llm.quoting.question.subject import Subject, introduces_name
from chat.text import terms
from chat.text.languages import ENGLISH

Vectors = NDArray[np.float32]

_TERM_WEIGHT, _RELATED_WEIGHT, _CONTEXT_WEIGHT = 0.3, 0.3, 0.3
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
_SUBJECT_WEIGHT, _PERIOD_WEIGHT = 0.15, 0.08
"""Weights of how directly a document's sentence tells what is asked for, and of how well it matches the period asked for."""
_NAMED_SO = 2.0
"""The `subject_match` of a sentence that defines a name for a person or party, for a question who that is."""
_UNDER_HEADING = 0.3
"""Added for a document's sentence whose heading is what is asked for."""
_UNNAMED = 0.4
"""The largest `subject_match` of a line of figures without names."""
_PLAIN_STATEMENT = 0.3
"""Added for a turn that plainly tells what is asked of somebody."""
_ANSWER_TYPE = 0.15
"""Added for a sentence that has what the question asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCandidate:
    """A sentence with its scores for a question."""

    candidate: Candidate
    language: str
    """Language of the question."""
    cosine: float
    share: float
    """Share of the question's terms in the sentence, weighted by rarity, 0 to 1."""
    related_share: float
    """The same with partial credit for related words."""
    context_share: float
    """The same with the sentence's headings and predecessor."""
    has_answer_type: bool
    """It has what the question asks for: a name, a time, a number."""
    subject_match: float
    """How directly it tells what is asked for."""
    period_match: float
    """How well it matches the period asked for."""
    form_penalty: float
    """Subtracted for the form of the line."""
    admitted: bool
    """It is not ruled out. A document's sentence mentions what the question demands, and no other month, number or heading than
    the one asked for; a turn tells what is asked of somebody about that person."""
    states_plainly: bool
    """It plainly tells just what is asked of somebody."""
    states_present_value: bool
    """It also states a value there is only one of at a time, and the question asks for the present one."""
    with_documents: bool
    """Some of the candidates are a document's."""

    @property
    def score(self) -> float:
        of_document = self.candidate.piece.of_document
        return (
            (1.0 if self.language == ENGLISH else _FOREIGN_COSINE) * self.cosine
            + _TERM_WEIGHT * self.share
            + (_RELATED_WEIGHT * self.related_share + _CONTEXT_WEIGHT * self.context_share if self.with_documents else 0.0)
            + _PLAIN_STATEMENT * self.states_plainly
            + _ANSWER_TYPE * self.has_answer_type
            + _SUBJECT_WEIGHT * self.subject_match
            + _PERIOD_WEIGHT * self.period_match
            + (_UNDER_HEADING if self.candidate.heading_covers_question and of_document else 0.0)
            - self.form_penalty
            - (_CUT if self.candidate.piece.cut else 0.0)
            - _RANK_WEIGHT * self.candidate.source
        )

    @property
    def likelihood(self) -> float:
        """How likely it answers, 0 to 1."""
        return answer_likelihood.sentence_likelihood(
            self.cosine, self.related_share, self.context_share, self.has_answer_type, self.language, self.states_plainly
        )


def score_candidates(
    candidates: Sequence[Candidate], cosines: Vectors, evidence: Evidence, question: Question, subject: Subject
) -> list[ScoredCandidate]:
    """Score the candidates, in their order. `cosines` are their similarities to the question."""
    pieces, sources = evidence.pieces, evidence.sources
    conditions = Conditions.of(question, evidence)
    with_documents = any(each.piece.of_document for each in candidates)
    weights = answer_likelihood.term_weights(question, sources)
    capped = answer_likelihood.cap_weights(weights, len(sources))
    verdicts = [conditions.judge_turn(each, pieces[each.source], sources[each.source]) for each in candidates]
    matches = [_subject_and_period_match(question, subject, each, sources) for each in candidates]
    return [
        ScoredCandidate(
            candidate=each,
            language=question.language,
            cosine=float(cosine),
            share=answer_likelihood.share(weights, each.terms | measuring),
            related_share=answer_likelihood.related_share(weights, each.terms | measuring, question.language),
            context_share=answer_likelihood.related_share(capped, each.context | measuring, question.language),
            has_answer_type=has_answer_type(question, each.piece.text)
            or (each.piece.rephrased and subject.is_measured(each.piece.text)),
            subject_match=subject_match,
            period_match=period_match,
            form_penalty=_form_penalty(each, pieces[each.source]),
            admitted=conditions.admits(each, pieces[each.source], sources[each.source])
            if each.piece.of_document
            else verdict != "no",
            states_plainly=verdict == "plainly",
            states_present_value=verdict == "plainly" and conditions.asks_for_present_value,
            with_documents=with_documents,
        )
        for each, cosine, verdict, (subject_match, period_match) in zip(candidates, cosines, verdicts, matches, strict=True)
        for measuring in (_measuring(subject, each.piece),)
    ]


def _measuring(subject: Subject, piece: Piece) -> frozenset[str]:
    """Return the terms by which the question asks for a quantity, for a row that names it: "wide" for `Width: 60 cm`."""
    return subject.measuring if not piece.is_sentence and subject.is_measured(piece.text) else frozenset()


def _form_penalty(candidate: Candidate, pieces: Sequence[Piece]) -> float:
    """Return what is subtracted from a document's line for its form."""
    if not candidate.piece.of_document or candidate.piece.rephrased:
        return 0.0
    if candidate.piece.announces:
        return 0.0 if candidate.piece.code or list_range(pieces, candidate.at) else _EMPTY
    if candidate.piece.is_sentence:
        return 0.0
    return _FIGURES_ALONE if candidate.is_figures or len(candidate.piece.text) > _LONG_LINE else _ROW


def _subject_and_period_match(
    question: Question, subject: Subject, candidate: Candidate, sources: Sequence[Passage]
) -> tuple[float, float]:
    """Return how directly a document's sentence tells what is asked for, and how well it matches the period asked for."""
    if not candidate.piece.of_document:
        return 0.0, 0.0
    if question.kind == "who" and introduces_name(question.terms, candidate.piece.text, question.language):
        return _NAMED_SO, 0.0
    if question.language != ENGLISH:
        label, colon, _ = candidate.piece.text.partition(":")
        return float(bool(colon) and question.terms == frozenset(terms(label, question.language))), 0.0
    heading = sources[candidate.source].chunk.section[-1:]
    match = subject.row_match(candidate.piece.text) if candidate.piece.rephrased else subject.quantity_match(candidate.piece.text)
    if candidate.is_figures:
        match = min(match, _UNNAMED)
    return match, subject.period_match(" ".join((*heading, candidate.piece.text)))
