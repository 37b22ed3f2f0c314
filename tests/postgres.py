"""A PostgreSQL server of one test: its own folder, a free port of this machine, nothing of the system's own cluster."""

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
"""Whom Debian's package makes; the server refuses to run as root."""
_START_SECONDS = 60
_SETTINGS = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "max_connections=40")
"""`fsync` is for a crash of the machine, which no test makes."""
_OTHERS = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"


class Postgres:
    """A cluster in a folder; nothing runs until it is started. AssertionError, with its log, when it does not do as told."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._server: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(folder, _PACKAGES_USER)
        self._run("initdb", "--pgdata=data", "--username=threadwise", "--auth=trust", "--no-sync", "--locale=C.UTF-8")

    @property
    def url(self) -> str:
        """For `THREADWISE_DATABASE_URL`."""
        return f"postgresql+asyncpg://threadwise@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """It takes connections when this returns."""
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            assert time.monotonic() < deadline, self._log.read_text()
            if self._server is None or self._server.poll() is not None:  # children of a killed one hold its memory for a moment
                self._server = self._begin()
            time.sleep(0.05)

    def stop(self) -> None:
        """At once, as a crash would: clients are not waited for, and the next start recovers."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """With no word to those that it has started."""
        self._end(signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Connections are taken and nothing is said, as behind a network that has gone silent."""
        processes = self._processes()
        for each in processes:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in processes:
                os.kill(each, signal.SIGCONT)

    def terminate(self) -> None:
        """Everybody's connection."""
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
    """Made, not started yet; stopped and gone behind it."""
    with tempfile.TemporaryDirectory(prefix="threadwise-postgres-") as folder, ExitStack() as behind:
        postgres = Postgres(Path(folder))
        behind.callback(postgres.stop)
        yield postgres


def _program(name: str) -> str:
    """Debian keeps them off the path, by version."""
    of_debian = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda each: float(each.parts[-3]))
    path = str(of_debian[-1]) if of_debian else shutil.which(name)
    assert path is not None, f"{name} of PostgreSQL is missing: `make debian` installs it"
    return path
