"""Select the chunks that represent a part of a document, and score chunks by a topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from chat.domain import Chunk
from chat.text import terms

Vector = NDArray[np.float32]
"""A unit vector, shape (dimensions,)."""

_FIRST = (0.5, 0.15)
"""Added to the centrality of a part's first chunks: a section tends to say at its start what it is about."""
_ROWS = 0.4
"""Subtracted from the centrality of table rows."""
_TOPIC_WORDS = 0.4
"""Weight of the share of a topic's terms in a chunk, added to the cosine similarity."""
_LOOKED_AT = 200
"""Number of best chunks by cosine similarity whose terms are examined: half a millisecond each."""


def representative(chunks: Sequence[Chunk], vectors: Mapping[str, Vector], most: int) -> list[Chunk]:
    """Select at most `most` of a part's chunks, those closest to the mean of its vectors and its first ones, in the order of the
    text.

    Without vectors, those that share the most terms with the others are selected.
    """
    if len(chunks) <= most:
        return list(chunks)
    centrality = _centrality(chunks, vectors)
    for index, bonus in enumerate(_FIRST):
        centrality[index] += bonus
    for index, chunk in enumerate(chunks):
        centrality[index] -= _ROWS if chunk.rows is not None else 0.0
    best = sorted(range(len(chunks)), key=lambda index: (-centrality[index], index))[:most]
    return [chunks[index] for index in sorted(best)]


def thinned(parts: Sequence[Sequence[Chunk]], vectors: Mapping[str, Vector], characters: int) -> list[list[Chunk]]:
    """Reduce the parts' chunks to about `characters`: the representative ones of each part, in proportion to its number of
    chunks.

    All chunks are returned if they fit.
    """
    total = sum(len(chunk.text) for chunks in parts for chunk in chunks)
    if total <= characters:
        return [list(chunks) for chunks in parts]
    share = characters / total
    return [representative(chunks, vectors, max(1, int(len(chunks) * share))) for chunks in parts]


def topic_scores(chunks: Sequence[Chunk], vectors: Mapping[str, Vector], topic: str, query: Vector | None) -> list[float]:
    """Return each chunk's cosine similarity with the topic, plus the weighted share of the topic's terms in it."""
    wanted = set(terms(topic))
    scores = [0.0 if query is None or chunk.id not in vectors else float(vectors[chunk.id] @ query) for chunk in chunks]
    indexes = range(len(chunks))
    nearest = indexes if query is None else sorted(indexes, key=lambda index: -scores[index])[:_LOOKED_AT]
    for index in nearest:
        share = len(wanted & set(terms(chunks[index].indexed))) / max(1, len(wanted))
        scores[index] += share if query is None else _TOPIC_WORDS * share
    return scores


def _centrality(chunks: Sequence[Chunk], vectors: Mapping[str, Vector]) -> list[float]:
    """Return the centrality of each chunk, by vectors if most chunks have one, otherwise by terms."""
    known = [vectors[chunk.id] for chunk in chunks if chunk.id in vectors]
    if len(known) < len(chunks) // 2 + 1:
        return _centrality_by_terms(chunks)
    mean = np.mean(known, axis=0)
    return [float(vectors[chunk.id] @ mean) if chunk.id in vectors else 0.0 for chunk in chunks]


def _centrality_by_terms(chunks: Sequence[Chunk]) -> list[float]:
    """Return the mean document frequency of each chunk's terms among these chunks, as a fraction of their number."""
    held = [set(terms(chunk.text)) for chunk in chunks]
    frequencies = Counter(term for chunk_terms in held for term in chunk_terms)
    return [sum(frequencies[term] for term in chunk_terms) / (len(chunks) * max(1, len(chunk_terms))) for chunk_terms in held]
