"""The evidence of dense and keyword search on the chunks of one collection, aligned by chunk, and its strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chat.index.base import Hits, Near, inverse_document_frequency
from chat.index.id_map import IdMap
from chat.retrieval.scoring.fusion import NOTHING, BackgroundScores
from chat.retrieval.scoring.top_k import head
from chat.settings import RetrievalSettings

Mode = Literal["hybrid", "dense", "keyword"]

_BY_WORDS = 400
"""Number of chunks listed for their BM25, and as many for their coverage, in a collection too large to list whole."""


@dataclass(frozen=True, slots=True)
class TermRows:
    """The hits of a term, by the rows of the evidence."""

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]
    near: Near | None
    """Its `numbers` are rows as well."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The results of both searches for chunks of one collection; arrays have one entry, a row, per chunk."""

    map: IdMap
    numbers: NDArray[np.int64]
    """Number of each chunk in `map`."""
    dense: NDArray[np.float64]
    """Cosine similarity; nan if the vector search did not return the chunk."""
    keyword: NDArray[np.float64]
    """BM25, the weighted sum over the terms, including related words; 0 if none matches."""
    covered: NDArray[np.float64]
    """Share of the question's terms the chunk contains, 0 to 1, weighted by rarity; see `coverage`."""
    terms: tuple[TermRows, ...]
    """The chunks that contain each term; filled only if `chunks` was passed to `gather`."""
    rarity: NDArray[np.float64]
    """Weighted inverse document frequency of each term, including those without a match. Shape (terms,)."""
    covered_with_related: NDArray[np.float64]
    """`covered`, with a related word counted as part of its term."""
    awaiting: int = 0
    """Number of chunks of the collection whose vectors are still being computed."""
    unlisted_keyword: BackgroundScores = NOTHING
    """`keyword` scores of the chunks that match a term but are not listed here."""
    unlisted_covered: BackgroundScores = NOTHING
    """`covered_with_related` of the same unlisted chunks."""
    specificity: NDArray[np.float64] | None = None
    """How specific each chunk is regardless of the question; filled only if passed to `gather`."""

    @property
    def found(self) -> NDArray[np.bool_]:
        """Mask of the chunks that either search returned."""
        return ~np.isnan(self.dense) | (self.keyword > 0)

    def by_term(self, related: bool) -> NDArray[np.float64]:
        """Return the BM25 scores by term, shape (terms, chunks); with `related`, including those of related words."""
        scores = np.zeros((len(self.terms), len(self.numbers)))
        for row, term in zip(scores, self.terms, strict=True):
            row[term.rows] = term.scores
            if related and term.near is not None:
                row[term.near.numbers] += term.near.scores
        return scores


def gather(
    dense: Hits | None,
    keyword: Sequence[Hits],
    weights: Sequence[float],
    chunks: IdMap | None,
    numbers: NDArray[np.int64],
    background_units: int,
    specific: Hits | None = None,
) -> Evidence:
    """Align the hits of both searches by chunk.

    With `chunks`, the rows are exactly the chunks of that map with these `numbers`, in their order. Without, they are all chunks
    hit; in a collection so large that the vector search returned only the nearest, they are these and the best by keywords.

    `keyword` has the hits of each term and `weights` their weights; `dense` is `None` if vectors were not searched. `specific`
    has the specificity of the chunks. `background_units` is the setting of that name.
    """
    everything = chunks is None
    if chunks is None:
        chunks = keyword[0].map if keyword else dense.map if dense else IdMap()
        numbers = np.arange(len(chunks))
    sums = _summed(dense, keyword, weights, chunks, numbers, background_units)
    if not everything:
        return sums.evidence(None, None if specific is None else _by_row(specific, chunks, numbers))
    if dense is not None and not dense.complete:
        return sums.leading()
    found = ~np.isnan(sums.dense) | (sums.keyword > 0)
    return sums.evidence(None if found.all() else np.flatnonzero(found))


@dataclass(frozen=True, slots=True)
class _Sums:
    """`Evidence` of all chunks in single precision, which halves the time over the tens of thousands of a large collection."""

    map: IdMap
    numbers: NDArray[np.int64]
    dense: NDArray[np.float32]
    keyword: NDArray[np.float32]
    covered: NDArray[np.float32]
    covered_with_related: NDArray[np.float32]
    terms: tuple[TermRows, ...]
    rarity: NDArray[np.float64]
    awaiting: int

    def leading(self) -> Evidence:
        """Return the chunks with a cosine similarity, the best by BM25, and the best by coverage; the others count as background.

        A chunk left out is behind so many others by each of the three that it could not be among the first.
        """
        listed = ~np.isnan(self.dense)
        for scores in (self.keyword, self.covered_with_related):
            best = head(scores, _BY_WORDS)
            listed[best[scores[best] > 0]] = True
        leading = self.evidence(np.flatnonzero(listed))
        unlisted = int(np.count_nonzero(self.keyword) - np.count_nonzero(leading.keyword))
        return replace(
            leading,
            unlisted_keyword=BackgroundScores.between(self.keyword, leading.keyword, unlisted),
            unlisted_covered=BackgroundScores.between(self.covered_with_related, leading.covered_with_related, unlisted),
        )

    def evidence(self, rows: NDArray[np.intp] | None, specificity: NDArray[np.float64] | None = None) -> Evidence:
        """Return the evidence of the given rows; `None` for all."""
        chosen = slice(None) if rows is None else rows
        return Evidence(
            map=self.map,
            numbers=self.numbers[chosen],
            dense=self.dense[chosen].astype(np.float64),
            keyword=self.keyword[chosen].astype(np.float64),
            covered=self.covered[chosen].astype(np.float64),
            terms=self.terms if rows is None else (),
            rarity=self.rarity,
            covered_with_related=self.covered_with_related[chosen].astype(np.float64),
            awaiting=self.awaiting,
            specificity=specificity,
        )


