"""`/api/mcp`: the protocol as streamable HTTP. Each request stands for itself, and is that of the user of its key."""

from __future__ import annotations

from fastapi import APIRouter
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from chat.api.context import Asker, TheApplication
from chat.api.mcp.server import build
from chat.api.mcp.tools import Desk

router = APIRouter(tags=["mcp"])


class _Exchange(Response):
    """One request and its answer. Nothing is kept between requests, so there is no session that somebody else could take up."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = self._desk.application.settings.limits.max_body_mb * 1_000_000  # the edge has counted already
        manager = StreamableHTTPSessionManager(build(self._desk), stateless=True, max_request_body_size=most)
        async with manager.run():
            await manager.handle_request(scope, receive, send)


@router.post(
    "/mcp",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "The protocol's messages, as server-sent events."}},
)
async def mcp(user: Asker, application: TheApplication) -> Response:
    """The Model Context Protocol, streamable HTTP without sessions; hosts and origins are checked as everywhere."""
    return _Exchange(Desk(application, user))
