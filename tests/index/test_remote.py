from __future__ import annotations

import asyncio
from pathlib import Path

import chromadb
import pytest

from chat.domain import Source
from chat.errors import IndexFailed
from chat.index.base import Collection
from chat.index.remote import RemoteChroma
from tests.index.test_chroma import ids, noting, vectors
from tests.listening import listening
from tests.promises.test_vector_index import server

HERE, THERE = (Collection("t", source) for source in Source)


async def test_a_server_that_hangs_is_given_up_on_again_and_again() -> None:
    async def silence(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with listening(silence) as port:
        index = RemoteChroma(f"http://127.0.0.1:{port}", timeout=0.1, lost=noting([]))

        for _ in range(12):
            with pytest.raises(IndexFailed):
                await index.count(Collection("t", Source.DOCUMENT))

        assert not (await index.check()).ok
        await index.close()


async def test_a_server_that_is_away_is_said_to_be() -> None:
    index = RemoteChroma("http://127.0.0.1:9", timeout=5, lost=noting([]))

    with pytest.raises(IndexFailed, match="at 127"):
        await index.start()
    await index.close()


@pytest.mark.parametrize(
    ("gone", "told"),
    [([HERE, THERE], ["*"]), ([HERE], [HERE.name])],
    ids=["all of them", "one of them"],
)
async def test_collections_that_a_server_lost_are_told_once_and_made_anew(
    gone: list[Collection], told: list[str], tmp_path: Path
) -> None:
    lost = list[str]()
    async with server(tmp_path) as url:
        index = RemoteChroma(url, 30, noting(lost))
        for collection in (HERE, THERE):
            await index.upsert(collection, ids(5), vectors(5))
        for collection in gone:
            await asyncio.to_thread(_delete, url, collection)

        with pytest.raises(IndexFailed):
            await index.count(HERE)
        left = await index.count(HERE)
        await index.upsert(HERE, ids(3), vectors(3))
        made = await index.count(HERE)
        await index.close()

    assert (left, made, lost) == (0, 3, told)


def _delete(url: str, collection: Collection) -> None:
    """As whoever looks after the server, or a new disk, would."""
    _, _, address = url.rpartition("/")
    host, _, port = address.partition(":")
    chromadb.HttpClient(host=host, port=int(port)).delete_collection(collection.name)
