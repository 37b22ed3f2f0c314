"""The real server in a process of its own, on a free port and a folder of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
_START_SECONDS = 120
_STOP_SECONDS = 30


@dataclass
class Server:
    """A running server."""

    address: str
    data: Path
    log: list[str] = field(default_factory=list)


@asynccontextmanager
async def serving(data: Path, port: int | None = None, command: Sequence[str] = (), **more: str) -> AsyncIterator[Server]:
    """Start `python app.py` and wait until it says that it is ready; on leaving it is told to stop, as by Ctrl-C.

    A `command`, which python runs in its place, begins in the repository's folder; `more` is its environment.
    """
    port = port or free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(command or (str(ROOT / "app.py"),)),
        cwd=ROOT if command else data.parent,
        env=environment(data, **{"THREADWISE_PORT": str(port), **more}),
        stdout=PIPE,
        stderr=STDOUT,
    )
    server = Server(f"http://127.0.0.1:{port}", data)
    try:
        async with asyncio.timeout(_START_SECONDS):
            await _until_ready(process, server)
        reading = asyncio.create_task(_read(process, server))
        yield server
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(_STOP_SECONDS):
            await process.wait()
            await reading
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, **more: str) -> dict[str, str]:
    """Of a process with a data folder of its own: what the machine's own settings say does not reach it."""
    prefixes = ("OPENAI_", "EMBEDDING_", "THREADWISE_", "CHAINLIT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}
    return {**kept, "THREADWISE_DATA": str(data), "PYTHONUNBUFFERED": "1", **more}


async def _until_ready(process: Process, server: Server) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        server.log.append(line.decode(errors="replace"))
        if "Threadwise is ready" in server.log[-1]:
            return
    raise AssertionError("The server ended before it was ready:\n" + "".join(server.log))


async def _read(process: Process, server: Server) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        server.log.append(line.decode(errors="replace"))
