"""`/api/mcp`: the protocol as streamable HTTP. Each request is independent and acts for the user of its key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from chat.api.context import Asker, TheApplication
from chat.api.mcp.server import build
from chat.api.mcp.tools import Desk
from chat.api.problems import answer, problem, unreadable
from chat.api.scopes import SCOPE
from chat.errors import BadRequest

router = APIRouter(tags=["mcp"])


class _Exchange(Response):
    """One request and its answer. Nothing is kept between requests, so there is no session that somebody else could take over."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = self._desk.application.settings.limits.max_body_mb * 1_000_000  # `Edge` has checked the size already
        manager = StreamableHTTPSessionManager(build(self._desk), stateless=True, max_request_body_size=most)
        heard: list[bytes] = []

        async def hearing() -> Message:
            message = await receive()
            heard.append(message.get("body", b""))
            return message

        async with manager.run():
            await manager.handle_request(scope, hearing, _in_problems(scope, receive, send, heard))


def _in_problems(scope: Scope, receive: Receive, send: Send, heard: Sequence[bytes]) -> Send:
    """Return a `send` that turns plain-text refusals of the protocol's library into problems; those in the protocol's JSON stay
    as they are. A body that can't be read as JSON for a reason other than its syntax, which the library reports as a server
    error, becomes a problem, too."""
    refused: Message | None = None
    wrong: str | None = None

    async def sending(message: Message) -> None:
        nonlocal refused, wrong
        begins = message["type"] == "http.response.start"
        if begins and message["status"] == HTTPStatus.INTERNAL_SERVER_ERROR:
            wrong = _wrong(b"".join(heard))
        if wrong is not None:
            if begins:
                await answer(problem(BadRequest, wrong))(scope, receive, send)
        elif begins and message["status"] >= HTTPStatus.BAD_REQUEST and not _json(message):
            refused = message
        elif refused is None:
            await send(message)
        elif not message.get("more_body", False):
            sentence = message.get("body", b"").decode("utf-8", "replace") or "The protocol refuses this."
            await answer(problem(BadRequest, sentence, refused["status"]))(scope, receive, send)

    return sending


def _wrong(body: bytes) -> str | None:
    """Return why a body can't be read as JSON, or `None` if it can."""
    try:
        json.loads(body)
    except (ValueError, RecursionError) as error:
        return unreadable(error)
    return None


def _json(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("application/json")


_MESSAGE: dict[str, Any] = {  # Any: a piece of OpenAPI
    "requestBody": {
        "required": True,
        "description": "A message of the protocol. `Accept` names both `application/json` and `text/event-stream`.",
        "content": {
            "application/json": {
                "schema": {"type": "object", "required": ["jsonrpc"], "properties": {"jsonrpc": {"const": "2.0"}}},
                "example": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            }
        },
    }
}


@router.post(
    "/mcp",
    response_class=Response,
    openapi_extra=_MESSAGE,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "The protocol's messages, as server-sent events."},
        202: {"description": "A notification was taken; there is nothing to say."},
    },
)
async def mcp(request: Request, user: Asker, application: TheApplication) -> Response:
    """Send a message of the Model Context Protocol.

    This is streamable HTTP without sessions. Hosts and origins are checked as for every other route.
    """
    return _Exchange(Desk(application, user, request.scope.get(SCOPE, "all")))
