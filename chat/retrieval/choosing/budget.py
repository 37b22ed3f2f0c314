"""The budget of characters shared by all passages."""

from __future__ import annotations

from collections.abc import Sequence


def room(lengths: Sequence[int], budget: int) -> list[int]:
    """Return the characters left in the budget when each passage's turn comes; one that does not fit uses none."""
    rooms, left = [], budget
    for length in lengths:
        rooms.append(left)
        left -= length if length <= left else 0
    return rooms
