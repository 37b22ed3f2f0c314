"""In-memory map from the chunks of a thread to their documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from chat.index.id_map import IdMap


class Layout:
    """Maps each chunk of a thread to its document. Existing entries never change; new ones are only added."""

    def __init__(self) -> None:
        self.ids = IdMap()
        self.looked_up: WeakKeyDictionary[IdMap, int] = WeakKeyDictionary()
        """Length of each id map when rows were last read for it: ids up to there that are unknown no longer exist."""
        self.names: tuple[str, ...] = ()
        """Names of the documents, by number; empty for one that is still being read."""
        self._documents: dict[str, int] = {}
        self._numbers = np.zeros(0, dtype=np.int64)
        self._held_by: WeakKeyDictionary[IdMap, NDArray[np.int64]] = WeakKeyDictionary()

    def extend(self, parents: Sequence[tuple[str, str]], names: Mapping[str, str]) -> None:
        """Add (chunk id, document id) pairs that are not known yet, and the names of documents by id."""
        new = [(chunk, document) for chunk, document in parents if chunk not in self.ids]
        self.ids.extend(chunk for chunk, _ in new)
        numbers = [self._documents.setdefault(document, len(self._documents)) for _, document in new]
        self._numbers = np.concatenate([self._numbers, np.array(numbers, dtype=np.int64)])
        self._held_by.clear()
        self.name(names)

    def name(self, names: Mapping[str, str]) -> None:
        """Set the names of documents that had none; a known name is not changed."""
        known = self.names + ("",) * (len(self._documents) - len(self.names))
        named = tuple(name or names.get(document, "") for document, name in zip(self._documents, known, strict=True))
        if named != self.names:
            self.names = named

    def of(self, chunks: IdMap) -> NDArray[np.int64]:
        """Return the number of each chunk's document, -1 where unknown; cached until the id map or the layout grows."""
        known = self._held_by.get(chunks)
        if known is None or len(known) < len(chunks):
            places = chunks.numbers_in(self.ids)
            known = np.append(self._numbers, -1)[places]  # unknown chunks have the place -1, which selects the appended -1
            self._held_by[chunks] = known
        return known
