"""What tests of the indexes put in, and how they look at what comes out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

import numpy as np

from chat.index.base import Hits


async def at_once(texts: Mapping[str, str]) -> AsyncIterator[Mapping[str, str]]:
    """Texts that are in memory already, as the one batch of them."""
    if texts:
        yield texts


def best_first(hits: Hits) -> Hits:
    """The same in the order of the scores."""
    order = np.argsort(-hits.scores, kind="stable")
    return replace(hits, numbers=hits.numbers[order], scores=hits.scores[order])
