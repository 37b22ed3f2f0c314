from __future__ import annotations

import asyncio

from chat.ingestion.background import Background


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
