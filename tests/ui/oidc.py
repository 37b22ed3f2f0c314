"""A small local OpenID Connect provider, which signs in any user immediately."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.listening import listening


@dataclass
class Provider:
    """An OpenID Connect provider, with the claims about everyone who signs in."""

    claims: dict[str, Any] = field(default_factory=dict)  # Any: JSON
    asked: list[str] = field(default_factory=list)
    base: str = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next((int(line[15:]) for line in head.lower().splitlines() if line.startswith("content-length:")), 0)
        body = parse_qs((await reader.readexactly(length)).decode())
        target = urlsplit(head.split(" ")[1])
        self.asked.append(target.path)
        if target.path == "/authorize":
            query = parse_qs(target.query)
            back = f"{query['redirect_uri'][0]}?{urlencode({'code': 'once', 'state': query['state'][0]})}"
            writer.write(f"HTTP/1.1 302 Found\r\nLocation: {back}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        elif target.path == "/token" and body["code"] == ["once"] and body["client_secret"] == ["secret"]:
            _send(writer, {"access_token": "access", "token_type": "Bearer"})
        elif target.path == "/userinfo" and "authorization: bearer access" in head.lower():
            _send(writer, self.claims)
        else:
            writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()

    def environment(self) -> dict[str, str]:
        """Return the settings of a server that uses this provider, by Chainlit's names."""
        return {
            "OAUTH_GENERIC_CLIENT_ID": "threadwise",
            "OAUTH_GENERIC_CLIENT_SECRET": "secret",
            "OAUTH_GENERIC_AUTH_URL": f"{self.base}/authorize",
            "OAUTH_GENERIC_TOKEN_URL": f"{self.base}/token",
            "OAUTH_GENERIC_USER_INFO_URL": f"{self.base}/userinfo",
            "OAUTH_GENERIC_SCOPES": "openid email",
        }


@asynccontextmanager
async def providing() -> AsyncIterator[Provider]:
    provider = Provider()
    async with listening(provider.answer) as port:
        provider.base = f"http://127.0.0.1:{port}"
        yield provider


def _send(writer: asyncio.StreamWriter, answer: dict[str, Any]) -> None:  # Any: JSON
    body = json.dumps(answer).encode()
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n")
    writer.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
