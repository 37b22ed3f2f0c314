from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from chat.events import AnswerEvent, Suggested, Wrote
from chat.ui.pace import merged, paced


async def test_words_keep_their_order_and_nothing_is_lost() -> None:
    async def words() -> AsyncGenerator[AnswerEvent, None]:
        for word in ("one ", "two ", "three"):
            yield Wrote(word)
            await asyncio.sleep(0)
        yield Suggested(("next?",))

    events = [event async for event in paced(words(), 0)]

    assert "".join(event.text for event in events if isinstance(event, Wrote)) == "one two three"
    assert events[-1] == Suggested(("next?",))


def test_neighbouring_words_become_one_piece() -> None:
    assert merged([Wrote("a"), Wrote("b"), Suggested(()), Wrote("c"), None]) == [Wrote("ab"), Suggested(()), Wrote("c")]


async def test_an_error_of_the_source_arrives_after_its_words() -> None:
    async def failing() -> AsyncGenerator[AnswerEvent, None]:
        yield Wrote("some")
        raise ValueError("broken")

    got: list[AnswerEvent] = []

    async def take() -> None:
        async for event in paced(failing(), 0):
            got.append(event)

    with pytest.raises(ValueError, match="broken"):
        await take()
    assert got == [Wrote("some")]


async def test_closing_early_stops_the_source_first() -> None:
    stopped: list[str] = []

    async def endless() -> AsyncGenerator[AnswerEvent, None]:
        try:
            while True:
                yield Wrote("word ")
                await asyncio.sleep(0)
        finally:
            stopped.append("source")

    async with aclosing(paced(endless(), 0)) as events:
        await anext(events)

    assert stopped == ["source"]
