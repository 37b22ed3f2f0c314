"""Tests of calling a model: tokens counted when it does not report them, and answers cut short."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from chat.domain import Usage
from chat.errors import ModelFailed
from chat.llm.base import Prompt, PromptMessage
from chat.llm.call import Call

_PROMPT = Prompt((PromptMessage("user", "eight by"),), "eight by", (), 100)
_READ = Usage(4 + 2, estimated=True)


class Scripted:
    """A model that writes what it is given; an exception among it is raised."""

    name = "scripted"

    def __init__(self, *said: str | Usage | Exception) -> None:
        self._said = said
        self.left = False

    async def write(self, prompt: Prompt) -> AsyncGenerator[str | Usage, None]:
        try:
            for piece in self._said:
                if isinstance(piece, Exception):
                    raise piece
                await asyncio.sleep(0)
                yield piece
        finally:
            self.left = True

    async def close(self) -> None: ...


async def test_what_the_model_tells_is_what_it_costs() -> None:
    call = Call(Scripted("one ", "two", Usage(70, 2)), _PROMPT)

    assert await call.finish() == "one two"
    assert call.usage == Usage(70, 2)


async def test_one_that_does_not_tell_is_estimated() -> None:
    call = Call(Scripted("four", "more"), _PROMPT)

    await call.finish()

    assert call.usage == _READ + Usage(0, 2)


@pytest.mark.parametrize(("said", "usage"), [((), Usage()), (("four",), _READ + Usage(0, 1))])
async def test_one_that_fails_costs_what_it_wrote(said: tuple[str, ...], usage: Usage) -> None:
    call = Call(Scripted(*said, ModelFailed("The model stopped.")), _PROMPT)

    with pytest.raises(ModelFailed):
        await call.finish()

    assert (call.text, call.usage) == ("".join(said), usage)


async def test_leaving_stops_the_model_and_counts_what_was_read_of_it() -> None:
    model = Scripted("four", "more")
    call = Call(model, _PROMPT)

    async with aclosing(call.run()) as written:
        assert await anext(written) == "four"

    assert model.left
    assert call.usage == _READ + Usage(0, 1)
