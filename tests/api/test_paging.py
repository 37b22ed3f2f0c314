from __future__ import annotations

from chat.api.paging import all_of

_PAGES = {None: ([1, 2], "second"), "second": ([], "third"), "third": ([3], None)}


async def test_a_list_is_read_to_its_end_over_an_empty_page() -> None:
    async def page(cursor: str | None) -> tuple[list[int], str | None]:
        return _PAGES[cursor]

    assert await all_of(page) == [1, 2, 3]
