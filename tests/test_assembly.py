"""What is done now and then while the server runs."""

from __future__ import annotations

import asyncio

import pytest

from chat import assembly
from chat.errors import Unavailable


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_fails_is_tried_again_the_next_time(monkeypatch: pytest.MonkeyPatch, at_once: bool) -> None:
    happened: list[str] = []

    async def sleep(seconds: float) -> None:
        happened.append(f"slept {seconds:g}")
        if len(happened) > 5:
            raise asyncio.CancelledError

    async def work() -> None:
        happened.append("worked")
        raise Unavailable("The database is away.") if len(happened) < 3 else ValueError("a mistake")

    monkeypatch.setattr("chat.assembly.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await assembly.every(7, work, at_once=at_once)

    assert happened == (["worked", "slept 7"] * 3 if at_once else ["slept 7", "worked"] * 3 + ["slept 7"])[: len(happened)]
    assert happened.count("worked") >= 2
