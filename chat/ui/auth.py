"""Who is at the browser: the local user without asking, or somebody who has signed in."""

from __future__ import annotations

import chainlit as cl
from chainlit.auth.cookie import _auth_cookie_name, get_token_from_cookies, set_auth_cookie
from chainlit.auth.jwt import create_jwt, decode_jwt
from chainlit.server import _authenticate_user, serve
from chainlit.user import PersistedUser
from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from jwt import InvalidTokenError
from starlette.datastructures import Headers

from chat.assembly import Application
from chat.domain import User, utc_now
from chat.errors import TooManyAttempts, Unauthorized


class SignIn:
    """The ways in, by setting."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def install(self) -> list[APIRoute]:
        """Tell Chainlit which way to offer; the routes that go in front of its own."""
        if self._application.settings.server.auth == "local":
            cl.header_auth_callback(self.local)
            return [APIRoute(path, self.page, methods=["GET"]) for path in ("/", "/thread/{thread}")]
        cl.password_auth_callback(self.password)
        return [APIRoute("/login", self.login, methods=["POST"])]

    async def local(self, headers: Headers) -> cl.User | None:
        """The one local user. Who may connect at all is settled by the address listened on and the Host header."""
        return _signed_in(await self._application.accounts.local_user())

    async def page(self, request: Request) -> Response:
        """Chainlit's page, with the local user signed in already: its own way there ends at the start page, not at the thread."""
        response: Response = await serve(request)
        if await self.session_user(request) is None:
            user = _signed_in(await self._application.accounts.local_user())
            set_auth_cookie(request, response, create_jwt(user))
        return response

    async def password(self, username: str, password: str) -> cl.User | None:
        """Raises TooManyAttempts."""
        user = await self._application.accounts.verify(username, password)
        return _signed_in(user) if user else None

    async def login(self, request: Request) -> Response:
        """Chainlit's route, except that too many attempts are said to be that."""
        form = await request.form()
        try:
            user = await self.password(str(form.get("username", "")), str(form.get("password", "")))
        except TooManyAttempts as error:
            raise HTTPException(429, "tooManyAttempts", headers={"Retry-After": "60"}) from error
        return await _authenticate_user(request, user)

    async def session_user(self, request: Request) -> User | None:
        """The user of the web session's cookie; `None` without a valid one."""
        token = get_token_from_cookies(request.cookies)
        if not token:
            return None
        try:
            id = decode_jwt(token).identifier
        except InvalidTokenError:
            return None
        return await self._application.accounts.user(id)

    def visitor_cookie(self, user: User) -> str:
        """The header `Cookie` of a session for a widget's visitor. It is made for one request and never sent to the browser."""
        return f"{_auth_cookie_name}={create_jwt(_signed_in(user))}"

    async def persisted(self, id: str) -> PersistedUser | None:
        """As Chainlit wants to hold a user; `None` for somebody unknown or suspended."""
        user = await self._application.accounts.user(id)
        if user is None:
            return None
        created = (user.created_at or utc_now()).isoformat()
        return PersistedUser(identifier=user.id, display_name=_shown(user), id=user.id, createdAt=created)

    async def present(self) -> User:
        """The user of the socket that is being served, looked up anew. Raises Unauthorized."""
        held = cl.context.session.user
        user = await self._application.accounts.user(held.identifier) if held else None
        if user is None:
            raise Unauthorized("Your session is over; sign in again.")
        if user.role == "visitor" and not self._application.assistant.is_let_in(user):
            raise Unauthorized("This chat has ended; reload the page.")
        return user


def _signed_in(user: User) -> cl.User:
    """Known by id: whoever gets a removed user's name later is somebody else. Looked up at each use, so whoever is shut out is
    out at once, whatever their cookie says."""
    return cl.User(identifier=user.id, display_name=_shown(user))


def _shown(user: User) -> str:
    """A visitor has no name here."""
    return "You" if user.role == "visitor" else user.name
