from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import chromadb
import httpx
import numpy as np
import pytest
from chromadb.api import AsyncClientAPI

from chat.domain import Source
from chat.errors import IndexFailed
from chat.index.among import Among
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


@dataclass
class _Held:
    """A collection on a fake server."""

    name: str

    async def count(self) -> int:
        return 1


class _Growing:
    """A fake server on which a collection is created, before the others, as soon as their first page is listed."""

    def __init__(self, names: list[str]) -> None:
        self._names = names

    async def list_collections(self, limit: int, offset: int) -> list[_Held]:
        page = [_Held(name) for name in self._names[offset : offset + limit]]
        if offset == 0:
            self._names.insert(0, Collection("made meanwhile", Source.MESSAGE).name)
        return page


async def test_collections_are_counted_to_their_end_also_where_one_is_made_meanwhile() -> None:
    held = [Collection(f"t{at}", Source.MESSAGE).name for at in range(700)]
    index = RemoteChroma("http://127.0.0.1:9", timeout=1, lost=noting([]))
    index._client = cast(AsyncClientAPI, _Growing(["of another app", *held]))

    counted = await index.counts()

    assert counted == dict.fromkeys(held, 1)


@dataclass
class _Records:
    """A collection on a fake server that limits the records of a request, as Chroma Cloud does."""

    held: list[str]

    async def count(self) -> int:
        return len(self.held)

    async def get(self, ids: list[str] | None = None, limit: int | None = None, offset: int = 0, include: object = ()) -> object:
        chosen = [id for id in self.held if ids is None or id in ids][offset:][:limit]
        assert max(len(chosen), len(ids or ()), limit or 0) <= 300, "Quota exceeded"
        return {"ids": chosen, "embeddings": np.zeros((len(chosen), 4))}

    async def query(self, query_embeddings: object, n_results: int, include: object, ids: list[str] | None = None) -> object:
        assert max(len(ids or ()), n_results) <= 300, "Quota exceeded"
        return {"ids": [(ids or self.held)[:n_results]], "distances": [[0.5] * n_results]}


class _Cloud:
    def __init__(self, held: list[str]) -> None:
        self._records = _Records(held)

    async def get_collection(self, name: str, embedding_function: object) -> _Records:
        return self._records


async def test_a_plain_search_asks_for_no_more_records_than_chroma_cloud_gives() -> None:
    index = RemoteChroma("http://127.0.0.1:9", 30, noting([]))
    index._client = cast(AsyncClientAPI, _Cloud(list(ids(700))))

    hits = await index.search(HERE, np.ones(4, dtype=np.float32), 400)

    assert (len(hits.ids), hits.total) == (300, 700)


@pytest.mark.parametrize("many", [0, 300, 700])
async def test_records_are_read_and_chosen_in_pages_that_chroma_cloud_gives(many: int) -> None:
    index = RemoteChroma("http://127.0.0.1:9", 30, noting([]))
    index._client = cast(AsyncClientAPI, _Cloud(list(ids(many))))

    listed = await index.ids(HERE)
    got, vectors_ = await index.get(HERE)
    hits = await index.search(HERE, np.ones(4, dtype=np.float32), 20, Among(frozenset(ids(many))))

    assert listed == got == tuple(ids(many))
    assert len(vectors_) == many
    assert (len(hits.ids), hits.total) == (min(many, 20 * -(-many // 300)), many)


KEY = {"X-Chroma-Token": "sesame"}


@asynccontextmanager
async def guarded(port: int, refusal: str = "401 Unauthorized", says: bytes = b"Who are you?") -> AsyncIterator[str]:
    """Yield the address of a proxy for the server at this port, which lets through only requests with the key."""

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(65_536):
            writer.write(chunk)
            await writer.drain()
        writer.close()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if b"x-chroma-token: sesame" not in head.lower():
            writer.write(b"HTTP/1.1 %b\r\nContent-Length: %d\r\n\r\n%b" % (refusal.encode(), len(says), says))
            return
        there, into = await asyncio.open_connection("127.0.0.1", port)
        into.write(head)
        await asyncio.gather(relay(reader, into), relay(there, writer))

    async with listening(answer) as place:
        yield f"http://127.0.0.1:{place}"


async def test_a_database_of_a_tenant_is_reached_with_a_key(tmp_path: Path) -> None:
    async with server(tmp_path) as url:
        async with httpx.AsyncClient(base_url=f"{url}/api/v2") as client:
            (await client.post("/tenants", json={"name": "acme"})).raise_for_status()
            (await client.post("/tenants/acme/databases", json={"name": "chat"})).raise_for_status()
        async with guarded(urlsplit(url).port or 0) as place:
            index = RemoteChroma(place, 30, noting([]), "acme", "chat", KEY)
            await index.upsert(HERE, ids(5), vectors(5))
            held, health = await index.counts(), await index.check()
            await index.close()
            elsewhere = RemoteChroma(place, 30, noting([]), headers=KEY)
            others = await elsewhere.counts()
            await elsewhere.close()

    assert (held, others, health.ok) == ({HERE.name: 5}, {}, True)


async def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    async with server(tmp_path) as url:
        index = RemoteChroma(url, 30, noting([]), database="chat")

        with pytest.raises(IndexFailed, match="has no database chat of a tenant default_tenant"):
            await index.count(HERE)
        await index.close()


@pytest.mark.parametrize(
    ("status", "says", "sentence"),
    [
        ("401 Unauthorized", b"Who are you?", "refuses the key"),
        ("403 Forbidden", b'{"error": "AuthError", "message": "no"}', "refuses the key"),
        ("502 Bad Gateway", b"<h1>Bad Gateway</h1>", "does not answer as it should"),
    ],
    ids=["a proxy", "the server", "a proxy without a server"],
)
async def test_a_refusal_is_one_sentence_without_the_key(status: str, says: bytes, sentence: str) -> None:
    async with guarded(9, status, says) as place:
        index = RemoteChroma(
            place.replace("//", "//somebody:another-word@"), 30, noting([]), headers={"X-Chroma-Token": "hunter2"}
        )

        with pytest.raises(IndexFailed, match=sentence) as caught:
            await index.count(HERE)
        await index.close()

    assert "hunter2" not in str(caught.value)
    assert "another-word" not in str(caught.value)


def _delete(url: str, collection: Collection) -> None:
    """Delete a collection on the server, as its administrator or a new disk would."""
    _, _, address = url.rpartition("/")
    host, _, port = address.partition(":")
    chromadb.HttpClient(host=host, port=int(port)).delete_collection(collection.name)