def _summed(
    dense: Hits | None,
    keyword: Sequence[Hits],
    weights: Sequence[float],
    chunks: IdMap,
    numbers: NDArray[np.int64],
    background_units: int,
) -> _Sums:
    """Add up the hits of all terms for the chunks with these `numbers`; arrays have shape (numbers,).

    A chunk's coverage is the rarity of the terms that it holds, as a share of that of all terms, 0 to 1; a related word counts by
    its likeness to the term. A cosine that the vector search did not give is NaN.
    """
    count, row_of = len(numbers), _rows(chunks, numbers)
    cosines = np.full(count, np.nan, dtype=np.float32)
    bm25, named, nearly_named = (np.zeros(count, dtype=np.float32) for _ in range(3))
    if dense is not None:
        rows, scores = _in_rows(dense, chunks, row_of)
        cosines[rows] = scores
    terms = tuple(_term_rows(hits, chunks, row_of) for hits in keyword)
    rarity = np.array([weight * _rarity(hits, background_units) for hits, weight in zip(keyword, weights, strict=True)])
    for term, rare in zip(terms, rarity.tolist(), strict=True):
        bm25[term.rows] += term.scores
        named[term.rows] += np.float32(rare)
        if term.near is not None:
            bm25[term.near.numbers] += term.near.scores
            nearly_named[term.near.numbers] += np.float32(rare) * term.near.likeness
    asked = np.float32(rarity.sum() or 1.0)
    held = max((hits.total for hits in keyword), default=0)
    return _Sums(
        map=chunks,
        numbers=numbers,
        dense=cosines,
        keyword=bm25,
        covered=named / asked,
        covered_with_related=(named + nearly_named) / asked,
        terms=terms,
        rarity=rarity,
        awaiting=max(held - dense.total, 0) if dense is not None else 0,
    )


def _by_row(hits: Hits, chunks: IdMap, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the scores of the hits by row, 0 where there is none."""
    scored = np.zeros(len(numbers))
    rows, scores = _in_rows(hits, chunks, _rows(chunks, numbers))
    scored[rows] = scores
    return scored


def _rows(chunks: IdMap, numbers: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Return the row of each number in `chunks`, -1 if it has none; `None` if rows and numbers are the same.

    Shape (chunks + 1,): the last entry is for ids that are not in the map at all, whose number is -1.
    """
    if len(chunks) == len(numbers):
        return None
    row_of = np.full(len(chunks) + 1, -1)
    row_of[numbers] = np.arange(len(numbers))
    return row_of


def _in_rows(hits: Hits, chunks: IdMap, row_of: NDArray[np.int64] | None) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the rows and scores of those hits that have a row."""
    rows, known = _rows_of(hits.map, hits.numbers, chunks, row_of)
    return (rows, hits.scores) if known is None else (rows[known], hits.scores[known])


def _term_rows(hits: Hits, chunks: IdMap, row_of: NDArray[np.int64] | None) -> TermRows:
    near = hits.near
    if near is not None:
        rows, known = _rows_of(hits.map, near.numbers, chunks, row_of)
        near = replace(near, numbers=rows) if known is None else Near(rows[known], near.scores[known], near.likeness[known])
    return TermRows(*_in_rows(hits, chunks, row_of), near)


def _rows_of(
    map: IdMap, numbers: NDArray[np.int64], chunks: IdMap, row_of: NDArray[np.int64] | None
) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None]:
    """Return the rows of chunks numbered in another map, and a mask of those that have a row; `None` if all have one."""
    of_ours = numbers if map is chunks else map.numbers_in(chunks)[numbers]
    rows = of_ours if row_of is None else row_of[of_ours]
    known = None if map is chunks and row_of is None else rows >= 0
    return rows, None if known is None or known.all() else known


def _rarity(hits: Hits, background_units: int) -> float:
    """Return the inverse document frequency as if the collection also held some unrelated units.

    Otherwise every term would be common in a collection of a single chunk.
    """
    return inverse_document_frequency(hits.total + background_units, len(hits.numbers))


def coverage(by_term: NDArray[np.float64], rarity: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of the question each unit contains, 0 to 1, shape (units,).

    It is the inverse document frequency of the terms the unit contains, divided by that of all terms. `by_term` has shape (terms,
    units), `rarity` has shape (terms,).
    """
    asked = float(rarity.sum())
    return rarity @ (by_term > 0) / asked if asked else np.zeros(by_term.shape[1])


def strength(
    dense: NDArray[np.float64], covered: NDArray[np.float64], mode: Mode, settings: RetrievalSettings
) -> NDArray[np.float64]:
    """Return how likely each unit is to be about the question, 0 to 1, regardless of the rest of its collection.

    A z-score cannot tell that, since every collection has a best unit. Units that the vector search did not return count as
    unrelated in their cosine similarity. The strength is a logistic function of cosine similarity and coverage, fitted on four
    sets: questions asked of their own thread against those asked of another, each set with the same weight (docs/decisions/051).
    """
    fitted = {"hybrid": settings.strength_hybrid, "dense": settings.strength_dense, "keyword": settings.strength_keyword}
    by_cosine, by_coverage, offset = fitted[mode]
    cosine = np.where(np.isnan(dense), settings.background_cosine, dense)
    return np.asarray(1 / (1 + np.exp(offset - by_cosine * cosine - by_coverage * covered)))
