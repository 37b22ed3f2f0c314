"""Embedding model. Without an endpoint, the local model is used."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class EmbeddingSettings(BaseSettings):
    """Embedding model. Without an endpoint, the local model is used."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, populate_by_name=True)

    embedding_api_key: str = Field(
        "",
        validation_alias="EMBEDDING_API_KEY",
        repr=False,
        description="API key of an embedding endpoint. If it is empty, OPENAI_API_KEY is used when EMBEDDING_API_BASE or "
        "EMBEDDING_MODEL is set.",
    )
    openai_api_key: str = Field("", validation_alias="OPENAI_API_KEY", repr=False, description="See the answering group.")
    embedding_api_base: str = Field(
        "", validation_alias="EMBEDDING_API_BASE", description="Base URL of an OpenAI-compatible embedding endpoint."
    )
    embedding_model: str = Field(
        "",
        validation_alias="EMBEDDING_MODEL",
        description="Name of the embedding model at the endpoint. If empty, the endpoint is asked for text-embedding-3-small.",
    )
    embedding_dimensions: int | None = Field(
        None,
        validation_alias="EMBEDDING_DIMENSIONS",
        ge=1,
        description="Length of the vectors. It is sent to the endpoint and compared with the vectors that come back.",
    )
    embedding_batch: int = Field(
        100, validation_alias="EMBEDDING_BATCH", ge=1, le=2048, description="Number of texts in one request to the endpoint."
    )
    embedding_threads: int = Field(
        0,
        validation_alias="EMBEDDING_THREADS",
        ge=0,
        description="Parallel runs of the local embedding model, one core each. 0 uses all cores.",
    )
    embedding_cache_entries: int = Field(
        10_000,
        validation_alias="EMBEDDING_CACHE_ENTRIES",
        ge=0,
        description="Number of vectors kept in memory, by the hash of their text. 0 keeps none.",
    )
    embedding_cache_seconds: int = Field(
        3_600,
        validation_alias="EMBEDDING_CACHE_SECONDS",
        ge=0,
        description="Time for which a vector is kept in memory, in seconds.",
    )
