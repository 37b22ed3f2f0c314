"""Helpers for tests of the indexes: texts to add, and hits in order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

import numpy as np

from chat.index.base import Hits


async def at_once(texts: Mapping[str, str]) -> AsyncIterator[Mapping[str, str]]:
    """Yield texts that are in memory as a single batch, or nothing if there are none."""
    if texts:
        yield texts


def best_first(hits: Hits) -> Hits:
    """Return the same hits, highest scores first."""
    order = np.argsort(-hits.scores, kind="stable")
    return replace(hits, numbers=hits.numbers[order], scores=hits.scores[order])
