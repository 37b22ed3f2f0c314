"""Reports: what a deletion removed, and the health of a part of the application."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Receipt:
    """The counts of what a deletion removed, and whether a check afterwards found nothing left."""

    messages: int = 0
    documents: int = 0
    chunks: int = 0
    vectors: int = 0
    keyword_rows: int = 0
    files: int = 0
    cache_entries: int = 0
    verified: bool = False

    def __add__(self, other: Receipt) -> Receipt:
        """Return the sum of both receipts, verified only if both are."""
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
    """The state of one component in the health report."""

    ok: bool
    detail: dict[str, object] = field(default_factory=dict)
