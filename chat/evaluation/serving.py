"""Runs a server in a separate process, for measurements over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from chat.errors import Unavailable

_START_SECONDS = 120
_STOP_SECONDS = 30
_APART = {"THREADWISE_DATABASE_URL": "", "THREADWISE_CHROMA_URL": "", "THREADWISE_FILES_URL": ""}
"""Settings that keep the server from using a database, vector store or bucket outside its data folder."""

Row = Mapping[str, Any]  # Any: JSON


@asynccontextmanager
async def serving(patience: float) -> AsyncIterator[httpx.AsyncClient]:
    """Run `threadwise run` with the settings in use, on a free loopback port and a temporary data folder; yield an HTTP client.

    `patience` is the client's timeout in seconds. Raises Unavailable when the server does not start.
    """
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        async with running(Path(folder), patience) as (client, _):
            yield client


@asynccontextmanager
async def running(folder: Path, patience: float) -> AsyncIterator[tuple[httpx.AsyncClient, Process]]:
    """Run a server as `serving` does on an existing data folder; yield an HTTP client and the server's process."""
    port = _free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "chat", "run", "--host", "127.0.0.1", "--port", str(port)),
        env={**os.environ, **_APART, "THREADWISE_DATA": str(folder), "THREADWISE_AUTH": "local"},
        stdin=DEVNULL,
        stdout=DEVNULL,
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=patience) as client:
            await _until_ready(client, process)
            yield client, process
    finally:
        await _ended(process)


async def events(answer: httpx.Response) -> AsyncIterator[tuple[str, Row]]:
    """Yield the name and the data of each server-sent event.

    Events are split at line feeds only: httpx's line iterator also splits at other Unicode line ends, which JSON may contain.
    """
    pending = b""
    async for piece in answer.aiter_bytes():
        *blocks, pending = (pending + piece).split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if line[:1] not in (b":", b""))
            if fields:
                yield fields[b"event"].decode(), json.loads(fields[b"data"])


async def _until_ready(client: httpx.AsyncClient, process: Process) -> None:
    async with asyncio.timeout(_START_SECONDS):
        while process.returncode is None:
            try:
                if (await client.get("/health/live")).is_success:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.1)
    raise Unavailable("The server ended before it was ready.")


async def _ended(process: Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(_STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
