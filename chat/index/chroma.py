"""The vector store on the embedded Chroma, which runs in one child process (`chroma_process`)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle  # between a process and its own child
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chat.domain import Health
from chat.embedding.base import Vectors
from chat.errors import IndexFailed
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits, Lost
from chat.index.chroma_folder import ChromaFolder
from chat.index.framing import LENGTH, framed

_log = logging.getLogger(__name__)

_START_SECONDS = 120.0
"""Until the child process has to be ready."""
_ATTEMPTS = 3
"""Of a request. The second one has a new process; before the third, the collection that killed both is discarded."""
_DAMAGED = ("hnsw", "compactor", "segment", "nothing found on disk", "error finding id")
"""In Chroma's error messages: files of the collection are damaged."""
_TEMPORARY = ("full", "readonly", "read-only", "locked", "disk i/o", "unable to open", "too large", "no space")
"""In Chroma's error messages: the disk or the database cannot be used for now; the collection is sound."""
_DELETING = frozenset({"delete", "drop", "discard", "rewrite"})
"""Methods that leave deleted data in the folder until `compact`."""


class EmbeddedChroma:
    """Keeps the promise `VectorStore` with Chroma's data in a local folder.

    One request runs at a time; others wait. Every method may raise IndexFailed: when the child process does not answer within
    `timeout` seconds in three attempts, when Chroma reports an error, and after `close`.
    """

    def __init__(self, folder: Path, open_files: int, timeout: float, lost: Lost) -> None:
        """`open_files` limits the child's file descriptors, and so the collections that Chroma keeps open. `lost` is called with
        the names of collections that were discarded as damaged, and with `*` when the whole folder was."""
        self._folder = ChromaFolder(folder)
        self._open_files = open_files
        self._timeout = timeout
        self._lost = lost
        self._child: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._closed = False
        self._given_up: list[str] = []

    async def start(self) -> None:
        async with self._turn:
            await self._ensure()

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        if len(ids):
            await self._call("upsert", collection.name, list(ids), vectors)

    async def delete(self, collection: Collection, ids: Sequence[str]) -> int:
        return int(await self._call("delete", collection.name, list(ids)))

    async def drop(self, collection: Collection) -> int:
        dropped = int(await self._call("drop", collection.name))
        if dropped:
            await asyncio.to_thread(self._folder.sweep)
        return dropped

    async def load(self, collection: Collection) -> None:
        return

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        (ids, scores), total = await self._call("search", collection.name, vector, k, among)
        return Hits.of(ids, scores, complete=len(ids) == total, total=total)

    async def ids(self, collection: Collection) -> tuple[str, ...]:
        return tuple(await self._call("ids", collection.name))

    async def get(self, collection: Collection) -> tuple[tuple[str, ...], Vectors]:
        ids, vectors = await self._call("get", collection.name)
        return tuple(ids), vectors

    async def count(self, collection: Collection) -> int:
        return int(await self._call("count", collection.name))

    async def counts(self) -> dict[str, int]:
        """Read from Chroma's database directly, which takes milliseconds where Chroma takes seconds."""
        async with self._turn:
            await self._ensure()
            return await asyncio.to_thread(self._folder.counts)

    async def broken(self) -> list[str]:
        before = len(self._given_up)
        for name in await self.counts():
            await self._call("probe", name)
        return self._given_up[before:]

    async def discard(self, names: Sequence[str]) -> None:
        for name in names:
            await self._call("discard", name)

    async def rewrite(self, collection: Collection) -> None:
        await self._call("rewrite", collection.name)

    async def compact(self) -> None:
        """Compact the folder. Requests wait meanwhile: Chroma must not read a database page that is being moved."""
        await asyncio.shield(asyncio.ensure_future(self._compact()))

    async def _compact(self) -> None:
        async with self._turn:
            if self._folder.made:
                await asyncio.to_thread(self._folder.compact)

    async def check(self) -> Health:
        try:
            await self._call("beat")
        except IndexFailed as error:
            return Health(False, {"kind": "embedded", "error": str(error)})
        return Health(True, {"kind": "embedded"})

    async def close(self) -> None:
        async with self._turn:
            self._closed = True
            child, self._child = self._child, None
            if child is None:
                return
            assert child.stdin is not None
            child.stdin.close()  # the child ends with its input
            try:
                await asyncio.wait_for(child.wait(), self._timeout)
            except TimeoutError:
                await _kill(child)
                return
            self._folder.mark_closed()

    async def _call(self, method: str, *arguments: object) -> Any:  # Any: what the child's method returns
        """Call a method of the child's `ChromaStore`. A cancelled caller returns at once, but the request runs to its end, so
        that the next caller does not read its reply."""
        return await asyncio.shield(asyncio.ensure_future(self._request(method, arguments)))

    async def _request(self, method: str, arguments: tuple[object, ...]) -> Any:  # Any: as above
        """Make a request when it is its turn. IndexFailed after the last attempt, or for an error that no retry mends.

        A child that died or hangs is replaced and asked again, which is safe since every request is idempotent. A collection that
        kills the child twice, or that Chroma reports as damaged, is discarded, to be rebuilt from the rows.
        """
        died = 0
        async with self._turn:
            for attempt in range(1, _ATTEMPTS + 1):
                child = await self._ensure()
                try:
                    result = await asyncio.wait_for(self._exchange(child, method, arguments), self._timeout)
                except (OSError, EOFError, TimeoutError, pickle.UnpicklingError) as error:
                    _log.error("The vector store's process failed in %s (attempt %d): %r", method, attempt, error)
                    await self._end()
                    died += not isinstance(error, TimeoutError)
                    if died == 2 and arguments:
                        await self._give_up(await self._ensure(), str(arguments[0]))
                    continue
                if not isinstance(result, RuntimeError):
                    return result
                if attempt == _ATTEMPTS or not arguments or not _is_damage(str(result)):
                    raise IndexFailed(f"The vector store failed: {result}")
                await self._give_up(child, str(arguments[0]))
        raise IndexFailed("The vector store does not answer.")

    async def _give_up(self, child: asyncio.subprocess.Process, name: str) -> None:
        """Report a damaged collection as lost, then discard it."""
        _log.warning("%s is damaged in the vector store and is made anew from its rows", name)
        self._given_up.append(name)
        await self._lost([name])
        with contextlib.suppress(OSError, EOFError, TimeoutError):  # the attempt that follows fails as well then
            await asyncio.wait_for(self._exchange(child, "discard", (name,)), self._timeout)
        await asyncio.to_thread(self._folder.sweep)

    async def _ensure(self) -> asyncio.subprocess.Process:
        """Return the running child, started where there is none. IndexFailed when it cannot be started now.

        Where Chroma cannot open the folder because it is damaged, all of it is discarded and reported as lost.
        """
        if self._closed:
            raise IndexFailed("The vector store is closed.")
        if self._child is None:
            try:
                self._child = await self._open()
            except (OSError, TimeoutError, sqlite3.OperationalError) as error:
                raise IndexFailed(
                    f"The vector store can't be opened now: {error}."
                ) from error  # the disk or the time ran out: no damage
            except (EOFError, sqlite3.DatabaseError):
                _log.exception("The vector store is damaged; it is made anew from the rows")
                await self._lost(["*"])
                await asyncio.to_thread(self._folder.discard)
                self._child = await self._open()
        return self._child

    async def _open(self) -> asyncio.subprocess.Process:
        """Start a child and discard the damaged collections.

        Raises OSError, TimeoutError or sqlite3.OperationalError when the folder cannot be used now, EOFError or
        sqlite3.DatabaseError when it is damaged.
        """
        lock = await asyncio.to_thread(self._folder.own, self._timeout)
        try:
            if not self._folder.made:
                await _kill(await self._launch(lock))  # creates the tables that `prepare` needs
            damaged = await asyncio.to_thread(self._damaged)
            await asyncio.to_thread(self._folder.prepare)
            child = await self._launch(lock)
        finally:
            os.close(lock)  # the child has a copy of its own
        if damaged:
            _log.warning("%d collections are damaged, or may be by a killed process, and are made anew", len(damaged))
            await self._lost(damaged)
            try:
                for name in damaged:
                    await asyncio.wait_for(self._exchange(child, "discard", (name,)), self._timeout)
            except BaseException:
                await _kill(child)
                raise
            await asyncio.to_thread(self._folder.sweep)
        self._folder.mark_open()  # only now: as long as torn collections are there, the next start has to find them
        return child

    def _damaged(self) -> list[str]:
        """Return the names of collections that are damaged, or may be since a killed process was writing them."""
        return sorted({*self._folder.torn(), *self._folder.damaged()})

    async def _launch(self, lock: int) -> asyncio.subprocess.Process:
        """Start a child process and wait until it is ready. It inherits the descriptor `lock`, which locks the folder until it
        ends."""
        self._folder.path.mkdir(parents=True, exist_ok=True)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "chat.index.chroma_process",
            str(self._folder.path),
            str(self._open_files),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=(lock,),
            env={**os.environ, "ANONYMIZED_TELEMETRY": "False", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        try:
            await asyncio.wait_for(_read(child), _START_SECONDS)
        except BaseException:
            await _kill(child)
            raise
        return child

    async def _exchange(
        self, child: asyncio.subprocess.Process, method: str, arguments: tuple[object, ...]
    ) -> Any:  # Any: see _call
        """Send one request and read its reply, a RuntimeError for what Chroma raised. Raises EOFError when the child died."""
        assert child.stdin is not None
        if method in _DELETING:
            self._folder.mark_unclean()
        child.stdin.write(framed((method, arguments)))
        await child.stdin.drain()
        return await _read(child)

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await _kill(child)


async def _read(child: asyncio.subprocess.Process) -> Any:  # Any: whatever the child pickled
    """Return the next reply. EOFError (asyncio.IncompleteReadError) when the child died."""
    assert child.stdout is not None
    head = await child.stdout.readexactly(LENGTH.size)
    return pickle.loads(await child.stdout.readexactly(LENGTH.unpack(head)[0]))  # noqa: S301  # our own child wrote it


def _is_damage(message: str) -> bool:
    lowered = message.lower()
    return any(each in lowered for each in _DAMAGED) and not any(each in lowered for each in _TEMPORARY)


async def _kill(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        child.kill()
    await child.wait()
