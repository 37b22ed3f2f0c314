"""Chunk ids as small integers, so that the hits of two searches are lined up by arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

_UNKNOWN = -1


class IdMap:
    """Ids numbered in the order in which they came. It only grows: a number means the same id for as long as the map lives."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._ids: list[str] = []
        self._numbers: dict[str, int] = {}
        self._elsewhere: WeakKeyDictionary[IdMap, tuple[NDArray[np.int64], int]] = WeakKeyDictionary()
        """By other map: the numbers there of this map's ids, and the other map's length when they were looked up."""
        self.extend(ids)

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, id: str) -> bool:
        return id in self._numbers

    def __getitem__(self, number: int) -> str:
        return self._ids[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def append(self, id: str) -> int:
        """Give an id the next number. ValueError when it has one."""
        if id in self._numbers:
            raise ValueError(f"{id} is numbered already")
        self._numbers[id] = len(self._ids)
        self._ids.append(id)
        return len(self._ids) - 1

    def extend(self, ids: Iterable[str]) -> None:
        for id in ids:
            self.append(id)

    def number(self, id: str) -> int | None:
        return self._numbers.get(id)

    def numbers(self, ids: Collection[str]) -> NDArray[np.int64]:
        """Return the numbers of these ids, -1 where one has none. Shape (ids,)."""
        return np.fromiter((self._numbers.get(id, _UNKNOWN) for id in ids), dtype=np.int64, count=len(ids))

    def known(self, ids: Collection[str]) -> NDArray[np.int64]:
        """Return the numbers of those ids that have one. Shape (known ids,)."""
        known = [number for id in ids if (number := self._numbers.get(id)) is not None]
        return np.array(known, dtype=np.int64)

    def numbers_in(self, other: IdMap) -> NDArray[np.int64]:
        """Return the number in the other map of each id of this one, -1 where it has none there. Shape (ids of this map,).

        Cached: a later call looks up only ids that either map got since.
        """
        if other is self:
            return np.arange(len(self))
        length = len(other)  # before it is looked into: it may grow meanwhile, in another thread
        numbers, seen = self._elsewhere.get(other, (np.zeros(0, dtype=np.int64), 0))
        if length > seen:
            missing = np.flatnonzero(numbers == _UNKNOWN)
            if len(missing):
                numbers = numbers.copy()  # whoever holds the one from before goes on with it
                numbers[missing] = other.numbers([self._ids[at] for at in missing.tolist()])
        if len(self) > len(numbers):
            numbers = np.concatenate([numbers, other.numbers(self._ids[len(numbers) :])])
        self._elsewhere[other] = (numbers, length)
        return numbers
