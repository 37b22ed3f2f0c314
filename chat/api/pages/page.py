"""A page for whoever is signed in: shown, and sent back to after what its forms do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from chat.api.bodies import storable
from chat.api.context import Context
from chat.api.problems import answer, problem_of
from chat.domain import User
from chat.errors import Forbidden, NotFound, ThreadwiseError, Unauthorized

Show = Callable[[User, Mapping[str, str]], Awaitable[str]]
"""From the address's query to HTML."""
Do = Callable[[User, Mapping[str, str]], Awaitable[str]]
"""From a form's fields to the address to show next."""
_PRIVATE = {"Cache-Control": "private, no-store"}
_MOST_FIELDS = 20


def page(context: Context, path: str, show: Show, do: Do | None = None) -> Route:
    """Visitors of a widget have no pages; whoever is not signed in is sent to do so."""

    async def endpoint(request: Request) -> Response:
        try:
            user = await context.user(request)
            if user.role == "visitor":
                raise Forbidden("This page is for signed-in users.")
            if request.method != "POST" or do is None:
                query = {name: storable(value) for name, value in request.query_params.items()}
                return HTMLResponse(await show(user, query), headers=_PRIVATE)
            async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
                sent = {name: storable(value) for name, value in form.items() if isinstance(value, str)}
            return RedirectResponse(await do(user, sent), 303, headers=_PRIVATE)
        except Unauthorized:
            return RedirectResponse("/login", 303)
        except ThreadwiseError as error:
            return answer(problem_of(error))

    return Route(path, endpoint, methods=["GET", "POST"] if do else ["GET"])


def named(fields: Mapping[str, str], name: str) -> str:
    """A field that must be there."""
    value = fields.get(name, "")
    if not value:
        raise NotFound("There is nothing here.")
    return value
