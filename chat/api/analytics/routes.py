"""Routes for analytics of one thread, of one user and, for admins, of all users."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from chat.api.analytics import render
from chat.api.analytics.page import page_of
from chat.api.context import Application, Asker, Context, PathId, TheApplication, TheAssistant
from chat.api.paths import THREAD
from chat.api.people.users import is_admin
from chat.api.problems import answer, problem_of
from chat.api.types import Json
from chat.domain import User
from chat.errors import Forbidden, ThreadwiseError, Unauthorized
from chat.threads.analytics.figures import Among, Figures

router = APIRouter(tags=["analytics"])

_MOST_DAYS = 366
_DEFAULT_DAYS = 30
Days = Annotated[int, Query(ge=1, le=_MOST_DAYS, description="Number of days (UTC), including today.")]
All = Annotated[bool, Query(alias="all", description="Count over all users, without texts and names. For admins only.")]


@router.get(THREAD + "/analytics")
async def thread_analytics(
    user: Asker, assistant: TheAssistant, application: TheApplication, thread: PathId, days: Days = _DEFAULT_DAYS
) -> Json:
    """Get the figures of a thread."""
    await assistant.thread(user, thread)
    return render.figures(await application.analytics.figures(Among(thread=thread), days), everybody=False)


@router.get("/analytics")
async def analytics(user: Asker, application: TheApplication, days: Days = _DEFAULT_DAYS, everybody: All = False) -> Json:
    """Get the figures of all your threads.

    With `all`, an admin gets those of all users.
    """
    return render.figures(await _figures(application, user, days, everybody), everybody)


async def _figures(application: Application, user: User, days: int, everybody: bool) -> Figures:
    """Return the figures of the user or of everybody; raises Forbidden if a user who is not an admin asks for everybody's."""
    if everybody and not is_admin(application, user):
        raise Forbidden("Only admins can see the figures of all users.")
    return await application.analytics.figures(Among() if everybody else Among(user=user.id), days)


def page(context: Context) -> Route:
    """Return the route of the HTML page `/analytics`, which redirects to the login page if the user is not signed in."""

    async def analytics_page(request: Request) -> Response:
        application = context.application
        try:
            user = await context.user(request)
            everybody = request.query_params.get("all") == "true"
            days = _days(request.query_params.get("days", ""))
            figures = await _figures(application, user, days, everybody)
        except Unauthorized:
            return RedirectResponse("/login", 303)
        except ThreadwiseError as error:
            return answer(problem_of(error))
        html = page_of(figures, everybody, is_admin(application, user), application.settings.server.analytics_days)
        return HTMLResponse(html, headers={"Cache-Control": "private, no-store"})

    return Route("/analytics", analytics_page)


def _days(given: str) -> int:
    """Parse the number of days, clamped to the allowed range; the default if it is not a number."""
    if not (given.isascii() and given.isdigit()):
        return _DEFAULT_DAYS
    return min(max(int(given[:6]), 1), _MOST_DAYS)
