"""Chunking of documents and long messages."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chat.settings.group import Group


class ChunkingSettings(Group):
    """Chunking of documents and long messages."""

    strategy: Literal["structure", "fixed"] = Field(
        "structure",
        validation_alias="THREADWISE_CHUNKING",
        description="How documents are split into chunks. `structure`: along headings, pages and table rows. `fixed`: windows "
        "of whole sentences, for comparison. A change does not affect documents that have already been read.",
    )
    chunk_tokens: int = Field(
        200,
        ge=16,
        le=214,
        description="Maximum size of a chunk, in tokens of the embedding model. Another 40 tokens are reserved for the header "
        "in front of it.",
    )
    chunk_overlap_tokens: int = Field(
        40,
        ge=0,
        le=120,
        description="Maximum overlap with the chunk before, in tokens. Whole sentences are repeated. 0 repeats none.",
    )
    running_text_tokens: int = Field(
        230,
        ge=16,
        le=254,
        description="Maximum size of a chunk, in tokens, of long texts without headings, pages and tables.",
    )
    running_text_overlap_tokens: int = Field(
        20, ge=0, le=120, description="Maximum overlap of chunks, in tokens, of long texts without headings, pages and tables."
    )
    message_tokens: int = Field(
        200,
        ge=16,
        le=214,
        description="Size in tokens above which a message is indexed in passages, which have at most this size.",
    )
