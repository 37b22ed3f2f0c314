"""Which model turns text into vectors. Without a key: the local one."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class EmbeddingSettings(BaseSettings):
    """Which model turns text into vectors. Without a key: the local one."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, populate_by_name=True)

    embedding_api_key: str = Field(
        "",
        validation_alias="EMBEDDING_API_KEY",
        repr=False,
        description="Key of an embedding endpoint; OPENAI_API_KEY stands in when EMBEDDING_API_BASE or EMBEDDING_MODEL is set.",
    )
    openai_api_key: str = Field("", validation_alias="OPENAI_API_KEY", repr=False, description="See the answering group.")
    embedding_api_base: str = Field("", validation_alias="EMBEDDING_API_BASE", description="Base URL of the endpoint.")
    embedding_model: str = Field(
        "", validation_alias="EMBEDDING_MODEL", description="Model name at the endpoint; default there: text-embedding-3-small."
    )
    embedding_dimensions: int | None = Field(
        None,
        validation_alias="EMBEDDING_DIMENSIONS",
        ge=1,
        description="Passed on to the endpoint and checked against what comes back.",
    )
    embedding_batch: int = Field(
        100, validation_alias="EMBEDDING_BATCH", ge=1, le=2048, description="Texts a request to the endpoint."
    )
    embedding_threads: int = Field(
        0,
        validation_alias="EMBEDDING_THREADS",
        ge=0,
        description="Runs of the local model side by side, each on one core; 0: all.",
    )
    embedding_cache_entries: int = Field(
        10_000, validation_alias="EMBEDDING_CACHE_ENTRIES", ge=0, description="Vectors kept in memory by content hash."
    )
    embedding_cache_seconds: int = Field(
        3_600, validation_alias="EMBEDDING_CACHE_SECONDS", ge=0, description="How long they are kept."
    )
