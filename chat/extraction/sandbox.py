"""Read each file in a process of its own, which is killed when it takes too long.

Small hostile files ran for minutes and took gigabytes in every PDF library. The process is forked from a server that has the
readers loaded, about 15 ms a file (a fresh interpreter: 350 ms). That server is separate from multiprocessing's own, which would
run the program's main module for every file.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing import Pipe, context, popen_forkserver, reduction, resource_tracker, spawn, util
from multiprocessing.forkserver import ForkServer, read_signed
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock, Timer

from pydantic import ValidationError

from chat.domain import Extracted
from chat.errors import FileRefused, ReadingStopped
from chat.extraction.counting import Tell, untold
from chat.extraction.worker import COUNT, OUTCOME, Draw, Extract, Outcome, Task, work
from chat.settings import LimitSettings

_AT_ONCE = 2
_BYTES_PER_CHARACTER = 16
"""Most bytes per character of prose: four as JSON (a quote, a line end and a Greek letter take two, an emoji four), and a
heading's position takes about fifty besides the four characters of the shortest heading."""
_BYTES_PER_ROW_CHARACTER = 4
"""Most bytes per character of tables, whose rows are only text."""
_BYTES_BESIDES = 64 * 1024 * 1024
"""Allowance in bytes for pages, warnings and column names."""

_TOO_LONG = "Reading the file took too long and was stopped; nothing was indexed."
_CRASHED = "The file made its reader crash or run out of memory; nothing was indexed."
_TOO_MUCH = "The file unpacks to too much; nothing was indexed."
_PNG = b"\x89PNG"
_SHUT_DOWN = "Reading the file was stopped; nothing was indexed."
_ERRORS: dict[str, type[FileRefused]] = {error.code: error for error in FileRefused.__subclasses__()}


class _Server(ForkServer):
    """A fork server that is started again when its socket is gone, as after a cleaning of temporary files."""

    _lock: Lock  # these are set by the base class; its type stubs leave them out
    _forkserver_address: str | None
    _stop_unlocked: Callable[[], None]

    def connect_to_new_process(self, fds: Sequence[int]) -> tuple[int, int]:
        try:
            return super().connect_to_new_process(fds)
        except FileNotFoundError:
            self._give_up()
            return super().connect_to_new_process(fds)

    def _give_up(self) -> None:
        """Stop the server, unless another thread has already (written against CPython 3.11)."""
        with self._lock:
            socket = Path(self._forkserver_address or "")
            if not socket.exists():
                socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the folder of all sockets of this process
                socket.touch()  # because stopping removes it
                self._stop_unlocked()


_server = _Server()
_server.set_forkserver_preload(["chat.extraction.worker", "chat.extraction.preloaded"])


class _Forked(popen_forkserver.Popen):
    """Starts a process from our fork server, without running the program's main module."""

    _fds: list[int]  # set by the base class; its type stubs leave it out

    def _launch(self, process: BaseProcess) -> None:
        """Start the process as the base class does, except for the server used and the main module (written against CPython
        3.11)."""
        preparation = spawn.get_preparation_data(process.name)
        for key in ("init_main_from_name", "init_main_from_path"):
            preparation.pop(key, None)
        buffer = io.BytesIO()
        context.set_spawning_popen(self)
        try:
            reduction.dump(preparation, buffer)
            reduction.dump(process, buffer)
        finally:
            context.set_spawning_popen(None)
        self.sentinel, writer = _server.connect_to_new_process(self._fds)
        self.finalizer = util.Finalize(self, _close, (os.dup(writer), self.sentinel))
        with open(writer, "wb", closefd=True) as stream:
            stream.write(buffer.getbuffer())
        self.pid = read_signed(self.sentinel)


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


class _Reader(BaseProcess):
    """A process that reads one file."""

    _start_method = "forkserver"

    @staticmethod
    def _Popen(process: BaseProcess) -> _Forked:  # noqa: N802  (the name that multiprocessing calls)
        return _Forked(process)


