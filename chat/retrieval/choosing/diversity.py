"""A soft cap on the passages of one source: others get their turn, unless this source really has the answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray


def spread(scores: NDArray[np.float64], lowered: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the candidates' order by score minus margin, as indexes; equal candidates keep their order."""
    return np.argsort(-(scores - lowered), kind="stable")


def margins(sources: Sequence[Hashable], per_source: int, margin: float) -> NDArray[np.float64]:
    """Return the amount subtracted from each candidate's score, shape (candidates,).

    `sources` are those of the candidates, best first. After its first `per_source` candidates, a source's candidate is ranked as
    if it scored `margin` less. It thus keeps its place if it is better than the next source's by more than the margin, or if
    there is no other source. Hard caps and maximal marginal relevance (Carbonell and Goldstein, 1998) are measured to halve
    recall.
    """
    taken: Counter[Hashable] = Counter()
    lowered = np.zeros(len(sources))
    for position, source in enumerate(sources):
        if taken[source] >= per_source:
            lowered[position] = margin
        taken[source] += 1
    return lowered


def repeated(texts: Sequence[str]) -> list[bool]:
    """Return which of the texts, best first, repeat an earlier one word for word."""
    seen: defaultdict[Hashable, list[str]] = defaultdict(list)
    repeats = []
    for text in texts:
        alike = seen[tuple(text.split(None, 1)[:1]), tuple(text.rsplit(None, 1)[-1:])]  # few begin and end with the same words
        repeats.append(bool(alike) and text.split() in map(str.split, alike))
        alike.append(text)
    return repeats
