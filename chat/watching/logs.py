"""Configure logging: for people, or one JSON object per line for machines, each line with the reference of the request."""

from __future__ import annotations

import atexit
import logging
from logging.handlers import QueueHandler
from queue import Queue
from threading import Thread
from time import monotonic, sleep
from typing import Literal

from pythonjsonlogger.json import JsonFormatter

from chat.reference import present

_CHATTY = ("alembic", "chainlit", "httpx", "httpx2", "mcp")
"""Loggers limited to warnings: they log steps at start, another address than ours, or every request."""
_MOST_LINES = 10_000
"""Most lines that may wait to be written."""
_FLUSH_SECONDS = 2.0
"""How long the process waits at exit for the remaining lines."""
_FOR_PEOPLE = "%(asctime)s %(levelname)s %(name)s [%(reference)s]: %(message)s"
_FOR_MACHINES = "%(asctime)s %(levelname)s %(name)s %(message)s %(reference)s"


def configure(level: str, style: Literal["console", "json"]) -> None:
    """Configure the log of this process, which goes to standard error, where a broken pipe or a full disk is the reader's
    concern.

    A thread writes the log: a reader that stops reading would otherwise block the thread that logs, and with the event loop
    everybody. Lines that do not fit into the queue are dropped.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(style))
    lines: Queue[logging.LogRecord] = Queue(_MOST_LINES)
    queued = _Queued(lines)
    queued.addFilter(_with_reference)
    logging.basicConfig(level=level.upper(), handlers=[queued], force=True)
    Thread(target=_write, args=(lines, handler), name="write the log", daemon=True).start()
    atexit.register(queued.flush)
    logging.raiseExceptions = False  # a failing log is no reason to stop, nor to log about it
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


class _Queued(QueueHandler):
    """Hands records to the writing thread, already formatted as text, because the objects that they refer to may change."""

    queue: Queue[logging.LogRecord]

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        record.msg, record.args = record.getMessage(), None
        return record

    def flush(self) -> None:
        """Wait until everything is written, or the timeout has passed."""
        until = monotonic() + _FLUSH_SECONDS
        while self.queue.unfinished_tasks and monotonic() < until:
            sleep(0.01)


def _write(lines: Queue[logging.LogRecord], handler: logging.Handler) -> None:
    while True:
        handler.handle(lines.get())
        lines.task_done()


def _formatter(style: Literal["console", "json"]) -> logging.Formatter:
    if style == "console":
        return logging.Formatter(_FOR_PEOPLE)
    renamed = {"asctime": "time", "levelname": "level", "name": "logger"}
    return JsonFormatter(_FOR_MACHINES, rename_fields=renamed, datefmt="%Y-%m-%dT%H:%M:%S%z")


def _with_reference(record: logging.LogRecord) -> bool:
    record.reference = present() or "-"
    return True