class _Job:
    """One file read by one process. `run` blocks, and calls `tell` from its thread; `stop` may be called from any thread at any
    time."""

    def __init__(self, task: Task, content: bytes, limits: LimitSettings, tell: Tell = untold) -> None:
        self._content = content
        self._limits = limits
        self._tell = tell
        self._ours, self._theirs = Pipe()
        self._process = _Reader(target=work, args=(self._theirs, task, limits), daemon=True)
        self._lock = Lock()
        self._stopped: str | None = None
        """Reason for the stop; `None` while the job may run."""
        self._ended = False

    @property
    def process_id(self) -> int | None:
        """Id of the process; `None` until it has started."""
        return self._process.pid

    def run(self) -> bytes:
        """Return the answer of the process. Raises ReadingStopped when the process was stopped or died."""
        watchdog = Timer(self._limits.extraction_seconds, self.stop, (_TOO_LONG,))
        watchdog.daemon = True
        watchdog.start()
        try:
            return self._answer()
        finally:
            watchdog.cancel()
            self.stop(_CRASHED)
            self._ours.close()
            self._theirs.close()
            with self._lock:
                self._process.close()
                self._ended = True

    def stop(self, why: str) -> None:
        """Kill the process if it is running, or keep it from starting; do nothing when it has ended."""
        with self._lock:
            self._stopped = self._stopped or why
            if not self._ended and self._process.pid is not None:
                self._process.kill()
                self._process.join()

    def _answer(self) -> bytes:
        try:
            self._start()
            self._theirs.close()  # so that the end of the process is the end of the pipe
            self._ours.send_bytes(self._content)
            return self._outcome()
        except (EOFError, ConnectionError) as error:
            raise ReadingStopped(self._stopped or _CRASHED) from error
        except OSError as error:  # the message is longer than the maximum
            raise ReadingStopped(_TOO_MUCH) from error

    def _outcome(self) -> bytes:
        """Return the last message of the process, and tell the counts of pages before it."""
        for _ in range(1 + self._limits.max_pages):  # one that a file has taken over could send them without end
            message = self._ours.recv_bytes(_largest(self._limits))
            if len(message) != COUNT.size:
                return message
            self._tell(*COUNT.unpack(message))
        raise ReadingStopped(_CRASHED)

    def _start(self) -> None:
        with self._lock:
            if self._stopped:
                raise ReadingStopped(self._stopped)
            self._process.start()


def _start_server() -> None:
    """Start the fork server with SIGINT blocked from its first moment.

    Ctrl-C at a terminal reaches the whole process group, but the server and its processes are stopped by us.
    """
    resource_tracker.ensure_running()  # must come first, because it unblocks SIGINT when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        _server.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _largest(limits: LimitSettings) -> int:
    """Return the size in bytes of the largest outcome that is within the limits."""
    prose, rows = _BYTES_PER_CHARACTER * limits.max_characters, _BYTES_PER_ROW_CHARACTER * limits.max_table_characters
    return _BYTES_BESIDES + prose + rows


def _unpacked(message: bytes) -> Extracted:
    try:
        outcome: Outcome = OUTCOME.validate_json(message)
    except ValidationError as error:
        raise ReadingStopped(_CRASHED) from error
    if outcome.extracted is None:
        raise _ERRORS.get(outcome.code or "", FileRefused)(outcome.detail)
    return outcome.extracted


class Sandbox:
    """Reads files, each in a process of its own, at most two at once."""

    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self.jobs: set[_Job] = set()
        """Jobs that are running."""
        self._closed = False

    async def warm(self) -> None:
        """Start the fork server, so that the first file does not wait a second for it."""
        await asyncio.to_thread(_start_server)

    async def extract(self, name: str, content: bytes, password: str = "", scans: bool = False, tell: Tell = untold) -> Extracted:
        """Return the file's text; with `scans`, a picture or a PDF without any text is returned as pages without text.

        `tell` is called in the event loop with the pages of a PDF that are read so far. Raises FileRefused with a message for the
        user. Cancelling the call kills the process.
        """
        loop = asyncio.get_running_loop()

        def told(done: int, of: int) -> None:
            loop.call_soon_threadsafe(tell, done, of)

        return await asyncio.to_thread(_unpacked, await self._run(Extract(name, password, scans), content, told))

    async def draw(self, content: bytes, page: int, password: str = "") -> bytes:
        """Return a page of a PDF (numbered from 1), or a picture, as PNG. Raises what `extract` raises."""
        answer = await self._run(Draw(page, password), content)
        if not answer.startswith(_PNG):
            _unpacked(answer)
            raise ReadingStopped(_CRASHED)
        return answer

    async def _run(self, task: Task, content: bytes, tell: Tell = untold) -> bytes:
        async with self._slots:
            if self._closed:
                raise ReadingStopped(_SHUT_DOWN)
            job = _Job(task, content, self._limits, tell)
            self.jobs.add(job)
            running = asyncio.ensure_future(asyncio.to_thread(job.run))
            try:
                return await asyncio.shield(running)
            except asyncio.CancelledError:
                await asyncio.to_thread(job.stop, _SHUT_DOWN)
                await asyncio.wait([running])
                running.exception()  # retrieve the thread's error, which nobody needs
                raise
            finally:
                self.jobs.discard(job)

    async def close(self) -> None:
        """Kill running jobs; later calls raise ReadingStopped."""
        self._closed = True
        await asyncio.gather(*(asyncio.to_thread(job.stop, _SHUT_DOWN) for job in self.jobs))
