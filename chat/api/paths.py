"""Find the identifiers in a path, which may contain slashes.

A slash written `%2F` always belongs to the identifier. For raw slashes the words around decide: the thread's id ends at the first
`/messages`, `/documents`, `/instructions` or `/memory` (or at a `/search`, `/ask`, `/ask/stream`, `/summary`, `/export`,
`/analytics`, `/restore` or `/share` that ends the path), and the rest up to an ending such as `/text` is one identifier. So
`/threads/conv-26/D1:1/messages/D1/3` is message `D1/3` of thread `conv-26/D1:1`; an identifier that itself contains one of those
words between slashes needs `%2F`. A library's id ends at the first `/documents`.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from starlette.convertors import Convertor, register_url_convertor
from starlette.types import ASGIApp, Receive, Scope, Send

_THREAD = re.compile(
    r"(?P<before>/threads/)(?P<thread>.+?)(?:(?P<noun>/messages|/documents|/instructions|/memory)(?:/(?P<rest>.+))?|(?P<verb>/search|/ask|/ask/stream|/summary|/export|/analytics|/restore|/share))?"
)
_LIBRARY = re.compile(r"(?P<before>/libraries/)(?P<library>.+?)(?:(?P<noun>/documents)(?:/(?P<rest>.+))?)?")
_JOB = re.compile(r"(?P<before>/jobs/)(?P<job>.+?)(?P<ending>/password)?")
_MESSAGE = re.compile(r"(?P<message>.+?)(?P<ending>/export|/branches(?:/\d+)?)?")
_DOCUMENT = re.compile(
    r"(?P<document>.+?)(?P<ending>/text|/structure|/chunks|/file|/versions(?:/\d+(?:/(?:changes|restore))?)?|/sections/(?P<section>.+))?"
)


class _Identifier(Convertor[str]):
    """An identifier as one percent-encoded path segment, as `resolved` returns it."""

    regex = "[^/]+"

    def convert(self, value: str) -> str:
        return unquote(value)

    def to_string(self, value: str) -> str:
        return quote(value, safe="")


register_url_convertor("identifier", _Identifier())

THREAD = "/threads/{thread:identifier}"
"""Prefix of the routes of a thread."""
MESSAGE = THREAD + "/messages/{message:identifier}"
"""Prefix of the routes of a message."""
LIBRARY = "/libraries/{library:identifier}"
"""Prefix of the routes of a library."""


def resolved(raw: str) -> str:
    """Return a percent-encoded path with each identifier as a single encoded segment; paths without identifiers are decoded."""
    if job := _JOB.fullmatch(raw):
        return job["before"] + _segment(job["job"]) + (job["ending"] or "")
    if library := _LIBRARY.fullmatch(raw):
        path = library["before"] + _segment(library["library"]) + (library["noun"] or "")
        return path if library["rest"] is None else f"{path}/{_document(library['rest'])}"
    thread = _THREAD.fullmatch(raw)
    if thread is None:
        return unquote(raw)
    path = thread["before"] + _segment(thread["thread"]) + (thread["noun"] or thread["verb"] or "")
    if thread["rest"] is None:
        return path
    return f"{path}/{_BELOW.get(thread['noun'], _segment)(thread['rest'])}"


def _message(rest: str) -> str:
    match = _MESSAGE.fullmatch(rest)
    assert match is not None
    return _segment(match["message"]) + (match["ending"] or "")


def _document(rest: str) -> str:
    match = _DOCUMENT.fullmatch(rest)
    assert match is not None
    ending = f"/sections/{_segment(match['section'])}" if match["section"] else match["ending"] or ""
    return _segment(match["document"]) + ending


def _segment(encoded: str) -> str:
    return quote(unquote(encoded), safe="")


_BELOW = {"/documents": _document, "/messages": _message}


class ResolvedPaths:
    """Middleware in front of the router, which replaces each path by its `resolved` form."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        root = scope.get("root_path", "")
        raw = scope.get("raw_path")
        sent = raw.decode("latin-1") if raw else quote(scope["path"], safe="/:")
        below = sent.removeprefix(quote(root, safe="/:"))
        inside = {**scope, "path": root + resolved(below)}
        try:
            await self._app(inside, receive, send)
        finally:
            scope["route"] = inside.get("route")  # for the log, see `access_log`
