from __future__ import annotations

import asyncio
from itertools import islice

import pytest

from chat.ingestion.background import Background, pauses


@pytest.mark.parametrize(
    ("first", "following"),
    [(1.0, [1, 2, 4, 8, 16, 32, 60, 60]), (5.0, [5, 10, 20, 40, 60, 60]), (100.0, [100, 60, 60])],
)
def test_pauses_double_up_to_a_minute(first: float, following: list[float]) -> None:
    assert list(islice(pauses(first), len(following))) == following


async def test_closing_ends_also_work_that_lost_its_cancel() -> None:
    begun = asyncio.Event()
    lost: list[str] = []

    async def work() -> None:
        while True:
            try:
                begun.set()
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if lost:
                    raise
                lost.append("replaced by an error of its own, which is caught")

    background = Background(work, "test")
    background.want()
    background.start()
    await begun.wait()

    async with asyncio.timeout(30):
        await background.close()
    assert lost
