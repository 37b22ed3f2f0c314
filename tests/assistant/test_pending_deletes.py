"""Tests of deletes that can be undone for a while."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant.pending_deletes import PendingDeletes
from chat.domain import User
from chat.errors import NotFound
from tests.assistant.workshop import ALICE, workshop

BOB = User("bob", "bob")


class Clock:
    """A clock that advances when it is told to."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        await self.over.wait()


async def test_a_thread_is_buried_when_its_time_is_over() -> None:
    clock, buried = Clock(), asyncio.Event()
    leaving = PendingDeletes(clock.sleep)

    async def bury() -> None:
        buried.set()

    leaving.after("t", 10, bury)
    await asyncio.sleep(0)
    before = buried.is_set()
    clock.over.set()
    await asyncio.wait_for(buried.wait(), 5)

    assert not before
    assert not leaving.take_back("t")
    await leaving.close()


async def test_a_thread_that_is_taken_back_is_not_buried() -> None:
    clock, buried = Clock(), list[str]()
    leaving = PendingDeletes(clock.sleep)

    async def bury() -> None:
        buried.append("t")

    leaving.after("t", 10, bury)
    taken = leaving.take_back("t")
    clock.over.set()
    await asyncio.sleep(0)
    await leaving.close()

    assert taken
    assert buried == []


async def test_a_deleted_thread_is_hidden_at_once_and_comes_back_as_it_was(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t", name="Boats")
    await shop.read("t", "guide.md", "# Pump\n\nThe pump stands in the cellar.\n")

    await shop.assistant.delete_thread_later(ALICE, "t", 3600)
    listed, _ = await shop.assistant.threads(ALICE)
    with pytest.raises(NotFound):
        await shop.assistant.thread(ALICE, "t")
    with pytest.raises(NotFound):
        await shop.assistant.restore_thread(BOB, "t")
    restored = await shop.assistant.restore_thread(ALICE, "t")
    answer = await shop.answer("t", "Where does the pump stand?")

    assert listed == []
    assert restored.name == "Boats"
    assert answer.grounded


async def test_after_a_restart_a_deleted_thread_is_buried_and_can_not_come_back(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.assistant.delete_thread_later(ALICE, "t", 3600)
    await shop.close()

    again = workshop(engine, tmp_path)
    left = await again.parts.rows.conversations.entombed()
    with pytest.raises(NotFound):
        await again.assistant.restore_thread(ALICE, "t")

    assert left == ["t"]


async def test_what_is_not_deleted_can_not_be_brought_back(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")

    with pytest.raises(NotFound):
        await shop.assistant.restore_thread(ALICE, "t")
