"""The budget of characters that passages share."""

from __future__ import annotations

from collections.abc import Sequence


def room(lengths: Sequence[int], budget: int) -> list[int]:
    """The characters that are left of the budget when each passage's turn comes; one that does not fit takes none."""
    rooms, left = [], budget
    for length in lengths:
        rooms.append(left)
        left -= length if length <= left else 0
    return rooms
