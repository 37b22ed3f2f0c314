"""A compact map from terms to numbers, for the many terms that only one chunk holds."""

from __future__ import annotations

from array import array
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

_RECENT = 20_000
"""The dict is merged into the arrays when it holds more terms than this,"""
_SHARE = 8
"""and more than one per so many in the arrays: merging sorts them all."""
_GONE = -1


class RareTerms:
    """A number from 0 up for each term: recent terms in a dict, the others by hash in sorted arrays.

    Most terms of a long table (ids, amounts) stand in one chunk: a million of them take 16 MB here and 170 MB in a dict. Two
    terms with the same hash of 64 bits count as one, which is to be expected once in thirty million tables of a million terms.
    """

    def __init__(self) -> None:
        self._recent: dict[str, int] = {}
        self._hashes = array("q")
        self._numbers = array("q")
        """In the order of the hashes."""

    @property
    def bytes(self) -> int:
        """Estimated memory use."""
        return 170 * len(self._recent) + 16 * len(self._hashes)

    def get(self, term: str) -> int | None:
        number = self._recent.get(term)
        if number is not None:
            return number
        at = self._place(term)
        return None if at is None else self._numbers[at]

    def pop(self, term: str) -> int | None:
        """Remove a term; the number that it had."""
        number = self._recent.pop(term, None)
        if number is not None:
            return number
        at = self._place(term)
        if at is None:
            return None
        number, self._numbers[at] = self._numbers[at], _GONE
        return number

    def put(self, term: str, number: int) -> None:
        """Add a term that is not there."""
        self._recent[term] = number
        if len(self._recent) > max(_RECENT, len(self._hashes) // _SHARE):
            self._sort_in()

    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of all terms, in any order. Shape (terms,)."""
        sorted_in = np.array(self._numbers, dtype=np.int64)
        recent = np.fromiter(self._recent.values(), np.int64, len(self._recent))
        return np.concatenate([sorted_in[sorted_in != _GONE], recent])

    def _place(self, term: str) -> int | None:
        if not self._hashes:
            return None
        hashed = hash(term)
        at = bisect_left(self._hashes, hashed)
        found = at < len(self._hashes) and self._hashes[at] == hashed and self._numbers[at] != _GONE
        return at if found else None

    def _sort_in(self) -> None:
        hashes = np.concatenate([np.array(self._hashes), np.fromiter(map(hash, self._recent), np.int64)])
        numbers = np.concatenate([np.array(self._numbers), np.fromiter(self._recent.values(), np.int64)])
        there = np.flatnonzero(numbers != _GONE)
        order = there[np.argsort(hashes[there], kind="stable")]
        self._hashes, self._numbers = array("q", hashes[order].tobytes()), array("q", numbers[order].tobytes())
        self._recent = {}
