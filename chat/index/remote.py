"""The vector store on a Chroma server (`chroma run`, a cluster, Chroma Cloud) instead of the embedded Chroma."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import chromadb
import httpx
import numpy as np
from cachetools import LRUCache
from chromadb.api import AsyncClientAPI
from chromadb.api.async_fastapi import AsyncFastAPI
from chromadb.api.models.AsyncCollection import AsyncCollection
from chromadb.api.types import Include
from chromadb.config import DEFAULT_DATABASE, DEFAULT_TENANT, Settings
from chromadb.errors import AuthorizationError, ChromaAuthError, ChromaError, NotFoundError
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.errors import IndexFailed
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits, Lost, is_ours
from chat.index.chroma_store import CONFIGURATION, HANDLES, NO_VECTORS

_log = logging.getLogger(__name__)

_AT_ONCE = 8
"""Calls in flight; more make a server slower, not faster."""
_PAGE = 300
"""Records or collections in one response; 300 records are the limit of Chroma Cloud."""
_MOST_WITHOUT = 100
"""Ids that are left out after the search; of more than these, the others are asked for page by page."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
"""Seconds during which an unreachable server is not asked again and requests fail at once; doubled after each failure."""
_BATCH = 300
"""Records in one write; the limit of Chroma Cloud."""


