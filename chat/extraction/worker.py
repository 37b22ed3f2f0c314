"""The code that runs in the reader process: set resource limits on itself, read one file, and end."""

from __future__ import annotations

import logging
import os
import resource
import signal
import struct
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import assert_never

from pydantic import TypeAdapter

from chat.domain import Extracted
from chat.errors import FileRefused
from chat.extraction.counting import Tell, untold
from chat.extraction.extract import drawn, extract
from chat.settings import LimitSettings

_log = logging.getLogger(__name__)
_MEGABYTE = 1024 * 1024
_OPEN_FILES = 64
_TOLD_EVERY = 0.3
"""Seconds between two counts of pages, so that a file of many short pages is not slowed down by them."""
COUNT = struct.Struct("!II")
"""How many pages are read, and of how many; sent any number of times before the outcome, which is longer."""
OUT_OF_MEMORY = "Reading the file took too much memory and was stopped; nothing was indexed."


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of the process: the text, or the code and message of the error.

    It is sent as JSON, so that a reader that a hostile file has taken over cannot send arbitrary objects.
    """

    extracted: Extracted | None = None
    code: str | None = None
    detail: str = ""


OUTCOME = TypeAdapter(Outcome)


@dataclass(frozen=True, slots=True)
class Extract:
    """Task: extract a file's text."""

    name: str
    password: str = ""
    scans: bool = False
    """Return a picture, or a PDF without any text, as pages without text, also inside an archive or an e-mail."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Task: draw one page of a PDF, or a picture, as PNG for OCR; also inside an archive or e-mail."""

    page: int
    """Number of the page, from 1."""
    password: str = ""


Task = Extract | Draw


def work(connection: Connection, task: Task, limits: LimitSettings) -> None:
    """Receive the file through the connection, run the task, and send back counts of pages, and an outcome as JSON or a PNG."""
    _limit(limits)
    connection.send_bytes(_done(task, connection.recv_bytes(), limits, _telling(connection)))
    connection.close()


def _telling(connection: Connection) -> Tell:
    """Return what sends counts of pages, the first and the last among them."""
    due = 0.0

    def tell(done: int, of: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now >= due or done == of:
            due = now + _TOLD_EVERY
            connection.send_bytes(COUNT.pack(done, of))

    return tell


def _done(task: Task, content: bytes, limits: LimitSettings, tell: Tell) -> bytes:
    try:
        match task:
            case Extract():
                return OUTCOME.dump_json(Outcome(extracted(task, content, limits, tell)))
            case Draw():
                return drawn(content, task.page, limits, task.password)
            case _:
                assert_never(task)
    except FileRefused as error:
        outcome = Outcome(code=error.code, detail=str(error))
    except MemoryError:
        outcome = Outcome(code="reading_stopped", detail=OUT_OF_MEMORY)
    except Exception as error:  # readers may raise anything on damaged files; the process ends here either way
        _log.exception("a reader failed")
        outcome = Outcome(code="damaged_file", detail=f"This file uses features that cannot be read ({type(error).__name__}).")
    return OUTCOME.dump_json(outcome)


def extracted(task: Extract, content: bytes, limits: LimitSettings, tell: Tell = untold) -> Extracted:
    """Return the file's text, or pages without text when the task allows them. Raises FileRefused."""
    return extract(task.name, content, limits, task.password, task.scans, tell)


def _limit(limits: LimitSettings) -> None:
    """Limit memory, CPU time and open files, and forbid writing files and core dumps."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the server ends its readers itself
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_FSIZE, 0)
    _set(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _set(resource.RLIMIT_CPU, limits.extraction_seconds)
    idle = _address_space()
    if idle is not None:
        _set(resource.RLIMIT_AS, idle + limits.extraction_memory_mb * _MEGABYTE)


def _set(kind: int, value: int) -> None:
    """Lower a resource limit, never above the system's hard limit."""
    _, hard = resource.getrlimit(kind)
    bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (bound, bound))


def _address_space() -> int | None:
    """Return the size of this process's address space in bytes, or `None` where the system does not report it (not Linux)."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if pages.exists() else None
