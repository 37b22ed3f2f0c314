"""Errors as `application/problem+json` (RFC 9457), with one table from our errors to HTTP statuses."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Protocol, TypedDict

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chat import errors
from chat.api.middleware.head_and_allow import allowed
from chat.errors import ThreadwiseError
from chat.faults import faults, sentence
from chat.panics import panics
from chat.reference import reference

_log = logging.getLogger(__name__)

STATUS: dict[type[ThreadwiseError], int] = {
    errors.BadRequest: 400,
    errors.NotJson: 415,
    errors.Forbidden: 403,
    errors.MethodNotAllowed: 405,
    errors.BodyTooLarge: 413,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Unauthorized: 401,
    errors.TooManyAttempts: 429,
    errors.QuotaReached: 429,
    errors.InvalidRequest: 422,
    errors.TooManyFiles: 422,
    errors.FileTooLarge: 413,
    errors.UnknownType: 415,
    errors.FileRefused: 422,
    errors.Refused: 400,
    errors.EmbeddingFailed: 502,
    errors.ModelFailed: 502,
    errors.ModelPaused: 503,
    errors.Unavailable: 503,
    ThreadwiseError: 500,
}
"""HTTP status by error class; the nearest base class of an error that is listed decides."""

_EXTRA_HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "60"}, 503: {"Retry-After": "5"}}
_BY_STATUS: dict[int, tuple[type[ThreadwiseError], str | None]] = {
    404: (errors.NotFound, "There is nothing at this address."),
    405: (errors.MethodNotAllowed, "This address does not take that method."),
    413: (errors.BodyTooLarge, None),
}
"""Our error and its detail for a status that the framework raises; without a detail, the framework's own is used."""
_UNREADABLE: dict[type[Exception], str] = {
    RecursionError: "lists and objects stand too deep in each other",
    UnicodeDecodeError: "it is not UTF-8",
    ValueError: "a number has too many digits",
}
"""Reasons other than the syntax why JSON can't be read, by exception; the first class that matches decides."""
_SHOWN_ERRORS = 20
_SHOWN_CHARACTERS = 100
_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO})


class Problem(TypedDict):
    """The members that every problem has."""

    type: str
    title: str
    status: int
    detail: str
    code: str


def problem(kind: type[ThreadwiseError], detail: str, status: int | None = None) -> Problem:
    """Return a problem of this kind, with its status from `STATUS` unless another is given."""
    status = status or next(STATUS[each] for each in kind.__mro__ if each in STATUS)
    title = HTTPStatus(status).phrase
    return {"type": f"urn:threadwise:problem:{kind.code}", "title": title, "status": status, "detail": detail, "code": kind.code}


def problem_of(error: ThreadwiseError) -> Problem:
    return problem(type(error), str(error))


def members(error: ThreadwiseError) -> dict[str, object]:
    """Return the problem of an error with its further members."""
    return {**problem_of(error), **error.about}


def unexpected(error: BaseException) -> Problem:
    """Log an unexpected error with the request's reference, and return a problem that tells the caller only that reference. A
    failure of the disk is named as such."""
    if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
        _log.error("Writing to the disk failed: %s", error.strerror)
        return problem(errors.StorageFailed, "Writing to the disk failed. Make room, or try again in a moment.")
    given = reference()
    _log.error("Unexpected error, reference %s", given, exc_info=error)
    return problem(ThreadwiseError, f"Something went wrong on our side (reference {given}).")


def answer(problem: Problem, headers: Mapping[str, str] | None = None, /, **more: object) -> Response:
    return JSONResponse(
        {**problem, **more}, problem["status"], headers_of(problem, headers), media_type="application/problem+json"
    )


def headers_of(problem: Problem, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the headers that the problem's status requires, and `more`."""
    return {**_EXTRA_HEADERS.get(problem["status"], {}), **(more or {})}


class Answering(Protocol):
    """Renders a problem as a response, with headers and further members."""

    def __call__(self, problem: Problem, headers: Mapping[str, str] | None = None, /, **more: object) -> Response: ...


def register(api: FastAPI, answering: Answering = answer) -> None:
    """Register handlers that turn every error of these routes into a problem, rendered by `answering`."""

    async def ours(_: Request, error: Exception) -> Response:
        assert isinstance(error, ThreadwiseError)
        after = error.about.get("retry_after")
        return answering(problem_of(error), {"Retry-After": str(after)} if after is not None else None, **error.about)

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind, sentence = _BY_STATUS.get(error.status_code, (errors.BadRequest, None))
        detail = sentence or unreadable(error.__cause__) or str(error.detail)
        headers = {"Allow": allowed(request)} if error.status_code == 405 else error.headers
        return answering(problem(kind, detail, error.status_code), headers)

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        found, more = _invalid(error, request.headers.get("content-type", ""))
        return answering(found, None, **more)

    api.add_exception_handler(ThreadwiseError, ours)
    api.add_exception_handler(RequestValidationError, invalid)
    api.add_exception_handler(HTTPException, http)


def _invalid(error: RequestValidationError, kind: str) -> tuple[Problem, dict[str, object]]:
    """Return the problem of an invalid request and its further members: 404 for a path that no identifier can have, 400 for a
    body that is not valid JSON, 415 for one of another media type (`kind`), else 422."""
    found = error.errors()
    if any(each["loc"][:1] == ("path",) for each in found):
        return problem(errors.NotFound, "There is nothing of this id."), {}
    if any(each["type"] == "json_invalid" for each in found):
        return problem(errors.BadRequest, f"The body is not valid JSON: {_reason(found[0])}."), {}
    if isinstance(error.body, bytes):  # not parsed, because its media type is not JSON
        came = f"this came as `{kind[:_SHOWN_CHARACTERS]}`" if kind else "this came without one"
        return problem(errors.NotJson, f"Send JSON with the header `Content-Type: application/json`; {came}."), {}
    inside = faults([{**each, "loc": each["loc"][1:]} for each in found])
    told = [replace(fault, field=fault.field or "body") for fault in inside]
    listed = [{"field": fault.field, "detail": fault.detail} for fault in told[:_SHOWN_ERRORS]]
    return problem(errors.InvalidRequest, sentence(told)), {"errors": listed}


def unreadable(cause: BaseException | None) -> str | None:
    """Return why a JSON body could not be read, or `None`. The framework's error does not tell, but its cause does."""
    reason = next((words for kind, words in _UNREADABLE.items() if isinstance(cause, kind)), None)
    return None if reason is None else f"The body is not valid JSON: {reason}."


def _reason(error: Mapping[str, Any]) -> str:  # Any: pydantic's error
    return str(error.get("ctx", {}).get("error", error["msg"])).rstrip(".")


class Caught:
    """Middleware that turns unexpected errors into a problem with a reference, never a stack trace or a dead connection."""

    def __init__(self, app: ASGIApp, answering: Callable[[Problem], Response] = answer) -> None:
        self._app = app
        self._answering = answering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            with panics():
                await self._app(scope, receive, watched)
        except ClientDisconnect:
            return  # nobody is left to be told
        except Exception as error:
            found = unexpected(error)
            if started:
                raise
            await self._answering(found)(scope, receive, send)
