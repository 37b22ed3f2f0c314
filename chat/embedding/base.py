"""The promise of an embedder: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (texts, dimensions), each row of length 1."""


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """Which embedder made a vector. Vectors of different identities are never compared."""

    model: str
    dimensions: int
    revision: str
    """Changes when the same name gives other vectors (a weights' hash, an endpoint's address)."""

    def __str__(self) -> str:
        return f"{self.model}/{self.dimensions}/{self.revision}"


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def identity(self) -> EmbedderIdentity: ...

    def count_tokens(self, text: str) -> int:
        """Length of a text in tokens, special tokens not counted. Thread-safe, does not block.

        Scripts that the model's vocabulary spells letter by letter count as if it had whole words of them.
        """
        ...

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        """One unit vector a text, in the order given; shape (len(texts), dimensions), float32.

        What somebody waits for, a question before all, is urgent: it goes before files, and a remote model that does not answer
        is given up early, since words find passages without vectors too.
        Nothing is truncated: the vector of a text longer than the model's window is the mean of the vectors of its parts.
        Raises EmbeddingFailed when a remote model does not answer.
        """
        ...

    async def close(self) -> None: ...
