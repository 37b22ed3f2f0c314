"""How documents and long messages are cut."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chat.settings.group import Group


class ChunkingSettings(Group):
    """How documents and long messages are cut."""

    strategy: Literal["structure", "fixed"] = Field(
        "structure",
        validation_alias="THREADWISE_CHUNKING",
        description="`structure`: along headings, pages and rows. `fixed`: windows of whole sentences, for comparison. Files read"
        " before keep their chunks.",
    )
    chunk_tokens: int = Field(
        200,
        ge=16,
        le=214,
        description="Largest chunk, tokens of the embedding model; 40 more are kept for the header in front of it.",
    )
    chunk_overlap_tokens: int = Field(
        40, ge=0, le=120, description="Whole sentences repeated from the chunk before, at most so many tokens."
    )
    running_text_tokens: int = Field(
        230,
        ge=16,
        le=254,
        description="The same for long texts without headings, pages and tables, where nothing says where a subject ends.",
    )
    running_text_overlap_tokens: int = Field(20, ge=0, le=120, description="And what is repeated there.")
    message_tokens: int = Field(
        200, ge=16, le=214, description="A message longer than this is indexed by passages of this size, tokens."
    )
