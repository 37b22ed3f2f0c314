"""A PostgreSQL server for one test, in a folder of its own and on a free local port, apart from the system's own cluster."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.serving import free_port

_DEBIAN = Path("/usr/lib/postgresql")
_PACKAGES_USER = "postgres"
"""The user that Debian's package creates; the server refuses to run as root."""
_START_SECONDS = 60
_SETTINGS = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=40")
"""`fsync` protects against crashes of the machine, which no test causes."""
_OTHERS = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"


class Postgres:
    """A database cluster in a folder, whose server runs from `start` on. Failures raise AssertionError with the server's log."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._server: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(folder, _PACKAGES_USER)
        self._run("initdb", "--pgdata=data", "--username=threadwise", "--auth=trust", "--no-sync", "--locale=C.UTF-8")

    @property
    def url(self) -> str:
        """The value for `THREADWISE_DATABASE_URL`."""
        return f"postgresql+asyncpg://threadwise@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            assert time.monotonic() < deadline, self._log.read_text()
            if self._server is None or self._server.poll() is not None:  # a killed server's children hold its memory for a moment
                self._server = self._begin()
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server immediately, without waiting for clients, so that it recovers as after a crash on the next start."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kill the server without letting it tell its child processes."""
        self._end(signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let the server accept connections and never respond within the block, like an unresponsive network."""
        processes = self._processes()
        for each in processes:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in processes:
                os.kill(each, signal.SIGCONT)

    def terminate(self) -> None:
        """Terminate the connections of all clients."""
        self._ask(f"SELECT pg_terminate_backend(pid) {_OTHERS}")

    def _begin(self) -> subprocess.Popen[bytes]:
        settings = [part for setting in (*_SETTINGS, f"port={self._port}") for part in ("-c", setting)]
        with self._log.open("ab") as log:
            return subprocess.Popen([_program("postgres"), "-D", "data", *settings], **self._as_whom(log))

    def _end(self, how: signal.Signals) -> None:
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(_START_SECONDS)
            self._server = None

    def _processes(self) -> list[int]:
        assert self._server is not None
        id = self._server.pid
        return [id, *(int(each) for each in Path(f"/proc/{id}/task/{id}/children").read_text().split())]

    def _answers(self) -> bool:
        if self._server is None or self._server.poll() is not None:
            return False
        with self._log.open("ab") as log:
            asked = [_program("pg_isready"), "--host=127.0.0.1", f"--port={self._port}", "--quiet"]
            return subprocess.run(asked, **self._as_whom(log), check=False).returncode == 0

    def _ask(self, statement: str) -> None:
        self._run("psql", self.url.replace("+asyncpg", ""), "--no-psqlrc", "--command", statement)

    def _run(self, name: str, *arguments: str) -> None:
        with self._log.open("ab") as log:
            done = subprocess.run([_program(name), *arguments], **self._as_whom(log), check=False)
        assert done.returncode == 0, self._log.read_text()

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def _as_whom(self, log: Any) -> dict[str, Any]:  # Any: arguments of `subprocess`
        user = {"user": _PACKAGES_USER, "group": _PACKAGES_USER, "extra_groups": []} if os.geteuid() == 0 else {}
        return {**user, "cwd": self._folder, "stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}


@contextmanager
def cluster() -> Iterator[Postgres]:
    """Yield a new cluster, not started yet; it is stopped and deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="threadwise-postgres-") as folder, ExitStack() as behind:
        postgres = Postgres(Path(folder))
        behind.callback(postgres.stop)
        yield postgres


def _program(name: str) -> str:
    """Return the path of a PostgreSQL program, which Debian keeps in a folder by version instead of on PATH."""
    of_debian = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda each: float(each.parts[-3]))
    path = str(of_debian[-1]) if of_debian else shutil.which(name)
    assert path is not None, f"{name} of PostgreSQL is missing: `make debian` installs it"
    return path
