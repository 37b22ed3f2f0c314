"""Who is at the browser: the local user without asking, or somebody who has signed in."""

from __future__ import annotations

import chainlit as cl
from chainlit.auth.cookie import get_token_from_cookies
from chainlit.auth.jwt import decode_jwt
from chainlit.server import _authenticate_user
from chainlit.user import PersistedUser
from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from jwt import InvalidTokenError
from starlette.datastructures import Headers

from chat.assembly import Application
from chat.domain import User, utc_now
from chat.errors import NotFound, TooManyAttempts, Unauthorized


class SignIn:
    """The ways in, by setting."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def install(self) -> list[APIRoute]:
        """Tell Chainlit which way to offer; the routes that go in front of its own."""
        if self._application.settings.server.auth == "local":
            cl.header_auth_callback(self.local)
            return []
        cl.password_auth_callback(self.password)
        return [APIRoute("/login", self.login, methods=["POST"])]

    async def local(self, headers: Headers) -> cl.User | None:
        """The one local user. Who may connect at all is settled by the address listened on and the Host header."""
        return cl.User(identifier=(await self._application.accounts.local_user()).name)

    async def password(self, username: str, password: str) -> cl.User | None:
        """Raises TooManyAttempts."""
        user = await self._application.accounts.verify(username, password)
        return cl.User(identifier=user.name) if user else None

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
            name = decode_jwt(token).identifier
        except InvalidTokenError:
            return None
        return await self._named(name)

    async def persisted(self, name: str) -> PersistedUser | None:
        """As Chainlit wants to hold a user; `None` for somebody unknown or suspended."""
        user = await self._named(name)
        if user is None:
            return None
        return PersistedUser(identifier=user.name, id=user.id, createdAt=(user.created_at or utc_now()).isoformat())

    async def present(self) -> User:
        """The user of the socket that is being served, looked up anew. Raises Unauthorized."""
        held = cl.context.session.user
        user = await self._named(held.identifier) if held else None
        if user is None:
            raise Unauthorized("Your session is over; sign in again.")
        return user

    async def _named(self, name: str) -> User | None:
        """Looked up each time: whoever is shut out is out at once, whatever their cookie says."""
        try:
            return await self._application.accounts.by_name(name)
        except NotFound:
            return None
