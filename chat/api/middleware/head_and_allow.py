"""Answer HEAD wherever GET is answered, and list in `Allow` every method that an address takes (RFC 9110, 9.3.2 and 10.2.1)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class HeadAndAllow:
    """Middleware around everything that makes a response: HEAD gets the response to GET without its body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def bodiless(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        asked = {**scope, "method": "GET"}
        try:
            await self._app(asked, receive, bodiless)
        finally:
            scope["route"] = asked.get("route")  # for the log, see `access_log`


def allowed(request: Request) -> str:
    """Return the methods that an address takes, as the value of `Allow`. The framework lists those of its first route only."""
    routes: list[BaseRoute] = request.app.router.routes
    taken = [
        method
        for method in _METHODS
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes)
    ]
    return ", ".join([*taken, "HEAD"] if "GET" in taken else taken)
