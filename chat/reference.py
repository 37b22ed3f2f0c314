"""The reference of what is being done, a request or a chat message: it stands in the log and in an error's sentence."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar

_REFERENCE: ContextVar[str] = ContextVar("reference", default="")
_TAKEN = re.compile(r"[A-Za-z0-9._-]{1,64}")


def begin(wanted: str | None = None) -> str:
    """A new one, or the caller's own when it is one; it holds for all that is started from here."""
    given = wanted if wanted and _TAKEN.fullmatch(wanted) else secrets.token_hex(4)
    _REFERENCE.set(given)
    return given


def reference() -> str:
    """The present one; a new one where nothing was begun."""
    return _REFERENCE.get() or begin()


def present() -> str:
    """The present one, or nothing."""
    return _REFERENCE.get()
