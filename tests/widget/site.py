"""A site that uses the widget: a page with its own content security policy, and a token endpoint that holds the key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tests.serving import free_port
from tests.widget.tls import Certificate


@dataclass
class Site:
    """The configuration and state of a site's server, which tests change."""

    chat: str
    """The address by which browsers reach the chat."""
    key: str
    served: str = ""
    """The address by which the site's server reaches the chat, if it is another."""
    port: int = field(default_factory=free_port)
    visitor: str = "vera"
    origin: str = ""
    libraries: list[str] = field(default_factory=list)
    token: str | None = None
    """A token to hand out instead of a new one."""
    asked: int = 0
    background: str = "#ffffff"
    rules: str = ""
    """Additional rules of its style sheet."""
    script: str = ""
    script_policy: str = ""
    """Replaces the script policy that allows the chat's scripts."""
    tls: Certificate | None = None

    def __post_init__(self) -> None:
        self.origin = self.origin or self.address

    @property
    def address(self) -> str:
        return f"{'https' if self.tls else 'http'}://localhost:{self.port}"

    async def new_token(self) -> httpx.Response:
        body = {"visitor": self.visitor, "origin": self.origin, "libraries": self.libraries}
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            return await client.post(
                f"{self.served or self.chat}/api/widget/token", json=body, headers={"Authorization": f"Bearer {self.key}"}
            )

    async def tokens(self, _: Request) -> Response:
        self.asked += 1
        if self.token is not None:
            return JSONResponse({"token": self.token})
        answer = await self.new_token()
        return JSONResponse(answer.json(), answer.status_code)

    async def page(self, _: Request) -> Response:
        scripts = self.script_policy or f"script-src {self.chat}"
        policy = (
            f"default-src 'none'; style-src 'self'; {scripts}; frame-src {self.chat}; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'"
        )
        script = self.script or f'<script src="{self.chat}/public/widget.js" data-token-url="/my-token" async></script>'
        html = f'<!doctype html><html lang="en"><link rel="stylesheet" href="/style.css"><h1>Pumps</h1>{script}'
        return HTMLResponse(html, headers={"Content-Security-Policy": policy})

    async def style(self, _: Request) -> Response:
        own = f"body {{ background: {self.background}; font-family: serif }} {self.rules}"
        return PlainTextResponse(own, media_type="text/css")


@asynccontextmanager
async def opened(site: Site) -> AsyncIterator[Site]:
    """Yield the site while it is listening."""
    routes = [Route("/", site.page), Route("/my-token", site.tokens), Route("/style.css", site.style)]
    config = uvicorn.Config(Starlette(routes=routes), host="127.0.0.1", port=site.port, log_level="error")
    if site.tls:
        config.ssl_keyfile, config.ssl_certfile = site.tls.key, site.tls.certificate
    server = uvicorn.Server(config)
    socket = server.config.bind_socket()
    socket.listen()
    running = asyncio.create_task(server.serve(sockets=[socket]))
    try:
        yield site
    finally:
        server.should_exit = True
        await running
        socket.close()
