"""How the log is written: for people or, a JSON object a line, for machines; each line with the reference of what it is about."""

from __future__ import annotations

import logging
from typing import Literal

from pythonjsonlogger.json import JsonFormatter

from chat.reference import present

_CHATTY = ("alembic", "chainlit", "httpx", "httpx2", "mcp")
"""They log steps at start, another address than ours, every request."""
_FOR_PEOPLE = "%(asctime)s %(levelname)s %(name)s [%(reference)s]: %(message)s"
_FOR_MACHINES = "%(asctime)s %(levelname)s %(name)s %(message)s %(reference)s"


def configure(level: str, style: Literal["console", "json"]) -> None:
    """Of this process; to standard error, where a broken pipe or a full disk is the reader's trouble and not ours."""
    handler = logging.StreamHandler()
    handler.addFilter(_with_reference)
    handler.setFormatter(_formatter(style))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.raiseExceptions = False  # a log that can't be written is no reason to stop, nor to write about it there
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


def _formatter(style: Literal["console", "json"]) -> logging.Formatter:
    if style == "console":
        return logging.Formatter(_FOR_PEOPLE)
    renamed = {"asctime": "time", "levelname": "level", "name": "logger"}
    return JsonFormatter(_FOR_MACHINES, rename_fields=renamed, datefmt="%Y-%m-%dT%H:%M:%S%z")


def _with_reference(record: logging.LogRecord) -> bool:
    record.reference = present() or "-"
    return True
