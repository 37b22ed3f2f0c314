"""How many characters of passages may be read."""

from __future__ import annotations

from collections.abc import Sequence


def within(lengths: Sequence[int], budget: int) -> list[bool]:
    """Which of the passages, best first, fit together in the budget; one that does not fit is passed over, the next is tried."""
    return [length <= left for length, left in zip(lengths, room(lengths, budget), strict=True)]


def room(lengths: Sequence[int], budget: int) -> list[int]:
    """How many characters of the budget are left when each passage's turn comes."""
    rooms, left = [], budget
    for length in lengths:
        rooms.append(left)
        left -= length if length <= left else 0
    return rooms
