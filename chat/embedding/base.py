"""The embedder protocol: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (texts, dimensions), where each row has length 1."""


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """The embedder that made a vector. Vectors of different identities are never compared."""

    model: str
    dimensions: int
    revision: str
    """Changes if the same model name gives different vectors (a hash of the weights, or the address of an endpoint)."""

    def __str__(self) -> str:
        return f"{self.model}/{self.dimensions}/{self.revision}"


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def identity(self) -> EmbedderIdentity: ...

    def count_tokens(self, text: str) -> int:
        """Return the length of a text in tokens, without special tokens. Thread-safe and non-blocking.

        Scripts that the model's vocabulary spells letter by letter are counted as if it contained whole words of them.
        """
        ...

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        """Return one unit vector per text, in the order given; shape (len(texts), dimensions), float32.

        What a user waits for, above all a question, is `urgent`: it is processed before files, and a remote model that does not
        answer is given up on early, since keyword search works without vectors.

        Nothing is truncated: the vector of a text longer than the model's window is the mean of the vectors of its parts. Raises
        EmbeddingFailed if a remote model does not answer.
        """
        ...

    async def close(self) -> None: ...
