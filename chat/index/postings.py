"""An inverted index in memory that grows and shrinks chunk by chunk, and scores by Okapi BM25."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from heapq import nlargest

import numpy as np
from numpy.typing import NDArray

from chat.index.among import ALL, Among
from chat.index.base import Hits, Near, inverse_document_frequency
from chat.index.id_map import IdMap
from chat.index.rare_terms import RareTerms

K1 = 1.2
"""BM25's k1, the saturation of term frequency."""
B = 0.75
"""BM25's b, the normalisation by length."""
_MOST_RELATED, _FEW_RELATED = 0.1, 2
"""A related word counts only if at most this share of the chunks holds it (a common word leads nowhere), or so few chunks."""
_RAREST = 5
"""Terms of a chunk that its specificity sums up."""
_DRIFT = 1.25
"""Factor by which a collection grows or shrinks before the specificity of all its chunks is computed again."""


@dataclass(slots=True)
class _Term:
    """A posting list: the slots of the chunks that hold a term, and its frequency in each. Slots of deleted chunks stay."""

    slots: array[int] = field(default_factory=lambda: array("i"))
    counts: array[float] = field(default_factory=lambda: array("f"))
    live: int = 0
    """How many of the chunks are not deleted: the document frequency."""


_COUNT_BITS = 20
_LARGEST_COUNT = (1 << _COUNT_BITS) - 1


class Postings:
    """The keyword index of one collection. Adding and removing a chunk takes time in proportion to its terms."""

    def __init__(self) -> None:
        self._map = IdMap()
        """Its numbers are the slots. Those of deleted chunks are not used again."""
        self._alive = bytearray()
        self._held = 0
        self._lengths = array("f")
        self._norms: NDArray[np.float32] | None = None
        self._terms: dict[str, _Term] = {}
        self._once = RareTerms()
        """Terms that a single chunk holds: its slot and the term's frequency, packed into one number."""
        self._total_length = 0.0
        self._entries = 0
        self._specificity: array[float] | None = None
        """By slot, made when it is first asked for; a later chunk's is by the document frequencies when it came."""
        self._weighed = 0
        """How many chunks were held when it was last computed for all."""

    @classmethod
    def of(cls, chunks: Iterable[tuple[str, Mapping[str, int]]]) -> Postings:
        """Build postings of all chunks at once, three times faster than adding one by one."""
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
        """Return whether the chunk is or ever was there, so that it can't be added."""
        return id in self._map

    @property
    def bytes(self) -> int:
        """Estimated memory use."""
        return 400 * len(self._terms) + self._once.bytes + 154 * len(self._map) + 8 * self._entries

    @property
    def wasted(self) -> bool:
        """Whether most slots are those of deleted chunks."""
        return len(self._map) > 2 * self._held + 100

    def add(self, id: str, counts: Mapping[str, int]) -> None:
        """Add a chunk that was never there, by its term frequencies."""
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
        """Remove a chunk; `terms` are those that it was added with."""
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
            if posting is None:  # a hash collision in `RareTerms`
                continue
            posting.live -= 1
            if posting.live == 0:
                self._entries -= len(posting.slots)
                del self._terms[term]

    def search(
        self,
        terms: Mapping[str, float],
        among: Among = ALL,
        related: Mapping[str, Mapping[str, float]] | None = None,
    ) -> tuple[Hits, ...]:
        """Return the hits of each weighted term, by Okapi BM25 (Robertson and Zaragoza 2009, with the idf of Lucene).

        score = weight * idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)),
        idf = ln(1 + (N - df + .5) / (df + .5)), which is never negative.

        A related word scores its share of that, by the lower idf of the two; of the term and its related words in a chunk, the
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

    def frequencies(self, terms: Iterable[str], among: Among = ALL) -> tuple[int, ...]:
        """Return the document frequency of each term, among all chunks or those of `among`."""
        held = [self._posting(term) for term in terms]
        if among.is_all:
            return tuple(0 if posting is None else posting.live for posting in held)
        chosen = self._alive_among(among)
        return tuple(0 if posting is None else int(chosen[np.array(posting.slots)].sum()) for posting in held)

    def specificity(self, among: Among = ALL) -> Hits:
        """Return for each chunk (of `among`) the sum of the idf of its five rarest terms: low for "Wow, that is great!".

        "Term specificity" is what Spärck Jones (1972) called what idf measures.
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

    def _chosen(self, among: Among) -> tuple[NDArray[np.bool_] | None, int]:
        """Return a mask of the slots to be searched (`None`: all), and how many they are."""
        if among.is_all and self._held == len(self._map):
            return None, self._held
        chosen = self._alive_among(among)
        return chosen, int(chosen.sum())

    def _alive_among(self, among: Among) -> NDArray[np.bool_]:
        alive = np.frombuffer(self._alive, dtype=np.bool_)
        return alive if among.is_all else among.mask(self._map) & alive

    def _of_term(self, term: str, weight: float, chosen: NDArray[np.bool_] | None, total: int) -> Hits:
        posting = self._posting(term)
        if posting is None or not self._held:
            return Hits(self._map, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), complete=True, total=total)
        slots, scores = self._scored(posting, weight * self._idf(posting.live), chosen)
        return Hits(self._map, slots, scores, complete=True, total=total)

    def _near(
        self, term: str, hits: Hits, weight: float, related: Mapping[str, float], chosen: NDArray[np.bool_] | None
    ) -> Near | None:
        """Return what related words add to the term's hits; `None` where they add nothing."""
        own = self._posting(term)
        term_idf = self._idf(own.live if own is not None else 0)
        most = max(_FEW_RELATED, _MOST_RELATED * self._held)
        held = [(share, posting) for word, share in related.items() if (posting := self._posting(word)) is not None]
        rare = [(share, posting) for share, posting in held if posting.live <= most]
        if not rare:
            return None
        best, likeness = np.zeros(len(self._map), dtype=np.float32), np.zeros(len(self._map), dtype=np.float32)
        for share, posting in rare:
            slots, scores = self._scored(posting, share * weight * min(term_idf, self._idf(posting.live)), chosen)
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
        """Return the slots of a posting list with their BM25; `factor` is weight x idf."""
        slots, counts = np.array(posting.slots, dtype=np.int64), np.array(posting.counts, dtype=np.float32)
        if chosen is not None:
            kept = chosen[slots]
            slots, counts = slots[kept], counts[kept]
        return slots, (factor * (K1 + 1)) * counts / (counts + self._length_norms()[slots])

    def _length_norms(self) -> NDArray[np.float32]:
        """Return k1 (1 - b + b length / mean length) of each slot. Shape (slots,)."""
        if self._norms is None:
            mean = max(self._total_length / max(self._held, 1), 1.0)
            self._norms = np.float32(K1 * (1 - B)) + np.float32(K1 * B / mean) * np.array(self._lengths, dtype=np.float32)
        return self._norms


def _packed(slot: int, count: int) -> int:
    return slot << _COUNT_BITS | min(count, _LARGEST_COUNT)


def _unpacked(once: int) -> _Term:
    return _Term(array("i", [once >> _COUNT_BITS]), array("f", [once & _LARGEST_COUNT]), 1)