class RemoteChroma:
    """Keeps the promise `VectorStore` over HTTP. A server that is unreachable at the start is used as soon as it answers.

    Every method may raise IndexFailed: when the server cannot be reached, takes longer than `timeout` seconds for the call (a
    paged read: for one page), or responds with an error. Nothing is retried here; callers do that.
    """

    def __init__(
        self,
        url: str,
        timeout: float,
        lost: Lost,
        tenant: str = "",
        database: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """`lost` is called with the names of collections that vanished from the server, and with `*` when all did; `headers` are
        sent with each request.

        Without a tenant and a database, those that the server names for the headers are used, or else Chroma's defaults.
        """
        self._url = urlsplit(url)
        self._place = self._url.netloc.rpartition("@")[2]
        self._tenant = tenant
        self._database = database
        self._headers = dict(headers or {})
        self._timeout = timeout
        self._lost = lost
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._client: AsyncClientAPI | None = None
        self._handles: LRUCache[str, AsyncCollection] = LRUCache(HANDLES)
        self._now = monotonic
        self._pause = 0.0
        self._again = 0.0
        """When the server may be asked again, by the monotonic clock."""

    async def start(self) -> None:
        async with self._asking():
            await (await self._connected()).heartbeat()

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        if not len(ids):
            return
        async with self._asking(collection):
            handle = await self._find(collection) or await self._make(collection)
            for at in range(0, len(ids), _BATCH):
                await handle.upsert(ids=list(ids[at : at + _BATCH]), embeddings=vectors[at : at + _BATCH])

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        deleted = 0
        async with self._asking(collection):
            handle = await self._find(collection)
            for at in range(0, len(ids) if handle else 0, _BATCH):
                assert handle is not None
                there = await _held(handle, ids[at : at + _BATCH])
                if there:
                    await handle.delete(ids=there)
                    deleted += len(there)
        return deleted

    async def drop(self, collection: Collection) -> int:
        async with self._asking(collection):
            handle = await self._find(collection)
            if handle is None:
                return 0
            held = await handle.count()
            self._handles.pop(collection.name, None)
            await (await self._connected()).delete_collection(collection.name)
            return held

    async def load(self, collection: Collection) -> None:
        return

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        if (chosen := among.chosen) is not None:
            return await self._search_pages(collection, vector, k, list(chosen))
        if len(among.without) > _MOST_WITHOUT:
            return await self._search_pages(collection, vector, k, [id for id in await self.ids(collection) if id in among])
        async with self._asking(collection):
            handle = await self._find(collection)
            if handle is None:
                return _hits([], 0)
            left_out = len(await _held(handle, list(among.without)))
            total = await handle.count() - left_out
            wanted = min(k, total) + left_out
            return _hits([await handle.query(**_nearest(vector, min(wanted, _PAGE)))] if total else [], total, among.without)

    async def _search_pages(self, collection: Collection, vector: NDArray[np.float32], k: int, chosen: Sequence[str]) -> Hits:
        pages = (chosen[at : at + _PAGE] for at in range(0, len(chosen), _PAGE))
        there = await asyncio.gather(*(self._search_page(collection, vector, k, page) for page in pages))
        return _hits([found for found, total in there if total], sum(total for _, total in there))

    async def _search_page(
        self, collection: Collection, vector: NDArray[np.float32], k: int, chosen: Sequence[str]
    ) -> tuple[Any, int]:  # Any: Chroma types what it finds by what is included
        """Return Chroma's response with the nearest of these ids (`None` where none exists), and how many of them exist."""
        async with self._asking(collection):
            handle = await self._find(collection)
            there = await _held(handle, chosen) if handle else []
            found = await handle.query(**_nearest(vector, min(k, len(there))), ids=there) if handle and there else None
            return found, len(there)

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return tuple([id async for page in self._records(collection, []) for id in page["ids"]])

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        pages = [page async for page in self._records(collection, ["embeddings"])]
        vectors = [np.asarray(page["embeddings"], dtype=np.float32) for page in pages]
        return tuple(id for page in pages for id in page["ids"]), np.concatenate(vectors) if vectors else NO_VECTORS

    async def _records(self, collection: Collection, include: Include) -> AsyncIterator[Any]:  # Any: as above
        """Yield the records in pages of at most `_PAGE`, each requested with a timeout of its own; no empty page."""
        listed, whole = 0, False
        while not whole:
            async with self._asking(collection):
                handle = await self._find(collection)
                page: Any = await handle.get(limit=_PAGE, offset=listed, include=include) if handle else {"ids": []}
            whole = len(page["ids"]) < _PAGE
            listed += len(page["ids"])
            if page["ids"]:
                yield page

    async def count(self, collection: Collection) -> int:
        async with self._asking(collection):
            handle = await self._find(collection)
            return await handle.count() if handle else 0

    async def counts(self) -> dict[str, int]:
        """Count as promised, without collections of other software on the same server."""
        counted, listed = dict[str, int](), 0
        while page := await self._page(listed):
            listed += len(page)  # not len(counted): when a collection is created meanwhile, others are listed twice
            for handle in page:
                if is_ours(handle.name):
                    async with self._asking():
                        counted[handle.name] = await handle.count()
        return counted

    async def _page(self, offset: int) -> Sequence[AsyncCollection]:
        """Return at most `_PAGE` collections; none behind the last."""
        async with self._asking():
            return await (await self._connected()).list_collections(limit=_PAGE, offset=offset)

    async def broken(self) -> list[str]:
        """Return none: the server is responsible for its files."""
        return []

    async def discard(self, names: Sequence[str]) -> None:
        for name in names:
            async with self._asking():
                self._handles.pop(name, None)
                await (await self._connected()).delete_collection(name)

    async def rewrite(self, collection: Collection) -> None:
        ids, vectors = await self.get(collection)
        await self.drop(collection)
        await self.upsert(collection, ids, vectors)

    async def compact(self) -> None:
        """Do nothing: the server is responsible for its disk (`docs/deleting.md`)."""

    async def check(self) -> Health:
        try:
            await self.start()
        except IndexFailed as error:
            return Health(False, {"kind": "server", "error": str(error)})
        return Health(True, {"kind": "server"})

    async def close(self) -> None:
        """Close all connections of Chroma clients in this process; Chroma's own `stop` does not await their closing."""
        self._client = None
        while AsyncFastAPI._clients:
            _, connections = AsyncFastAPI._clients.popitem()
            await connections.aclose()

    @asynccontextmanager
    async def _asking(self, collection: Collection | None = None) -> AsyncIterator[None]:
        """Surround each call: limit how many run and for how long (the client has no timeout), and turn errors into IndexFailed.

        Where the server says that `collection` is missing although it was found before, it is reported as lost.
        """
        failed = IndexFailed(f"The Chroma server at {self._place} does not answer as it should.")
        refused = IndexFailed(f"The Chroma server at {self._place} refuses the key.")
        if self._now() < self._again:
            raise failed
        try:
            async with self._room, asyncio.timeout(self._timeout):
                yield
        except (httpx.HTTPError, OSError, TimeoutError) as error:
            self._leave_alone()
            raise failed from error
        except NotFoundError as error:
            if collection is not None and collection.name in self._handles:
                await self._forget(collection.name)
            raise failed from error
        except Exception as error:
            if not isinstance(error, ChromaError | ValueError) and type(error) is not Exception:
                raise
            raise refused if _refuses(error) else failed from error
        self._pause = 0.0

    async def _forget(self, name: str) -> None:
        """Report a collection as lost that existed and was not dropped from here; report all where the server has none."""
        del self._handles[name]
        async with self._asking():
            others = await (await self._connected()).list_collections(limit=1)
        _log.warning("The Chroma server at %s lost %s; it is made anew", self._place, name if others else "all collections")
        if not others:
            self._handles.clear()
        await self._lost([name] if others else ["*"])

    def _leave_alone(self) -> None:
        """Ask the server no more for a while."""
        self._pause = min(max(2 * self._pause, _FIRST_PAUSE), _LONGEST_PAUSE)
        self._again = self._now() + self._pause
        _log.warning("The Chroma server at %s is away; it is asked again in %.0f s", self._place, self._pause)

    async def _connected(self) -> AsyncClientAPI:
        """Return the client, made at the first request. ConnectionError when the server cannot be reached."""
        if self._client is None:
            secure = self._url.scheme == "https"
            tenant, database = self._tenant or DEFAULT_TENANT, self._database or DEFAULT_DATABASE
            try:
                self._client = await chromadb.AsyncHttpClient(
                    host=self._url.hostname or "localhost",
                    port=self._url.port or (443 if secure else 8000),
                    ssl=secure,
                    headers=self._headers,
                    tenant=tenant,
                    database=database,
                    settings=Settings(
                        anonymized_telemetry=False,
                        chroma_server_ssl_verify=True if secure else None,
                        chroma_overwrite_singleton_tenant_database_access_from_auth=not (self._tenant or self._database),
                    ),
                )
            except NotFoundError as error:
                raise IndexFailed(
                    f"The Chroma server at {self._place} has no database {database} of a tenant {tenant}."
                ) from error
            except ValueError as error:  # raised by Chroma when it cannot connect
                raise ConnectionError from error
        return self._client

    async def _find(self, collection: Collection) -> AsyncCollection | None:
        handle = self._handles.get(collection.name)
        if handle is None:
            try:
                handle = await (await self._connected()).get_collection(collection.name, embedding_function=None)
            except NotFoundError:
                return None
            self._handles[collection.name] = handle
        return handle

    async def _make(self, collection: Collection) -> AsyncCollection:
        handle = await (await self._connected()).create_collection(
            collection.name,
            configuration=CONFIGURATION,  # type: ignore[arg-type]  # a plain dict is what the documentation gives
            embedding_function=None,
            get_or_create=True,
        )
        self._handles[collection.name] = handle
        return handle


def _refuses(error: Exception) -> bool:
    """Return whether the server, or what stands in front of it, wants another key.

    What is not in Chroma's own words its client raises as a bare `Exception`, while it handles the one with the status.
    """
    answer = error.__context__
    status = answer.response.status_code if isinstance(answer, httpx.HTTPStatusError) else None
    return isinstance(error, AuthorizationError | ChromaAuthError) or status in (401, 403)


async def _held(handle: AsyncCollection, ids: Sequence[str]) -> list[str]:
    """Return those of the ids that the collection holds."""
    return (await handle.get(ids=list(ids), include=[]))["ids"] if ids else []


def _nearest(vector: NDArray[np.float32], k: int) -> dict[str, Any]:  # Any: arguments of Chroma's
    """Return arguments of a Chroma query for the `k` nearest to a unit vector of shape (dimensions,)."""
    return {"query_embeddings": vector[None, :], "n_results": k, "include": ["distances"]}


def _hits(found: Sequence[Any], total: int, without: frozenset[str] = frozenset()) -> Hits:  # Any: Chroma's responses
    """Return the hits of several query responses, distances turned into cosine similarities; `total` chunks were searched, beside
    those that are left out."""
    pairs = [pair for each in found for pair in zip(each["ids"][0], each["distances"][0], strict=True) if pair[0] not in without]
    distances = np.asarray([distance for _, distance in pairs], dtype=np.float32)
    return Hits.of([id for id, _ in pairs], 1 - distances, complete=len(pairs) == total, total=total)
