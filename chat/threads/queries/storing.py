"""SQL statements with long lists of ids, and vectors stored as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from chat.embedding.base import Vectors

BATCH = 500
"""Most ids in one IN list; databases limit the number of bound parameters."""


def batches(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    return (ids[at : at + BATCH] for at in range(0, len(ids), BATCH))


def packed(vector: Vectors) -> bytes:
    """Return a vector as bytes: four per dimension, little-endian on every machine."""
    return vector.astype("<f4").tobytes()


def unpacked(stored: bytes | bytearray) -> Vectors:
    return np.frombuffer(stored, dtype="<f4")
