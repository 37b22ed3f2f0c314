"""How long lists and vectors go into statements and rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from chat.embedding.base import Vectors

BATCH = 500
"""Ids in one IN list; databases limit the number of bound values."""


def batches(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    return (ids[at : at + BATCH] for at in range(0, len(ids), BATCH))


def packed(vector: Vectors) -> bytes:
    """Four bytes a dimension, the same on every machine."""
    return vector.astype("<f4").tobytes()


def unpacked(stored: bytes | bytearray) -> Vectors:
    return np.frombuffer(stored, dtype="<f4")
