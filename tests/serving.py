"""Runs the real server in a process of its own, on a free port and with its own data folder."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
_START_SECONDS = 120
_STOP_SECONDS = 30


@dataclass
class Server:
    """A running server."""

    address: str
    data: Path
    id: int
    """The id of its process."""
    log: list[str] = field(default_factory=list)


@asynccontextmanager
async def serving(data: Path, port: int | None = None, command: Sequence[str] = (), **more: str) -> AsyncIterator[Server]:
    """Start `python app.py`, wait until it reports that it is ready, and stop it afterwards as Ctrl-C does.

    A `command`, the arguments for Python to run instead, starts in the repository's folder. `more` are environment variables.
    """
    port = port or free_port()
    folder, settings = ROOT if command else data.parent, environment(data, **{"THREADWISE_PORT": str(port), **more})
    output, theirs = os.pipe()
    said = asyncio.StreamReader()
    pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(said), os.fdopen(output, "rb")
    )
    process = _forker().start(folder, settings, command, theirs)
    server = Server(f"http://127.0.0.1:{port}", data, process.id)
    try:
        async with asyncio.timeout(_START_SECONDS):
            await _until_ready(said, server)
        reading = asyncio.create_task(_read(said, server))
        yield server
        process.tell(signal.SIGINT)
        async with asyncio.timeout(_STOP_SECONDS):
            await process.ended()
            await reading
    finally:
        process.tell(signal.SIGKILL)
        await process.ended()
        process.close()
        pipe.close()


class _Process:
    """A process known by its id, which need not be a child of this one."""

    def __init__(self, id: int) -> None:
        self.id = id
        self._descriptor = os.pidfd_open(id)

    def tell(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, number)

    async def ended(self) -> None:
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(self._descriptor, over.set)
        try:
            await over.wait()
        finally:
            loop.remove_reader(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)


class _Forker:
    """A process that has everything imported and forks servers off itself (tests/forking.py), for as long as this one runs."""

    def __init__(self) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.forking", str(theirs.fileno())]
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])

    def start(self, folder: Path, environment: Mapping[str, str], command: Sequence[str], output: int) -> _Process:
        """Start a server that writes to the descriptor `output`, and close the descriptor in this process."""
        request = {"folder": str(folder), "environment": environment, "command": command}
        socket.send_fds(self._requests, [json.dumps(request).encode()], [output])
        os.close(output)
        return _Process(int(self._requests.recv(16)))


_forker = cache(_Forker)


def free_port() -> int:
    """Return a free port below the ephemeral ports, which connections could take before a server listens on them."""
    while True:
        port = random.SystemRandom().randrange(10_000, 30_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def environment(data: Path, **more: str) -> dict[str, str]:
    """Return the environment for a process with its own data folder, without the settings of this process's environment."""
    prefixes = ("OPENAI_", "EMBEDDING_", "THREADWISE_", "CHAINLIT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}
    return {**kept, "THREADWISE_DATA": str(data), "PYTHONUNBUFFERED": "1", **more}


async def _until_ready(said: asyncio.StreamReader, server: Server) -> None:
    async for line in said:
        server.log.append(line.decode(errors="replace"))
        if "Threadwise is ready" in server.log[-1]:
            return
    raise AssertionError("The server ended before it was ready:\n" + "".join(server.log))


async def _read(said: asyncio.StreamReader, server: Server) -> None:
    async for line in said:
        server.log.append(line.decode(errors="replace"))
