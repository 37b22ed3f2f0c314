"""How many characters of passages may be read."""

from __future__ import annotations

from collections.abc import Sequence


def within(lengths: Sequence[int], budget: int) -> list[bool]:
    """Which of the passages, best first, fit together in the budget; one that does not fit is passed over, the next is tried."""
    kept, left = [], budget
    for length in lengths:
        kept.append(length <= left)
        left -= length if kept[-1] else 0
    return kept
