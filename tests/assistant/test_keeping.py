from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from tests.assistant.workshop import ALICE, workshop


async def test_a_thread_that_several_calls_want_at_once_is_made_once_and_given_to_each(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)

    made = await asyncio.gather(*(shop.assistant.ensure_thread(ALICE, "wanted", "Notes") for _ in range(4)))

    assert {(thread.id, thread.name) for thread in made} == {("wanted", "Notes")}
    assert [thread.id for thread in (await shop.assistant.threads(ALICE))[0]] == ["wanted"]
