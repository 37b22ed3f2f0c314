"""Settings of the vector and keyword indexes."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class IndexSettings(Group):
    """Vector and keyword indexes."""

    chroma_url: str = Field(
        "", description="URL of a Chroma server, as in `http://host:8000`. If empty, Chroma runs embedded, in the data folder."
    )
    chroma_api_key: str = Field(
        "", repr=False, description="API key of the Chroma server, as for Chroma Cloud, sent as `X-Chroma-Token`."
    )
    chroma_headers: dict[str, str] = Field(
        {},
        repr=False,
        description='HTTP headers to send to the Chroma server, as JSON, as for a proxy: `{"Authorization": "Bearer ..."}`.',
    )
    chroma_tenant: str = Field("", description="Tenant on the Chroma server. It must exist.")
    chroma_database: str = Field(
        "",
        description="Database of the tenant. It must exist. If both are empty, those of the key are used, or Chroma's defaults.",
    )
    chroma_timeout_seconds: float = Field(30, gt=0, description="Maximum wait for one call to Chroma, in seconds.")
    chroma_open_files: int = Field(
        640,
        ge=400,
        description="Limit of file descriptors for embedded Chroma, which keeps about a fifth as many collections open.",
    )
    exact_search_vectors: int = Field(
        20_000,
        ge=0,
        description="Number of vectors up to which a collection is searched exactly. In larger collections, only vectors whose"
        " signs resemble those of the question are compared.",
    )
    vector_memory_mb: int = Field(
        256,
        ge=1,
        description="Memory for vectors of recently used threads, in megabytes. Collections larger than that (about 140,000 "
        "vectors for 256) are searched by Chroma's HNSW index.",
    )
    keyword_memory_mb: int = Field(
        768, ge=1, description="Memory for the keyword indexes of recently used threads, in megabytes."
    )
