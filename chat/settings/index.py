"""Where the vectors are."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class IndexSettings(Group):
    """Where the vectors are."""

    chroma_url: str = Field("", description="A Chroma server (`http://host:8000`); empty: embedded, in the data folder.")
    chroma_api_key: str = Field(
        "", repr=False, description="The server's key, as Chroma Cloud has one; sent as `X-Chroma-Token`."
    )
    chroma_headers: dict[str, str] = Field(
        {},
        repr=False,
        description='Headers sent to the server, as JSON, for a proxy in front of it: `{"Authorization": "Bearer ..."}`.',
    )
    chroma_tenant: str = Field("", description="Tenant on the server; it is not made.")
    chroma_database: str = Field(
        "", description="Database of that tenant; it is not made. Both empty: those of the key, or Chroma's default ones."
    )
    chroma_timeout_seconds: float = Field(30, gt=0, description="Longest wait for one call to Chroma.")
    chroma_open_files: int = Field(
        640,
        ge=400,
        description="Descriptor limit of the embedded Chroma's process; about a fifth of it is the number of open collections.",
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
