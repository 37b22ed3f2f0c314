"""How many characters of passages may be read."""

from __future__ import annotations

from collections.abc import Sequence


def room(lengths: Sequence[int], budget: int) -> list[int]:
    """How many characters of the budget are left when each passage's turn comes."""
    rooms, left = [], budget
    for length in lengths:
        rooms.append(left)
        left -= length if length <= left else 0
    return rooms
