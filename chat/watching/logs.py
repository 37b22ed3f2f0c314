"""How the log is written: for people or, a JSON object a line, for machines; each line with the reference of what it is about."""

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
"""They log steps at start, another address than ours, every request."""
_MOST_LINES = 10_000
"""That wait to be written."""
_FLUSH_SECONDS = 2.0
"""How long the end of the process waits for them."""
_FOR_PEOPLE = "%(asctime)s %(levelname)s %(name)s [%(reference)s]: %(message)s"
_FOR_MACHINES = "%(asctime)s %(levelname)s %(name)s %(message)s %(reference)s"


def configure(level: str, style: Literal["console", "json"]) -> None:
    """Of this process; to standard error, where a broken pipe or a full disk is the reader's trouble and not ours.

    A thread writes it: a reader that stands still would hold up whoever logs, and with the event loop everybody. Lines that it
    does not come to are dropped.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(style))
    lines: Queue[logging.LogRecord] = Queue(_MOST_LINES)
    queued = _Queued(lines)
    queued.addFilter(_with_reference)
    logging.basicConfig(level=level.upper(), handlers=[queued], force=True)
    Thread(target=_write, args=(lines, handler), name="write the log", daemon=True).start()
    atexit.register(queued.flush)
    logging.raiseExceptions = False  # a log that can't be written is no reason to stop, nor to write about it there
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


class _Queued(QueueHandler):
    """Hands records to the thread that writes them, put into words already: what they speak of may change."""

    queue: Queue[logging.LogRecord]

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        record.msg, record.args = record.getMessage(), None
        return record

    def flush(self) -> None:
        """Until everything is written, or somebody has waited long enough for that."""
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
