"""Errors in the shape that OpenAI's clients expect; statuses and codes are those of the rest of the API."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from chat import errors
from chat.api.problems import Problem, headers_of

_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


def shape(problem: Problem, **more: object) -> dict[str, object]:
    """Return the body of a response, or the data of a stream's last event; `more` are further members of the error."""
    status = problem["status"]
    kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    listed = more.get("errors")
    param = more.pop("param", listed[0]["field"] if isinstance(listed, list) else None)
    error = {"message": problem["detail"], "type": kind, "param": param, "code": problem["code"]}
    return {"error": error, **({"threadwise": more} if more else {})}


def answer(problem: Problem, headers: Mapping[str, str] | None = None, /, **more: object) -> Response:
    """Return the problem as a response. OpenAI's clients retry by themselves; `X-Should-Retry` stops them if the question is in
    the thread already or the quota of the day is used up."""
    again = {} if "message" not in more and problem["code"] != errors.QuotaReached.code else {"X-Should-Retry": "false"}
    return JSONResponse(shape(problem, **more), problem["status"], {**headers_of(problem, headers), **again})
