"""Give every request a reference, a line in the log and a count. Addresses are logged without ids, which users choose freely."""

from __future__ import annotations

import logging
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat import reference
from chat.watching.metrics import Metrics

_log = logging.getLogger(__name__)
_UNKNOWN = "-"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class AccessLog:
    """Outermost middleware, which logs and counts every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = reference.begin(Headers(scope=scope).get("x-request-id"))
        started, status = perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = given
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            method = scope["method"] if scope["method"] in _METHODS else _UNKNOWN
            self._metrics.requested(method, status)
            _log.info("%s %s %s %.0f ms", method, _route(scope), status or "left", (perf_counter() - started) * 1000)


def _route(scope: Scope) -> str:
    """Return the path of the route as it was declared, or the name of the endpoint."""
    path = getattr(scope.get("route"), "path", None)
    return scope.get("root_path", "") + path if path else getattr(scope.get("endpoint"), "__name__", _UNKNOWN)
