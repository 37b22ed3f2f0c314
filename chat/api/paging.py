"""Lists that are read to their end, page by page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


async def all_of(page: Callable[[str | None], Awaitable[tuple[Sequence[Item], str | None]]]) -> list[Item]:
    """Return all items of a list. `page` takes a cursor (first `None`) and returns items and the next cursor, last `None`."""
    items: list[Item] = []
    cursor: str | None = None
    while True:
        found, cursor = await page(cursor)
        items += found
        if cursor is None:
            return items
