"""What runs inside the reader's process: limits on itself first, then one file, then the end."""

from __future__ import annotations

import logging
import os
import resource
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import assert_never

from pydantic import TypeAdapter

from chat.domain import Extracted
from chat.errors import FileRefused
from chat.extraction.extract import drawn, extract
from chat.settings import LimitSettings

_log = logging.getLogger(__name__)
_MEGABYTE = 1024 * 1024
_OPEN_FILES = 64
OUT_OF_MEMORY = "Reading the file took too much memory and was stopped; nothing was indexed."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes back: the text, or the code and sentence of the error.

    It travels as JSON: a reader that a hostile file has taken over must not be able to send objects of its choice.
    """

    extracted: Extracted | None = None
    code: str | None = None
    detail: str = ""


OUTCOME = TypeAdapter(Outcome)


@dataclass(frozen=True, slots=True)
class Extract:
    """Read a file's text."""

    name: str
    password: str = ""
    scans: bool = False
    """A PDF without any text and a picture are taken too, as pages without text, also in an archive and in an e-mail."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one page of a PDF, or a picture, as PNG that letters are recognised in; also of one in an archive or e-mail."""

    page: int
    """From 1."""
    password: str = ""


Task = Extract | Draw


def work(connection: Connection, task: Task, limits: LimitSettings) -> None:
    """Do it with the file that comes through the connection, and send back an outcome as JSON, or a picture."""
    _limit(limits)
    connection.send_bytes(_done(task, connection.recv_bytes(), limits))
    connection.close()


def _done(task: Task, content: bytes, limits: LimitSettings) -> bytes:
    try:
        match task:
            case Extract():
                return OUTCOME.dump_json(Outcome(extracted(task, content, limits)))
            case Draw():
                return drawn(content, task.page, limits, task.password)
            case _:
                assert_never(task)
    except FileRefused as error:
        outcome = Outcome(code=error.code, detail=str(error))
    except MemoryError:
        outcome = Outcome(code="reading_stopped", detail=OUT_OF_MEMORY)
    except Exception as error:  # readers of damaged files raise anything; the process ends here either way
        _log.exception("a reader failed")
        outcome = Outcome(code="damaged_file", detail=f"This file uses features that cannot be read ({type(error).__name__}).")
    return OUTCOME.dump_json(outcome)


def extracted(task: Extract, content: bytes, limits: LimitSettings) -> Extracted:
    """The file's text, or pages without any where such are taken. Raises FileRefused."""
    return extract(task.name, content, limits, task.password, task.scans)


def _limit(limits: LimitSettings) -> None:
    """Bound memory, processor time and files; nothing is written to disk and no core is dumped."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the server ends its readers itself
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_FSIZE, 0)
    _set(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _set(resource.RLIMIT_CPU, limits.extraction_seconds)
    idle = _address_space()
    if idle is not None:
        _set(resource.RLIMIT_AS, idle + limits.extraction_memory_mb * _MEGABYTE)


def _set(kind: int, value: int) -> None:
    """Lower a limit, never above what the system has set already."""
    _, hard = resource.getrlimit(kind)
    bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (bound, bound))


def _address_space() -> int | None:
    """Bytes of this process's address space; `None` where the system does not say (not Linux)."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else None
