"""The ranked units of one or several collections, on a scale comparable between collections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Part
from chat.index.id_map import IdMap
from chat.retrieval.scoring.evidence import Evidence, Mode
from chat.retrieval.scoring.sums import Sums
from chat.retrieval.scoring.top_k import head


@dataclass(frozen=True, slots=True)
class Ranked:
    """Units (chunks of documents, or messages) of one or several collections; arrays have one entry per unit, in any order."""

    maps: tuple[IdMap, ...]
    """One id map per collection."""
    collection: NDArray[np.intp]
    """The collection of each unit, as an index into `maps`."""
    numbers: NDArray[np.int64]
    """The chunk shown for each unit, as its number in the map of its collection."""
    dense: NDArray[np.float64]
    """Cosine similarity of that chunk; nan if the vector search did not return it."""
    keyword: NDArray[np.float64]
    """BM25 of that chunk."""
    covered: NDArray[np.float64]
    """Share of the question the unit contains, 0 to 1, see `evidence.coverage`."""
    fused: NDArray[np.float64]
    """Fused score, 0 to 1, comparable between collections."""
    strength: NDArray[np.float64]
    """How likely the unit's collection is to hold anything about the question, 0 to 1."""
    recency: NDArray[np.float64]
    """Factor for the unit's age; 1 for documents."""
    awaiting: int = 0
    """Number of units whose vectors are still being computed."""
    confidence: tuple[float, ...] = ()
    """How likely each collection is to hold the answer, 0 to 1."""
    recounted: bool = False
    """Whether the units are everything said at the time the question asks for."""
    sums: tuple[Sums, ...] = ()
    """How the fused scores of each collection came about."""

    @classmethod
    def of(
        cls,
        evidence: Evidence,
        chunks: NDArray[np.intp] | slice,
        *,
        covered: NDArray[np.float64],
        fused: NDArray[np.float64],
        strength: float,
        confidence: float,
        awaiting: int = 0,
        recounted: bool = False,
        sums: Sums,
    ) -> Ranked:
        """Build the ranking of one collection; each unit is shown by one of the `chunks` of its evidence.

        Recency is not applied.
        """
        return cls(
            maps=(evidence.map,),
            collection=np.zeros(len(fused), dtype=np.intp),
            numbers=evidence.numbers[chunks],
            dense=evidence.dense[chunks],
            keyword=evidence.keyword[chunks],
            covered=covered,
            fused=fused,
            strength=np.full(len(fused), strength),
            recency=np.ones(len(fused)),
            awaiting=awaiting,
            confidence=(confidence,),
            recounted=recounted,
            sums=(sums,),
        )

    @property
    def score(self) -> NDArray[np.float64]:
        return self.fused * self.recency

    def __len__(self) -> int:
        return len(self.numbers)

    def id(self, unit: int) -> str:
        """Return the id of the chunk shown for the unit."""
        return self.maps[int(self.collection[unit])][int(self.numbers[unit])]

    def parts(self, unit: int) -> tuple[Part, ...]:
        """Return the parts of the unit's fused score."""
        collection = int(self.collection[unit])
        return self.sums[collection].parts(unit - int(np.searchsorted(self.collection, collection)))


def no_units() -> Ranked:
    """Return the ranking of an empty collection."""
    empty = np.zeros(0)
    return Ranked(
        maps=(),
        collection=np.zeros(0, dtype=np.intp),
        numbers=np.zeros(0, dtype=np.int64),
        dense=empty,
        keyword=empty,
        covered=empty,
        fused=empty,
        strength=empty,
        recency=empty,
    )


def comparable(fused: NDArray[np.float64], strengths: NDArray[np.float64], leading: int) -> tuple[NDArray[np.float64], float]:
    """Return fused scores of one collection on a scale from 0 to 1 shared by all collections, and the strength of its best
    evidence.

    A score is the unit's position between an average unit (0) and the best one (1), times the strength of the strongest of the
    `leading` units, since the first by fusion does not always have the clearest evidence. The best unit of a collection that
    holds nothing relevant thus does not outrank those of a collection that does (docs/decisions/051).
    """
    best = float(fused.max(initial=0.0))
    if best < 1e-9:
        return np.zeros(len(fused)), 0.0
    leaders = head(fused, leading)
    strongest = float(strengths[leaders].max())
    return strongest * np.clip(fused / best, 0, 1), strongest


def merged(collections: Sequence[Ranked]) -> Ranked:
    """Concatenate the units of all collections."""
    if not collections:
        return no_units()
    if len(collections) == 1:
        return collections[0]
    ordinals = np.cumsum([0, *(len(ranked.maps) for ranked in collections)])
    return Ranked(
        maps=tuple(ids for ranked in collections for ids in ranked.maps),
        collection=np.concatenate([ranked.collection + first for ranked, first in zip(collections, ordinals, strict=False)]),
        numbers=np.concatenate([ranked.numbers for ranked in collections]),
        dense=np.concatenate([ranked.dense for ranked in collections]),
        keyword=np.concatenate([ranked.keyword for ranked in collections]),
        covered=np.concatenate([ranked.covered for ranked in collections]),
        fused=np.concatenate([ranked.fused for ranked in collections]),
        strength=np.concatenate([ranked.strength for ranked in collections]),
        recency=np.concatenate([ranked.recency for ranked in collections]),
        confidence=tuple(confidence for ranked in collections for confidence in ranked.confidence),
        recounted=all(ranked.recounted for ranked in collections),
        sums=tuple(sums for ranked in collections for sums in ranked.sums),
    )


def best_named(ranked: Ranked) -> list[int]:
    """Return the index of the unit of each collection that contains most of the question, with ties broken by score; the best of
    them first, and none of a collection without any of its words.

    Coverage is used rather than BM25, which is not comparable between collections and can be dominated by one frequent word.
    """
    if not ranked.keyword.any():
        return []
    most = np.zeros(len(ranked.maps))
    np.maximum.at(most, ranked.collection, ranked.covered)
    best = np.flatnonzero((ranked.covered == most[ranked.collection]) & (ranked.covered > 0))
    named = best[np.lexsort((ranked.score[best], ranked.covered[best]))[::-1]]
    _, first = np.unique(ranked.collection[named], return_index=True)
    return [int(unit) for unit in named[np.sort(first)]]


def dense_weight(hybrid: float, mode: Mode) -> float:
    """Return the weight of cosine similarity in the fusion: `hybrid` in hybrid mode, otherwise 1 or 0."""
    return {"hybrid": hybrid, "dense": 1.0, "keyword": 0.0}[mode]
