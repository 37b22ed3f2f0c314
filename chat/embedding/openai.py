"""Any OpenAI-compatible embedding endpoint."""

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
"""By the client, on 429, 5xx and broken connections, with exponential backoff and as Retry-After asks."""
_SECONDS, _SECONDS_OF_A_QUESTION = 60.0, 10.0
"""For one answer of the endpoint."""
_FEW = 4
"""So many texts are a question: somebody waits, and words find passages too, so the endpoint is asked again only once."""


class OpenAIEmbedder:
    """Keeps the promise `Embedder` over HTTP."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        """ValueError when the dimensions are neither set nor known for the model."""
        self._model = settings.embedding_model or _MODEL
        self._asked = settings.embedding_dimensions
        dimensions = self._asked or _DIMENSIONS.get(self._model)
        if dimensions is None:
            raise ValueError(f"Set EMBEDDING_DIMENSIONS to the length of the vectors that {self._model} gives.")
        self._batch = settings.embedding_batch
        self._client = AsyncOpenAI(
            api_key=settings.embedding_api_key or settings.openai_api_key or "none",  # local servers want none
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
        """In word pieces of the local model: about as many as other vocabularies give, and far below an endpoint's limit."""
        return word_piece().size(text)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        client = self._client if len(texts) > _FEW else self._client.with_options(max_retries=1, timeout=_SECONDS_OF_A_QUESTION)
        batches = [await self._embed(client, texts[at : at + self._batch]) for at in range(0, len(texts), self._batch)]
        return np.concatenate(batches) if batches else np.zeros((0, self._identity.dimensions), dtype=np.float32)

    async def _embed(self, client: AsyncOpenAI, texts: Sequence[str]) -> Vectors:
        try:
            response = await client.embeddings.create(
                input=list(texts), model=self._model, dimensions=self._asked or omit, encoding_format="float"
            )
        except (OpenAIError, httpx2.HTTPError, ValueError) as error:
            raise EmbeddingFailed(self._sentence(error)) from error
        return self._checked(response, len(texts))

    def _checked(self, response: CreateEmbeddingResponse, wanted: int) -> Vectors:
        found = sorted(response.data or [], key=lambda one: one.index)
        if [one.index for one in found] != list(range(wanted)):
            raise EmbeddingFailed(f"The embedding endpoint returned {len(found)} vectors for {wanted} texts.")
        lengths = {len(one.embedding) for one in found}
        if lengths != {self._identity.dimensions}:
            raise EmbeddingFailed(
                f"The embedding endpoint returned vectors of {'/'.join(map(str, sorted(lengths)))} dimensions "
                f"instead of {self._identity.dimensions}; "
                "set EMBEDDING_DIMENSIONS to what it gives."
            )
        vectors = np.array([one.embedding for one in found], dtype=np.float32)
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
