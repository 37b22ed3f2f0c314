"""Whether it works: for people, load balancers and Prometheus."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib.metadata import version

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from chat.api import render
from chat.api.context import Application
from chat.domain import Health

_log = logging.getLogger(__name__)


def routes(application: Application) -> list[Route]:
    """`/health`, `/health/live` and `/metrics`."""

    async def checked() -> Mapping[str, Health]:
        try:
            return await application.health()
        except Exception:  # a check that breaks is an ill part, not a crash
            _log.exception("The health check failed")
            return {"database": Health(False)}

    async def health(_: Request) -> Response:
        shape = render.health(await checked(), version("threadwise"))
        return JSONResponse(shape, 503 if shape["status"] == "down" else 200, {"Cache-Control": "no-store"})

    async def live(_: Request) -> Response:
        return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})

    async def metrics(_: Request) -> Response:
        lines = ["# TYPE threadwise_up gauge"]
        lines += [f'threadwise_up{{part="{name}"}} {int(part.ok)}' for name, part in (await checked()).items()]
        return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")

    return [Route("/health", health), Route("/health/live", live), Route("/metrics", metrics)]


OPENAPI = {
    path: {
        "get": {"summary": summary, "tags": ["health"], "responses": {"200": {"description": "OK"}}},
        "servers": [{"url": "/"}],
    }
    for path, summary in (
        ("/health", "Each part's state; 503 when nothing works."),
        ("/health/live", "Answers as long as the process does."),
        ("/metrics", "Prometheus text."),
    )
}
"""These stand outside of `/api`, but on the same page."""
