from __future__ import annotations

import asyncio

import pytest

from chat.domain import Source
from chat.errors import IndexFailed
from chat.index.base import Collection
from chat.index.remote import RemoteChroma
from tests.listening import listening


async def test_a_server_that_hangs_is_given_up_on_again_and_again() -> None:
    async def silence(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with listening(silence) as port:
        index = RemoteChroma(f"http://127.0.0.1:{port}", timeout=0.1)

        for _ in range(12):
            with pytest.raises(IndexFailed):
                await index.count(Collection("t", Source.DOCUMENT))

        assert not (await index.check()).ok
        await index.close()


async def test_a_server_that_is_away_is_said_to_be() -> None:
    index = RemoteChroma("http://127.0.0.1:9", timeout=5)

    with pytest.raises(IndexFailed, match="at 127"):
        await index.start()
    await index.close()
