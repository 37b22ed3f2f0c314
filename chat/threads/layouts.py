"""Which document each chunk of a thread is of, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from chat.index.id_map import IdMap


class Layout:
    """Of which document each chunk of a thread is, which never changes: it only grows."""

    def __init__(self) -> None:
        self.ids = IdMap()
        self.looked_up: WeakKeyDictionary[IdMap, int] = WeakKeyDictionary()
        """How many ids of a map were there when the rows were read for it: what is not known by then has gone."""
        self.names: tuple[str, ...] = ()
        """Of the documents, by number; empty for one that is still being read."""
        self._documents: dict[str, int] = {}
        self._numbers = np.zeros(0, dtype=np.int64)
        self._held_by: WeakKeyDictionary[IdMap, NDArray[np.int64]] = WeakKeyDictionary()

    def extend(self, parents: Sequence[tuple[str, str]], names: Mapping[str, str]) -> None:
        """By (chunk, document); names by document."""
        new = [(chunk, document) for chunk, document in parents if chunk not in self.ids]
        self.ids.extend(chunk for chunk, _ in new)
        numbers = [self._documents.setdefault(document, len(self._documents)) for _, document in new]
        self._numbers = np.concatenate([self._numbers, np.array(numbers, dtype=np.int64)])
        self._held_by.clear()
        self.name(names)

    def name(self, names: Mapping[str, str]) -> None:
        """Names of documents that have come to have one; a name that is known stays."""
        known = self.names + ("",) * (len(self._documents) - len(self.names))
        named = tuple(name or names.get(document, "") for document, name in zip(self._documents, known, strict=True))
        if named != self.names:
            self.names = named

    def of(self, chunks: IdMap) -> NDArray[np.int64]:
        """The document of each chunk of a map, -1 where it is not known; remembered until either has grown."""
        known = self._held_by.get(chunks)
        if known is None or len(known) < len(chunks):
            places = chunks.numbers_in(self.ids)
            known = np.append(self._numbers, -1)[places]  # what has no number is at -1, the last
            self._held_by[chunks] = known
        return known
