"""How much of each file's name a question contains: "PepsiCo's FY2022 report" contains most of `PEPSICO_2022_10K.pdf`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

import numpy as np
from cachetools import LRUCache
from numpy.typing import NDArray

from chat.chunking.headers import title
from chat.index.base import inverse_document_frequency
from chat.retrieval.documents.naming import CAMEL
from chat.text import STOP_WORDS

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b")
_YEAR = re.compile(r"(?:fy|cy)?((?:19|20)\d\d)(q[1-4]|h[12])?")
"""Matches a year, possibly with a part of it: `FY2022`, `2022Q4`."""
_MOST_WORDS = 1_000
"""Most words of a question to read; a longer text merely contains a question."""
_UNKNOWN = 1.0
"""Added to the weight of a whole name, so that names count less among few files, where they say little."""
_COUNTS_FROM, _COUNTS_FULLY_FROM = 16, 64
"""Number of passages of a file from which its name begins to count, and from which it counts fully."""
_THREADS_CACHED = 256


class Filenames:
    """Index of the words in a collection's file names, weighted by inverse document frequency."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        held: defaultdict[str, list[int]] = defaultdict(list)
        self._parts: dict[str, list[str]] = {}
        """The parts of words written like `PepsiCo`, which a question may also write as one word."""
        for number, name in enumerate(names):
            pieces = {piece.casefold(): list(_words(CAMEL.sub(" ", piece))) for piece in _written(title(name))}
            self._parts |= {piece: parts for piece, parts in pieces.items() if len(parts) > 1}
            for word in dict.fromkeys(chain.from_iterable(pieces.values())):
                held[word].append(number)
        self._held = {word: np.array(numbers) for word, numbers in held.items()}
        self._rarity = {word: inverse_document_frequency(len(names), len(at)) for word, at in held.items()}
        self._whole = np.full(len(names), _UNKNOWN)
        for word, at in self._held.items():
            self._whole[at] += self._rarity[word]

    def holds(self, names: Sequence[str]) -> bool:
        return self._names is names

    def name_coverage(self, question: str, held_by: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the share of each name that the question contains, 0 to 1, with rare words counting for more. Shape (names,).

        `held_by` has the number of each passage's file, -1 for none. The name of a file with few passages counts less, since it
        is a topic that all of them are about anyway.
        """
        found = np.zeros(len(self._whole))
        asked = set(_runs(list(_words(question))[:_MOST_WORDS]))
        asked.update(*(self._parts[word] for word in self._parts.keys() & asked))
        for word in self._held.keys() & asked:
            found[self._held[word]] += self._rarity[word]
        if not found.any():
            return found
        passages = np.bincount(held_by[held_by >= 0], minlength=len(self._whole))[: len(self._whole)]
        size = np.log2(np.maximum(passages, 1) / _COUNTS_FROM) / np.log2(_COUNTS_FULLY_FROM / _COUNTS_FROM)
        return np.asarray(found / self._whole * np.clip(size, 0, 1), dtype=np.float64)


class KnownFilenames:
    """Cache of the file names of threads in use."""

    def __init__(self) -> None:
        self._known: LRUCache[str, Filenames] = LRUCache(_THREADS_CACHED)

    def of(self, thread: str, names: Sequence[str]) -> Filenames:
        """Return the index of these names; the same object as long as the same sequence is passed."""
        known = self._known.get(thread)
        if known is None or not known.holds(names):
            known = self._known[thread] = Filenames(names)
        return known


def _written(text: str) -> list[str]:
    return _WORD.findall(_POSSESSIVE.sub("", text))


def _words(text: str) -> Iterator[str]:
    for word in _written(text):
        folded = word.casefold()
        if found := _YEAR.fullmatch(folded):
            yield from filter(None, found.groups())
        elif folded not in STOP_WORDS:
            yield folded


def _runs(words: Sequence[str]) -> Iterator[str]:
    """Yield the words, and each two and three neighbours joined, as file names leave out spaces."""
    yield from words
    pairs = [first + second for first, second in pairwise(words)]
    yield from pairs
    yield from (pair + word for pair, word in zip(pairs, words[2:], strict=False))
