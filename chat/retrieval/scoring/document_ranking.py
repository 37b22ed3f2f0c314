"""Rank document chunks by their own scores, by the best chunk of their document, and by their document's name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from chat.retrieval.question.query import Query
from chat.retrieval.scoring import confidence
from chat.retrieval.scoring.evidence import Evidence, Mode, strength
from chat.retrieval.scoring.fusion import BackgroundScores, background_cosines, deviation_of, shares, standardised
from chat.retrieval.scoring.ranked import Ranked, comparable, dense_weight
from chat.retrieval.scoring.sums import Sums
from chat.settings import RetrievalSettings


def rank(
    evidence: Evidence,
    held_by: NDArray[np.int64],
    named: NDArray[np.float64],
    asked: Query,
    mode: Mode,
    settings: RetrievalSettings,
    explain: bool = False,
) -> Ranked:
    """Return the ranked chunks of `evidence`, in its order.

    `held_by` has the number of each chunk's document, or -1 if unknown; `named` has, by that number, how much of the document's
    name the question contains, 0 to 1. To `explain`, what a document's best chunk adds to the others is told apart.
    """
    sums = _summed(evidence, held_by, named, asked, mode, settings, explain)
    scaled, strongest = comparable(sums.total, _strengths(evidence, mode, settings), settings.leaders)
    return Ranked.of(
        evidence,
        slice(None),
        covered=evidence.covered,
        fused=scaled,
        strength=strongest,
        confidence=confidence.of_documents(strongest, settings),
        awaiting=evidence.awaiting,
        sums=replace(sums, strength=strongest),
    )


def _summed(
    evidence: Evidence,
    held_by: NDArray[np.int64],
    named: NDArray[np.float64],
    asked: Query,
    mode: Mode,
    settings: RetrievalSettings,
    explain: bool,
) -> Sums:
    """Return what adds up to each chunk's score: meaning and words, each by its weight.

    Meaning is the chunk's cosine, mixed with that of the best chunk of its document. In score fusion, unless the search is by
    meaning alone, there are also the share of the question's terms that the chunk holds, and the document's name.
    """
    weight = dense_weight(_hybrid_weight(asked, settings), mode)
    share, best = settings.document_best_share, best_of_document(evidence.dense, held_by)
    similar = (1 - share) * evidence.dense + share * best
    awaiting, unlisted = evidence.awaiting > 0, evidence.unlisted_keyword
    by_meaning, by_words = shares(similar, evidence.keyword, weight, settings.fusion, settings, awaiting, unlisted)
    sums = Sums((("meaning", by_meaning),))
    if explain and settings.fusion == "score":
        sums = Sums((("meaning", by_meaning - weight * _by_best(evidence.dense, similar, settings)), ("document", by_meaning)))
    sums = sums.plus("words", by_words)
    if settings.fusion == "score" and mode != "dense":
        background = BackgroundScores(0.0, 0.0, settings.background_units) + evidence.unlisted_covered
        sums = sums.plus("coverage", settings.document_coverage_weight * standardised(evidence.covered_with_related, background))
        if named.any():
            sums = sums.plus("document_name", settings.named_document_bonus * np.append(named, 0.0)[held_by])
    return sums


def _by_best(own: NDArray[np.float64], similar: NDArray[np.float64], settings: RetrievalSettings) -> NDArray[np.float64]:
    """Return by how much the best chunk of its document raises each chunk's standardised cosine similarity."""
    deviation = deviation_of(similar, background_cosines(settings))
    return np.nan_to_num(similar - own) / deviation if deviation else np.zeros(len(own))


def _strengths(evidence: Evidence, mode: Mode, settings: RetrievalSettings) -> NDArray[np.float64]:
    """Return the strength of each chunk; one whose vector is still being computed is judged by keywords alone."""
    strengths = strength(evidence.dense, evidence.covered, mode, settings)
    if evidence.awaiting and mode == "hybrid":
        by_words = strength(evidence.dense, evidence.covered, "keyword", settings)
        strengths = np.where(np.isnan(evidence.dense), by_words, strengths)
    return strengths


def _hybrid_weight(asked: Query, settings: RetrievalSettings) -> float:
    if asked.foreign:
        return settings.foreign_dense_weight
    return settings.follow_up_dense_weight if asked.earlier else settings.document_dense_weight


def best_of_document(dense: NDArray[np.float64], held_by: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return for each chunk the highest cosine similarity among its document's chunks, shape (chunks,).

    If the document is unknown (-1), it is the chunk's own; nan if no chunk of the document was returned.
    """
    best = np.full(int(held_by.max(initial=-1)) + 1, -np.inf)
    known = (held_by >= 0) & ~np.isnan(dense)
    np.maximum.at(best, held_by[known], dense[known])
    of_each = np.where(held_by >= 0, best[held_by], dense) if len(best) else dense.copy()
    of_each[np.isneginf(of_each)] = np.nan
    return of_each
