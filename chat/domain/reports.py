"""What came of it: a deletion, a look at how something is."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a delete removed, and that a probe afterwards found nothing."""

    messages: int = 0
    documents: int = 0
    chunks: int = 0
    vectors: int = 0
    keyword_rows: int = 0
    files: int = 0
    cache_entries: int = 0
    verified: bool = False

    def __add__(self, other: Receipt) -> Receipt:
        """Of both deletes; verified when both are."""
        return Receipt(
            self.messages + other.messages,
            self.documents + other.documents,
            self.chunks + other.chunks,
            self.vectors + other.vectors,
            self.keyword_rows + other.keyword_rows,
            self.files + other.files,
            self.cache_entries + other.cache_entries,
            self.verified and other.verified,
        )


@dataclass(frozen=True, slots=True)
class Health:
    """One part's state for the health report."""

    ok: bool
    detail: dict[str, object] = field(default_factory=dict)
