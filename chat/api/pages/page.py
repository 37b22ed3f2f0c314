"""A page for signed-in users, which is shown again after each of its forms, with a message on what was done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from html import escape
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from chat.api.bodies import storable
from chat.api.context import Context
from chat.api.pages.sheet import head, sheet
from chat.api.problems import answer, problem_of
from chat.domain import User
from chat.errors import Forbidden, NotFound, ThreadwiseError, Unauthorized
from chat.threads.people.sessions import SESSION

_PRIVATE = {"Cache-Control": "private, no-store"}
_MOST_FIELDS = 20
_MOST_SAID = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """A request for a page: the user, what is asked for, and the message on what was done."""

    user: User
    fields: Mapping[str, str]
    """Fields of the query string, or of a form."""
    session: str | None
    """Id of the browser's session; `None` for a key and without sign-in."""
    said: str = ""
    wrong: bool = False
    """Whether `said` tells why the action was refused."""

    def field(self, name: str) -> str:
        """Return the value of a field; raises NotFound if it is missing or empty."""
        value = self.fields.get(name, "")
        if not value:
            raise NotFound("There is nothing here.")
        return value


Show = Callable[[Visit], Awaitable[str]]
"""Renders the page as HTML."""
Do = Callable[[Visit], Awaitable[str]]
"""Carries out what a form asks for; returns the address to show next."""


Take = Callable[[Visit, Request], Awaitable[str]]
"""Carries out what a form with files asks for, which it reads from the request; returns the address to show next. The visit has
the fields of the query string."""


def page(context: Context, path: str, show: Show, do: Do | None = None, take: Take | None = None) -> Route:
    """Return the route of a page. Users who are not signed in are redirected to do so; visitors of a widget are refused.

    Its forms are carried out by `do`, or by `take` if they bring files.

    If a form's action is refused, the page is shown again with the reason; if a page can't be shown, one with the reason is. A
    program gets a problem document instead.
    """

    async def endpoint(request: Request) -> Response:
        try:
            user = await context.user(request)
            if user.role == "visitor":
                raise Forbidden("This page is for signed-in users.")
            query = {name: storable(value) for name, value in request.query_params.items()}
            visit = Visit(user, query, request.scope.get(SESSION))
            if request.method == "POST" and take is not None:
                return await pressed(request, visit, take(visit, request))
            if request.method == "POST" and do is not None:
                sent = replace(visit, fields=await _fields_of(request))
                return await pressed(request, sent, do(sent))
            return HTMLResponse(await show(replace(visit, said=query.get("said", "")[:_MOST_SAID])), headers=_PRIVATE)
        except Unauthorized:
            return RedirectResponse("/login", 303)
        except ThreadwiseError as error:
            return refused(request, error)

    async def pressed(request: Request, visit: Visit, done: Awaitable[str]) -> Response:
        try:
            return RedirectResponse(await done, 303, headers=_PRIVATE)
        except ThreadwiseError as error:
            if isinstance(error, Forbidden) or not _is_person(request):
                raise
            again = replace(visit, said=str(error), wrong=True)
            return HTMLResponse(await show(again), problem_of(error)["status"], _PRIVATE)

    return Route(path, endpoint, methods=["GET", "POST"] if do or take else ["GET"])


async def _fields_of(request: Request) -> dict[str, str]:
    """Return the fields of a form without files."""
    async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
        return {name: storable(value) for name, value in form.items() if isinstance(value, str)}


def refused(request: Request, error: ThreadwiseError) -> Response:
    """Return the response to a refused request: a page with the reason for a browser, a problem document for a program."""
    if not _is_person(request):
        return answer(problem_of(error))
    title = "Not for you" if isinstance(error, Forbidden) else "Not here" if isinstance(error, NotFound) else "Not now"
    return HTMLResponse(sheet(title, [head(title, escape(str(error)))]), problem_of(error)["status"], _PRIVATE)


def _is_person(request: Request) -> bool:
    """Return whether the request is from a browser, which accepts HTML."""
    return "text/html" in request.headers.get("accept", "")


def saying(path: str, sentence: str) -> str:
    """Return the address that shows a page with a message."""
    return f"{path}?said={quote(sentence)}"
