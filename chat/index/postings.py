"""An inverted index in memory that grows and shrinks chunk by chunk, and scores by BM25."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from chat.index.base import Hits, Near, inverse_document_frequency
from chat.index.id_map import IdMap
from chat.index.singles import Singles

K1 = 1.2
"""How soon a repeated term stops adding."""
B = 0.75
"""How much a long chunk has to make up for its length."""
_COMMON, _FEW = 0.1, 2
"""Share of the chunks from which on a related word says nothing: what half of them hold leads to none. So many may hold it in
however small a collection."""
_RAREST = 5
"""Terms of a chunk that say how specific it is."""
_DRIFT = 1.25
"""By how much a collection grows or shrinks before it is worked out anew how rare the terms of all its chunks are."""


@dataclass(slots=True)
class _Term:
    """Where a term stands: slots of chunks, and how often in each. Slots of deleted chunks stay until compaction."""

    slots: array[int] = field(default_factory=lambda: array("i"))
    counts: array[float] = field(default_factory=lambda: array("f"))
    live: int = 0
    """How many of the chunks are not deleted: the document frequency."""


_COUNT_BITS = 20
_LARGEST_COUNT = (1 << _COUNT_BITS) - 1


class Postings:
    """The keyword index of one collection. Adding and removing a chunk costs as much as it has terms."""

    def __init__(self) -> None:
        self._map = IdMap()
        """Its numbers are the slots. Those of deleted chunks are not used again."""
        self._alive = bytearray()
        self._held = 0
        self._lengths = array("f")
        self._norms: NDArray[np.float32] | None = None
        self._terms: dict[str, _Term] = {}
        self._once = Singles()
        """Terms of a single chunk: its slot, and behind it the count."""
        self._total_length = 0.0
        self._entries = 0
        self._specificity: array[float] | None = None
        """Of each slot, once it was asked for; of chunks that came since as rare as their terms were then."""
        self._weighed = 0
        """How many chunks were held when that of all was worked out."""

    @classmethod
    def of(cls, chunks: Iterable[tuple[str, Mapping[str, int]]]) -> Postings:
        """All chunks at once, three times faster than adding one by one."""
        made = cls()
        numbers: dict[str, int] = {}
        terms, slots, counts = array("i"), array("i"), array("f")
        for slot, (id, counted) in enumerate(chunks):
            made._append(id, sum(counted.values()))
            terms.extend([numbers.setdefault(term, len(numbers)) for term in counted])
            slots.extend([slot] * len(counted))
            counts.extend(counted.values())
        order = np.argsort(np.array(terms), kind="stable")
        ends = np.cumsum(np.bincount(np.array(terms, dtype=np.int64), minlength=len(numbers)))
        by_term, in_term = np.array(slots, dtype=np.int32)[order], np.array(counts, dtype=np.float32)[order]
        start = 0
        for term, end in zip(numbers, ends.tolist(), strict=True):
            if end - start == 1:
                made._once.put(term, _packed(int(by_term[start]), int(in_term[start])))
            else:
                made._terms[term] = _Term(
                    array("i", by_term[start:end].tobytes()), array("f", in_term[start:end].tobytes()), end - start
                )
            start = end
        made._entries = len(terms)
        return made

    def __len__(self) -> int:
        return self._held

    def __contains__(self, id: str) -> bool:
        slot = self._map.number(id)
        return slot is not None and bool(self._alive[slot])

    def held(self, id: str) -> bool:
        """Whether the chunk is there or was: then it can't be added."""
        return id in self._map

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        return 400 * len(self._terms) + self._once.bytes + 154 * len(self._map) + 8 * self._entries

    @property
    def wasted(self) -> bool:
        """Whether deleted chunks are the larger part."""
        return len(self._map) > 2 * self._held + 100

    def add(self, id: str, counts: Mapping[str, int]) -> None:
        """A chunk that was never there."""
        slot = self._append(id, sum(counts.values()))
        self._entries += len(counts)
        for term, count in counts.items():
            posting = self._terms.get(term)
            if posting is None:
                before = self._once.pop(term)
                if before is None:
                    self._once.put(term, _packed(slot, count))
                    continue
                posting = self._terms[term] = _unpacked(before)
            posting.slots.append(slot)
            posting.counts.append(count)
            posting.live += 1
        if self._specificity is not None:
            self._specificity.append(sum(nlargest(_RAREST, map(self._rarity, counts))))

    def _append(self, id: str, length: int) -> int:
        slot = self._map.append(id)
        self._alive.append(True)
        self._held += 1
        self._lengths.append(length)
        self._total_length += length
        self._norms = None
        return slot

    def remove(self, id: str, terms: Iterable[str]) -> None:
        """A chunk, with the terms that it was added with."""
        slot = self._map.number(id)
        assert slot is not None
        assert self._alive[slot]
        self._alive[slot] = False
        self._held -= 1
        self._total_length -= self._lengths[slot]
        self._norms = None
        for term in terms:
            if self._once.pop(term) is not None:
                self._entries -= 1
                continue
            posting = self._terms.get(term)
            if posting is None:  # its hash was that of another term
                continue
            posting.live -= 1
            if posting.live == 0:
                self._entries -= len(posting.slots)
                del self._terms[term]

    def search(
        self,
        terms: Mapping[str, float],
        among: AbstractSet[str] | None = None,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        """For each of the weighted terms, the chunks that hold it.

        score = weight * idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)),
        idf = ln(1 + (N - df + .5) / (df + .5)), which is never negative (Robertson and Zaragoza 2009, as Lucene has it).

        A related word scores its share of that, by the lower idf of the two; of several in a chunk, and of the term itself, the
        best counts.
        """
        chosen, total = self._chosen(among)
        found = tuple(self._of_term(term, weight, chosen, total) for term, weight in terms.items())
        if not related or not self._held:
            return found
        named = zip(terms.items(), found, strict=True)
        return tuple(
            replace(hits, near=self._near(term, hits, weight, related[term], chosen)) if related.get(term) else hits
            for (term, weight), hits in named
        )

    def frequencies(self, terms: Iterable[str], among: AbstractSet[str] | None = None) -> tuple[int, ...]:
        """For each term how many chunks (of `among`) hold it, its document frequency; of all chunks that is known already."""
        held = [self._posting(term) for term in terms]
        if among is None:
            return tuple(0 if posting is None else posting.live for posting in held)
        chosen = self._alive_among(among)
        return tuple(0 if posting is None else int(chosen[np.array(posting.slots)].sum()) for posting in held)

    def specificity(self, among: AbstractSet[str] | None = None) -> Hits:
        """For each chunk (of `among`) the sum of the idf of its five rarest terms: low for "Wow, that is great!".

        Term specificity is Spärck Jones's name for what idf measures (1972).
        """
        if self._specificity is None or not self._weighed / _DRIFT <= self._held <= self._weighed * _DRIFT:
            self._specificity, self._weighed = self._weigh(), self._held
        chosen, total = self._chosen(among)
        slots = np.arange(len(self._map)) if chosen is None else np.flatnonzero(chosen)
        return Hits(self._map, slots, np.array(self._specificity, dtype=np.float32)[slots], complete=True, total=total)

    def _weigh(self) -> array[float]:
        once = self._once.numbers() >> _COUNT_BITS
        slots = [once, *(np.array(posting.slots, dtype=np.int64) for posting in self._terms.values())]
        idfs = [self._idf(1), *(self._idf(posting.live) for posting in self._terms.values())]
        slot, idf = np.concatenate(slots), np.repeat(idfs, [len(each) for each in slots])
        order = np.lexsort((-idf, slot))
        slot, idf = slot[order], idf[order]
        rank = np.arange(len(slot)) - np.searchsorted(slot, slot)
        leading = rank < _RAREST
        summed = np.bincount(slot[leading], weights=idf[leading], minlength=len(self._map))
        return array("f", summed.astype(np.float32).tobytes())

    def _rarity(self, term: str) -> float:
        posting = self._terms.get(term)
        return self._idf(1 if posting is None else posting.live)

    def _chosen(self, among: AbstractSet[str] | None) -> tuple[NDArray[np.bool_] | None, int]:
        """Which slots are looked at (`None`: all), and how many those are."""
        if among is None and self._held == len(self._map):
            return None, self._held
        alive = np.frombuffer(self._alive, dtype=np.bool_) if among is None else self._alive_among(among)
        return alive, int(alive.sum())

    def _alive_among(self, among: AbstractSet[str]) -> NDArray[np.bool_]:
        wanted = np.zeros(len(self._map), dtype=np.bool_)
        wanted[self._map.known(among)] = True
        return wanted & np.frombuffer(self._alive, dtype=np.bool_)

    def _of_term(self, term: str, weight: float, chosen: NDArray[np.bool_] | None, total: int) -> Hits:
        posting = self._posting(term)
        if posting is None or not self._held:
            return Hits(self._map, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), complete=True, total=total)
        slots, scores = self._scored(posting, weight * self._idf(posting.live), chosen)
        return Hits(self._map, slots, scores, complete=True, total=total)

    def _near(
        self, term: str, hits: Hits, weight: float, related: Mapping[str, float], chosen: NDArray[np.bool_] | None
    ) -> Near | None:
        own = self._posting(term)
        rarest = self._idf(own.live if own is not None else 0)
        held = [(share, posting) for word, share in related.items() if (posting := self._posting(word)) is not None]
        told = [(share, posting) for share, posting in held if posting.live <= max(_FEW, _COMMON * self._held)]
        if not told:
            return None
        best, likeness = np.zeros(len(self._map), dtype=np.float32), np.zeros(len(self._map), dtype=np.float32)
        for share, posting in told:
            slots, scores = self._scored(posting, share * weight * min(rarest, self._idf(posting.live)), chosen)
            best[slots] = np.maximum(best[slots], scores)
            likeness[slots] = np.maximum(likeness[slots], share)
        best[hits.numbers] -= hits.scores
        likeness[hits.numbers] = 0
        slots = np.flatnonzero((best > 0) | (likeness > 0))
        return Near(slots, np.maximum(best[slots], 0), likeness[slots])

    def _posting(self, term: str) -> _Term | None:
        posting = self._terms.get(term)
        if posting is None and (once := self._once.get(term)) is not None:
            posting = _unpacked(once)
        return posting

    def _idf(self, live: int) -> float:
        return inverse_document_frequency(self._held, live)

    def _scored(
        self, posting: _Term, factor: float, chosen: NDArray[np.bool_] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The slots of a posting, and `factor` times how much its counts there weigh."""
        slots, counts = np.array(posting.slots, dtype=np.int64), np.array(posting.counts, dtype=np.float32)
        if chosen is not None:
            kept = chosen[slots]
            slots, counts = slots[kept], counts[kept]
        return slots, (factor * (K1 + 1)) * counts / (counts + self._length_norms()[slots])

    def _length_norms(self) -> NDArray[np.float32]:
        """k1 (1 - b + b length / mean length) of each slot."""
        if self._norms is None:
            mean = max(self._total_length / max(self._held, 1), 1.0)
            self._norms = np.float32(K1 * (1 - B)) + np.float32(K1 * B / mean) * np.array(self._lengths, dtype=np.float32)
        return self._norms


def _packed(slot: int, count: int) -> int:
    return slot << _COUNT_BITS | min(count, _LARGEST_COUNT)


def _unpacked(once: int) -> _Term:
    return _Term(array("i", [once >> _COUNT_BITS]), array("f", [once & _LARGEST_COUNT]), 1)
