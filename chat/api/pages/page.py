"""A page for whoever is signed in: shown, and shown again after what its forms do, with a sentence that says so."""

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
from chat.threads.sessions import SESSION

_PRIVATE = {"Cache-Control": "private, no-store"}
_MOST_FIELDS = 20
_MOST_SAID = 200


@dataclass(frozen=True, slots=True)
class Visit:
    """Who looks, at what, and what came of the button that was pressed."""

    user: User
    fields: Mapping[str, str]
    """Of the address's query, or of a form."""
    session: str | None
    """Of the browser; none for a key and without sign-in."""
    said: str = ""
    wrong: bool = False
    """What is said is why it was not done."""

    def field(self, name: str) -> str:
        """One that must be there."""
        value = self.fields.get(name, "")
        if not value:
            raise NotFound("There is nothing here.")
        return value


Show = Callable[[Visit], Awaitable[str]]
"""To HTML."""
Do = Callable[[Visit], Awaitable[str]]
"""From a form to the address to show next."""


def page(context: Context, path: str, show: Show, do: Do | None = None) -> Route:
    """Visitors of a widget have no pages; whoever is not signed in is sent to do so. A form that asks for what can't be done is
    answered with the page again and the reason, a page that can't be shown with one that says why; a program gets a problem."""

    async def endpoint(request: Request) -> Response:
        try:
            user = await context.user(request)
            if user.role == "visitor":
                raise Forbidden("This page is for signed-in users.")
            if request.method == "POST" and do is not None:
                return await pressed(request, user, do)
            query = {name: storable(value) for name, value in request.query_params.items()}
            visit = Visit(user, query, request.scope.get(SESSION), query.get("said", "")[:_MOST_SAID])
            return HTMLResponse(await show(visit), headers=_PRIVATE)
        except Unauthorized:
            return RedirectResponse("/login", 303)
        except ThreadwiseError as error:
            return refused(request, error)

    async def pressed(request: Request, user: User, do: Do) -> Response:
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            sent = {name: storable(value) for name, value in form.items() if isinstance(value, str)}
        visit = Visit(user, sent, request.scope.get(SESSION))
        try:
            return RedirectResponse(await do(visit), 303, headers=_PRIVATE)
        except ThreadwiseError as error:
            if isinstance(error, Forbidden) or not _is_person(request):
                raise
            again = replace(visit, said=str(error), wrong=True)
            return HTMLResponse(await show(again), problem_of(error)["status"], _PRIVATE)

    return Route(path, endpoint, methods=["GET", "POST"] if do else ["GET"])


def refused(request: Request, error: ThreadwiseError) -> Response:
    """Why it can't be: a page for a browser, a problem for a program."""
    if not _is_person(request):
        return answer(problem_of(error))
    title = "Not for you" if isinstance(error, Forbidden) else "Not here" if isinstance(error, NotFound) else "Not now"
    return HTMLResponse(sheet(title, [head(title, escape(str(error)))]), problem_of(error)["status"], _PRIVATE)


def _is_person(request: Request) -> bool:
    """A browser says that it wants a page; a program gets a problem document."""
    return "text/html" in request.headers.get("accept", "")


def saying(path: str, sentence: str) -> str:
    """The address that shows a page with what came of a button."""
    return f"{path}?said={quote(sentence)}"
