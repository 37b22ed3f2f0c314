"""Answer programs with a problem at addresses that do not exist; a browser gets the web chat's page there.

The web chat responds to every remaining address with its page, which itself reports what it does not know. A program would take
that for success.
"""

from __future__ import annotations

import re
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat.api.completions.problems import answer as openai_answer
from chat.api.problems import Problem, answer, problem
from chat.errors import MethodNotAllowed, NotFound

_OURS = re.compile(r"/(api|v1|health|metrics)(/.*)?", re.DOTALL)
_PAGES = re.compile(r"/|/login(/callback)?|/env|/(thread|element|share)/[^/]+")
"""Addresses that the web chat's page shows something for."""
_FILES = ("/public/", "/assets/", "/copilot/")


class UnknownAddresses:
    """Middleware around the whole server, which replaces responses at unknown addresses by problems."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        root = scope.get("root_path", "")
        path = scope["path"].removeprefix(root) if scope["type"] == "http" else ""
        ours = _OURS.fullmatch(path) is not None
        if scope["type"] != "http" or not (ours or "text/html" not in Headers(scope=scope).get("accept", "")):
            await self._app(scope, receive, send)
            return
        replaced = False

        async def telling(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                found = _problem(scope, path, message["status"], scope.get("root_path", "") != root)
                replaced = found is not None
                if found is not None:
                    allowed = Headers(raw=message["headers"]).get("allow")
                    answering = openai_answer if path.startswith("/v1/") else answer
                    await answering(found, {"Allow": allowed} if allowed else None)(scope, receive, send)
            if not replaced:
                await send(message)

        await self._app(scope, receive, telling)


def _problem(scope: Scope, path: str, status: int, mounted: bool) -> Problem | None:
    """Return the problem to respond with instead, or `None` to keep the response. The router has noted its route in the scope.

    `mounted`: one of our own applications responded, which already uses problems. Server errors are kept as well.
    """
    if mounted or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return None
    left_over = "endpoint" not in scope or list(scope.get("path_params", {}).values()) == [path.removeprefix("/")]
    page = _PAGES.fullmatch(path) is not None
    if status == 405 and (page or not left_over):
        return problem(MethodNotAllowed, "This address does not take that method.")
    if (left_over and not page) or (status == 404 and path.startswith(_FILES)):
        return problem(NotFound, "There is nothing at this address.")
    return None
