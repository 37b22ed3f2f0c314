"""Health checks and metrics, for people, load balancers and Prometheus."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Mapping
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

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
    """Return the routes `/health`, `/health/live` and `/metrics`."""
    application = context.application

    async def checked() -> Mapping[str, Health]:
        try:
            return await application.health()
        except Exception:  # a check that fails is reported, it does not crash
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
    """Raise Unauthorized or Forbidden unless the request has the metrics token, is from an admin, or sign-in is off."""
    settings = context.application.settings.server
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if settings.metrics_token and hmac.compare_digest(given.encode(), settings.metrics_token.encode()):
        return
    if (await context.user(request)).role != "admin" and settings.auth != "local":
        raise Forbidden("Metrics are for admins, and for whoever has THREADWISE_METRICS_TOKEN.")


_STATE = {
    "status": "ok",
    "version": "0.1.0",
    "checks": {"database": {"ok": True, "kind": "sqlite"}, "llm": {"ok": True, "model": "extractive", "connected": False}},
}
_HEALTH: dict[str, Any] = {  # Any: a piece of OpenAPI
    "application/json": {
        "schema": {
            "type": "object",
            "required": ["status", "version", "checks"],
            "properties": {
                "status": {"enum": ["ok", "degraded", "down"]},
                "version": {"type": "string"},
                "checks": {"type": "object", "additionalProperties": {"type": "object", "required": ["ok"]}},
            },
        },
        "example": _STATE,
    }
}
_LIVE = {"application/json": {"schema": {"type": "object"}, "example": {"status": "ok"}}}
_TEXT = {"text/plain": {"schema": {"type": "string"}, "example": 'threadwise_up{part="database"} 1.0'}}
_PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def _described(name: str, summary: str, answers: dict[str, Any], security: list[dict[str, Any]]) -> dict[str, Any]:
    responses = {status: {"description": HTTPStatus(int(status)).phrase, "content": each} for status, each in answers.items()}
    responses["default"] = {"description": "An error.", "content": _PROBLEM}
    operation = {"operationId": name, "summary": summary, "tags": ["health"], "security": security, "responses": responses}
    return {"get": operation, "servers": [{"url": "/"}]}


OPENAPI = {
    "/health": _described(
        "get_health", "Check the health of each part; 503 without the database", {"200": _HEALTH, "503": _HEALTH}, []
    ),
    "/health/live": _described("get_liveness", "Check that the process answers", {"200": _LIVE}, []),
    "/metrics": _described(
        "get_metrics",
        "Get metrics for Prometheus, as an admin or with THREADWISE_METRICS_TOKEN",
        {"200": _TEXT, "401": _PROBLEM, "403": _PROBLEM},
        [{"key": []}, {}],
    ),
}
"""Descriptions of routes outside of `/api`, which are documented on the same page."""
