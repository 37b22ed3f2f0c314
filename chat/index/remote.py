"""A Chroma server (`chroma run`, a cluster, Chroma Cloud) instead of the embedded one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from urllib.parse import urlsplit

import chromadb
import httpx
import numpy as np
from chromadb.config import Settings
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.errors import IndexFailed
from chat.index.base import Collection, Hits
from chat.index.chroma_store import ChromaError, ChromaStore

Result = TypeVar("Result")

_AT_ONCE = 8
"""Requests in flight; more of them make a server slower, not faster."""


class RemoteChroma:
    """Keeps the promise `VectorIndex` over HTTP."""

    def __init__(self, url: str, timeout: float) -> None:
        self._url = urlsplit(url)
        self._timeout = timeout
        self._threads = ThreadPoolExecutor(_AT_ONCE, "chroma")
        self._connected: ChromaStore | None = None

    async def start(self) -> None:
        await self._call(lambda store: store.beat())

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        if len(ids):
            await self._call(lambda store: store.upsert(collection.name, ids, vectors))

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        return await self._call(lambda store: store.delete(collection.name, ids))

    async def drop(self, collection: Collection) -> int:
        return await self._call(lambda store: store.drop(collection.name))

    async def search(
        self, collection: Collection, vector: NDArray[np.float32], k: int, among: AbstractSet[str] | None = None
    ) -> Hits:
        chosen = None if among is None else list(among)
        (ids, scores), total = await self._call(lambda store: store.search(collection.name, vector, k, chosen))
        return Hits(tuple(ids), scores, complete=len(ids) == total, total=total)

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        ids, vectors = await self._call(lambda store: store.get(collection.name))
        return tuple(ids), vectors

    async def count(self, collection: Collection) -> int:
        return await self._call(lambda store: store.count(collection.name))

    async def check(self) -> Health:
        try:
            await self._call(lambda store: store.beat())
        except IndexFailed as error:
            return Health(False, {"kind": "server", "error": str(error)})
        return Health(True, {"kind": "server"})

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _call(self, work: Callable[[ChromaStore], Result]) -> Result:
        def connected() -> Result:
            return work(self._store())

        try:
            running = asyncio.get_running_loop().run_in_executor(self._threads, connected)
            return await asyncio.wait_for(running, self._timeout)
        except (ChromaError, httpx.HTTPError, OSError, TimeoutError, ValueError) as error:
            raise IndexFailed(f"The Chroma server at {self._url.netloc} does not answer as it should.") from error

    def _store(self) -> ChromaStore:
        """Connected at first use, so that a server that is away at start is found when it comes back."""
        if self._connected is None:
            secure = self._url.scheme == "https"
            client = chromadb.HttpClient(
                host=self._url.hostname or "localhost",
                port=self._url.port or (443 if secure else 8000),
                ssl=secure,
                settings=Settings(anonymized_telemetry=False, chroma_server_ssl_verify=True if secure else None),
            )
            self._connected = ChromaStore(client)
        return self._connected
