"""Addresses that nothing of ours answers: a program is told so by a problem, where a browser gets the web chat's page.

The web chat takes every address that is left over and answers with its page, which then says itself what it does not know. A
program would take that for success.
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
"""What the page itself shows something for."""
_FILES = ("/public/", "/assets/", "/copilot/")


class Unknown:
    """Middleware around the whole server."""

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
    """What to say instead of what was answered, if anything. The router has noted in the scope which route it found.

    `mounted`: one of our own applications answered, which speaks in problems already. What failed on the way to a route is told
    as that.
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
