"""A server in a process of its own, as somebody would run it, for whatever is measured from outside."""

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
"""Nothing outside the data folder, whatever the settings in use name: that is somebody's own."""

Row = Mapping[str, Any]  # Any: JSON


@asynccontextmanager
async def serving(patience: float) -> AsyncIterator[httpx.AsyncClient]:
    """`threadwise run` with the settings in use, on a free port of loopback and a data folder that is gone afterwards.

    Its client waits for so many seconds of silence. Unavailable when the server does not start.
    """
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        async with running(Path(folder), patience) as (client, _):
            yield client


@asynccontextmanager
async def running(folder: Path, patience: float) -> AsyncIterator[tuple[httpx.AsyncClient, Process]]:
    """The same over a data folder that stays, with the process."""
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
    """Name and data of each server-sent event.

    Cut at line feeds alone: httpx's own lines end at every character that Unicode calls a line's end, which JSON may hold.
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
