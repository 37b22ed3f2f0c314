"""Routes for the user's own account: sessions and password."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field

from chat.api.bodies import Body, Text
from chat.api.context import Asker, TheApplication
from chat.api.people import shapes
from chat.api.types import Json
from chat.domain import User
from chat.errors import Forbidden, InvalidRequest
from chat.threads.people.sessions import SESSION

router = APIRouter(tags=["account"])


class NewPassword(Body):
    old: Annotated[Text, Field(max_length=2_000)]
    new: Annotated[Text, Field(max_length=2_000)]


@router.get("/sessions")
async def list_sessions(request: Request, user: Asker, application: TheApplication) -> Json:
    """List the browsers in which you are signed in.

    The last used comes first; `current` is the one that asks.
    """
    current = request.scope.get(SESSION)
    return {"sessions": [shapes.session(each, current) for each in await application.sessions.listed(user.id)]}


@router.delete("/sessions")
async def end_sessions(request: Request, user: Asker, application: TheApplication, but_this: bool = False) -> Json:
    """Sign out of every browser.

    With `but_this`, the one that asks stays signed in.
    """
    current = request.scope.get(SESSION) if but_this else None
    return {"ended": await application.sessions.end_all(user.id, current)}


@router.delete("/sessions/{session}")
async def end_session(user: Asker, application: TheApplication, session: Annotated[Text, Path(max_length=255)]) -> Json:
    """Sign out of one browser."""
    await application.sessions.end(user.id, session)
    return {"ended": 1}


@router.post("/password")
async def change_password(request: Request, user: Asker, application: TheApplication, change: NewPassword) -> Json:
    """Change your password.

    All your other sessions end.
    """
    await set_own(application, user, change.old, change.new, request.scope.get(SESSION))
    return {"changed": True}


async def set_own(application: TheApplication, user: User, old: str, new: str, keep: str | None) -> None:
    """Change the user's password and end their sessions except `keep`. Raises InvalidRequest if the old password is wrong,
    TooManyAttempts after too many wrong ones, Forbidden for users who do not sign in by password."""
    if application.settings.server.auth != "password" or user.role == "visitor":
        raise Forbidden("There is no password to change here.")
    if await application.accounts.verify(user.name, old) is None:
        raise InvalidRequest("old: this is not your password.")
    await application.accounts.set_password(user.id, new, keep)
