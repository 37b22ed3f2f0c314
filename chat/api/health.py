"""Whether it works: for people, load balancers and Prometheus."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Mapping
from importlib.metadata import version

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chat.api import render
from chat.api.context import Context
from chat.api.problems import answer, problem_of
from chat.domain import Health
from chat.errors import Forbidden, ThreadwiseError
from chat.watching.metrics import CONTENT_TYPE

_log = logging.getLogger(__name__)


def routes(context: Context) -> list[Route]:
    """`/health`, `/health/live` and `/metrics`."""
    application = context.application

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

    async def metrics(request: Request) -> Response:
        try:
            await _may_watch(request, context)
        except ThreadwiseError as error:
            return answer(problem_of(error))
        for name, part in (await checked()).items():
            application.metrics.up.labels(part=name).set(part.ok)
        return Response(application.metrics.text(), media_type=CONTENT_TYPE)

    return [Route("/health", health), Route("/health/live", live), Route("/metrics", metrics)]


async def _may_watch(request: Request, context: Context) -> None:
    """Whoever brings the token; without sign-in anybody, else an admin. Raises Unauthorized or Forbidden."""
    settings = context.application.settings.server
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if settings.metrics_token and hmac.compare_digest(given.encode(), settings.metrics_token.encode()):
        return
    if (await context.user(request)).role != "admin" and settings.auth != "local":
        raise Forbidden("Metrics are for admins, and for whoever has THREADWISE_METRICS_TOKEN.")


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
