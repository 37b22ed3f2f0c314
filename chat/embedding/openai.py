"""Embeddings from any OpenAI-compatible endpoint."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import httpx2
import numpy as np
from openai import AsyncOpenAI, AuthenticationError, NotFoundError, OpenAIError, RateLimitError, omit
from openai.types import CreateEmbeddingResponse

from chat.embedding.base import EmbedderIdentity, Vectors
from chat.embedding.tokens import word_piece
from chat.errors import EmbeddingFailed
from chat.settings import EmbeddingSettings

_MODEL = "text-embedding-3-small"
_DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
_RETRIES = 5
"""Retries by the client on 429, 5xx and broken connections, with exponential backoff and respecting Retry-After."""
_SECONDS = 60.0
"""Time limit of one request."""
_URGENT_RETRIES, _URGENT_SECONDS = 1, 10.0
"""The same limits when a user is waiting."""


class OpenAIEmbedder:
    """An `Embedder` over HTTP."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        """Prepare a client; nothing is requested yet. ValueError if the dimensions are neither set nor known for the model."""
        self._model = settings.embedding_model or _MODEL
        self._requested_dimensions = settings.embedding_dimensions
        dimensions = self._requested_dimensions or _DIMENSIONS.get(self._model)
        if dimensions is None:
            raise ValueError(f"Set EMBEDDING_DIMENSIONS to the length of the vectors that {self._model} gives.")
        self._batch = settings.embedding_batch
        self._client = AsyncOpenAI(
            api_key=settings.embedding_api_key or settings.openai_api_key or "none",  # local servers need none
            base_url=settings.embedding_api_base or None,
            max_retries=_RETRIES,
            timeout=_SECONDS,
        )
        address = hashlib.sha256(str(self._client.base_url).encode()).hexdigest()[:12]
        self._identity = EmbedderIdentity(self._model, dimensions, address)

    @property
    def identity(self) -> EmbedderIdentity:
        return self._identity

    def count_tokens(self, text: str) -> int:
        """Count in word pieces of the local model, which is close to other models' counts.

        Passages stay far below an endpoint's limit.
        """
        return word_piece().size(text)

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        client = self._client.with_options(max_retries=_URGENT_RETRIES, timeout=_URGENT_SECONDS) if urgent else self._client
        starts = range(0, len(texts), self._batch)
        batches = [await self._embed(client, texts[start : start + self._batch]) for start in starts]
        return np.concatenate(batches) if batches else np.zeros((0, self._identity.dimensions), dtype=np.float32)

    async def _embed(self, client: AsyncOpenAI, texts: Sequence[str]) -> Vectors:
        try:
            response = await client.embeddings.create(
                input=list(texts), model=self._model, dimensions=self._requested_dimensions or omit, encoding_format="float"
            )
        except (OpenAIError, httpx2.HTTPError, ValueError) as error:
            raise EmbeddingFailed(self._sentence(error)) from error
        return self._checked(response, len(texts))

    def _checked(self, response: CreateEmbeddingResponse, wanted: int) -> Vectors:
        embeddings = sorted(response.data or [], key=lambda item: item.index)
        if [item.index for item in embeddings] != list(range(wanted)):
            raise EmbeddingFailed(f"The embedding endpoint returned {len(embeddings)} vectors for {wanted} texts.")
        lengths = {len(item.embedding) for item in embeddings}
        if lengths != {self._identity.dimensions}:
            raise EmbeddingFailed(
                f"The embedding endpoint returned vectors of {'/'.join(map(str, sorted(lengths)))} dimensions "
                f"instead of {self._identity.dimensions}; "
                "set EMBEDDING_DIMENSIONS to what it gives."
            )
        vectors = np.array([item.embedding for item in embeddings], dtype=np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(norms).all() or not norms.all():
            raise EmbeddingFailed("The embedding endpoint returned a vector without a direction.")
        return np.asarray(vectors / norms, dtype=np.float32)

    def _sentence(self, error: Exception) -> str:
        match error:
            case AuthenticationError():
                return "The embedding endpoint refused the key; check EMBEDDING_API_KEY."
            case NotFoundError():
                return f"The embedding endpoint does not know {self._model}; check EMBEDDING_MODEL and EMBEDDING_API_BASE."
            case RateLimitError():
                return "The embedding endpoint is over its rate limit; try again in a moment."
            case _:
                return "The embedding endpoint could not be reached or failed; check EMBEDDING_API_BASE."

    async def close(self) -> None:
        await self._client.close()
