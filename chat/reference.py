"""The reference of the current request or chat message, which appears in the log and in error messages."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

_REFERENCE: ContextVar[str] = ContextVar("reference", default="")
_TAKEN = re.compile(r"[A-Za-z0-9._-]{1,64}")


def begin(wanted: str | None = None) -> str:
    """Start a new reference, or adopt `wanted` if it is well-formed, and return it.

    It applies to the current context and to tasks started from it.
    """
    given = wanted if wanted and _TAKEN.fullmatch(wanted) else secrets.token_hex(4)
    _REFERENCE.set(given)
    return given


def reference() -> str:
    """Return the current reference; start a new one if there is none."""
    return _REFERENCE.get() or begin()


def present() -> str:
    """Return the current reference, or an empty string."""
    return _REFERENCE.get()
