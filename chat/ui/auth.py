"""Authentication of the web chat: the local user without signing in, or users who sign in by password, OAuth or a proxy."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

import chainlit as cl
from chainlit.auth.cookie import _auth_cookie_name, clear_auth_cookie, set_auth_cookie
from chainlit.config import config
from chainlit.oauth_providers import get_configured_oauth_providers
from chainlit.server import _authenticate_user, serve
from chainlit.user import PersistedUser
from fastapi import HTTPException, Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.types import Scope

from chat.application import Application
from chat.domain import User, utc_now
from chat.errors import BadSettings, Conflict, NotFound, TooManyAttempts, Unauthorized
from chat.settings import ServerSettings
from chat.threads.people.accounts import GivenRole
from chat.threads.people.sessions import KEY, SESSION
from chat.ui import tokens
from chat.ui.browsers import BROWSER
from chat.ui.trusted import Proxy

_log = logging.getLogger(__name__)

USER = "threadwise.user"
"""Key of a request's ASGI scope for the authenticated user."""
_DAY_SECONDS = 86_400
_UNFIT = re.compile(r"[^\w.@+-]+")
_LONGEST_NAME, _LONGEST_EXTERNAL = 60, 255
_MOST_NAMESAKES = 100


class SignIn:
    """Implements the ways to sign in, selected by the setting `THREADWISE_AUTH`."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._settings = application.settings.server
        self._proxy = Proxy.of(self._settings) if self._settings.auth == "header" else None

    def install(self) -> list[APIRoute]:
        """Configure Chainlit's sign-in; return the routes to be placed before Chainlit's own."""
        config.project.user_session_timeout = self._settings.session_days * _DAY_SECONDS
        return [APIRoute("/logout", self.log_out, methods=["POST"]), *self._ways[self._settings.auth]()]

    @property
    def _ways(self) -> Mapping[str, Callable[[], list[APIRoute]]]:
        return {"local": self._local, "password": self._password, "header": self._header, "oauth": self._oauth}

    def _local(self) -> list[APIRoute]:
        cl.header_auth_callback(self.local)
        return [APIRoute(path, self.page, methods=["GET"]) for path in ("/", "/thread/{thread}")]

    def _password(self) -> list[APIRoute]:
        cl.password_auth_callback(_unused)
        return [APIRoute("/login", self.login, methods=["POST"])]

    def _header(self) -> list[APIRoute]:
        cl.header_auth_callback(_unused)
        return [APIRoute("/auth/header", self.trust, methods=["POST"])]

    def _oauth(self) -> list[APIRoute]:
        if not get_configured_oauth_providers():  # type: ignore[no-untyped-call] # Chainlit's
            raise BadSettings("THREADWISE_AUTH=oauth needs a provider: set its OAUTH_... variables (docs/people.md).")
        if not self._settings.allowed_users.strip():
            raise BadSettings("THREADWISE_AUTH=oauth needs THREADWISE_ALLOWED_USERS: who of the provider's users may come in.")
        cl.oauth_callback(self.welcome)
        return []

    # --- ways to sign in

    async def local(self, headers: Headers) -> cl.User | None:
        """Return the single local user. Who may connect at all is restricted by the listening address and the Host header."""
        return _known(await self._application.accounts.local_user())

    async def page(self, request: Request) -> Response:
        """Serve Chainlit's page with the local user signed in already; Chainlit's own sign-in would lead to the start page."""
        response: Response = await serve(request)
        if await self.session_user(request) is None:
            user = _known(await self._application.accounts.local_user())
            set_auth_cookie(request, response, tokens.issue(user))
        return response

    async def login(self, request: Request) -> Response:
        """Sign in by password. Responds with status 429 after too many wrong attempts."""
        form = await request.form()
        name, password = str(form.get("username", "")).replace("\0", ""), str(form.get("password", ""))
        try:
            user = await self._application.accounts.verify(name, password)
        except TooManyAttempts as error:
            raise HTTPException(429, "tooManyAttempts", headers={"Retry-After": "60"}) from error
        return await _authenticate_user(request, await self._begun(user, "password") if user else None)

    async def trust(self, request: Request) -> Response:
        """Sign in the user named by the proxy in front."""
        try:
            name = self._named(request.headers, request.scope)
            user = await self._brought(f"header:{name}", name)
        except Unauthorized as refusal:
            _log.warning("Refused at the door: %s", refusal)
            raise HTTPException(401, str(refusal)) from refusal
        return await _authenticate_user(request, await self._begun(user, "header"))

    async def welcome(
        self, provider: str, token: str, told: dict[str, Any], by_default: cl.User, id_token: str | None = None
    ) -> cl.User | None:  # Any: the provider's claims
        """Sign in a user authenticated by an OAuth provider; return `None` to refuse."""
        name = str(by_default.identifier or "")
        if not name or told.get("email_verified") is False or not allowed(self._settings, name):
            _log.warning("Somebody of %s may not come in; see THREADWISE_ALLOWED_USERS", provider)
            return None
        subject = told.get("sub") or told.get("id") or name
        try:
            user = await self._brought(f"{provider}:{subject}", name)
        except Unauthorized:
            _log.warning("Somebody of %s is suspended, or of a name that can't be taken", provider)
            return None
        return await self._begun(user, "oauth")

    async def log_out(self, request: Request) -> Response:
        """Sign out: end the session, and clear the cookie."""
        user, session = request.scope.get(USER), request.scope.get(SESSION)
        if user is not None and session is not None:
            with contextlib.suppress(NotFound):  # has ended in the meantime
                await self._application.sessions.end(user.id, session)
        response = JSONResponse({"success": True})
        clear_auth_cookie(request, response)
        return response

    # --- the user of a request or socket

    async def admit(self, scope: Scope, headers: Headers, token: str) -> bool:
        """Return whether the token is valid; if so, store its user and session in the scope."""
        read = tokens.read(token)
        if read is None:
            return False
        if read.session is not None:
            found = await self._application.sessions.find(read.session)
            if found is None or found[0].id != read.user or not await self._still_named(found[0], headers, scope):
                return False
            scope[USER], scope[SESSION] = found[0], read.session
            return True
        if self._settings.auth != "local" and KEY not in scope:
            return False
        user = await self._application.accounts.user(read.user)
        if user is not None:
            scope[USER] = user
        return user is not None

    async def session_user(self, request: Request) -> User | None:
        """Return the user of the web session's cookie; `None` without a valid one."""
        user: User | None = request.scope.get(USER)
        return user

    def visitor_cookie(self, user: User) -> str:
        """Return a `Cookie` header for a visitor of the widget; it is used for one request and never sent to the browser."""
        return f"{_auth_cookie_name}={tokens.brief(_known(user))}"

    async def persisted(self, id: str) -> PersistedUser | None:
        """Return a user in Chainlit's form; `None` for one who is unknown or suspended."""
        user = await self._application.accounts.user(id)
        if user is None:
            return None
        created = (user.created_at or utc_now()).isoformat()
        return PersistedUser(identifier=user.id, display_name=_shown(user), id=user.id, createdAt=created)

    async def present(self) -> User:
        """Return the user of the socket being served, read from the database. Raises Unauthorized when they may not be here."""
        held = cl.context.session.user
        user = await self._application.accounts.user(held.identifier) if held else None
        if user is None:
            raise Unauthorized("Your session has ended; sign in again.")
        if user.role == "visitor" and not self._application.assistant.is_let_in(user):
            raise Unauthorized("This chat has ended; reload the page.")
        return user

    # --- internals

    async def _begun(self, user: User, way: str) -> cl.User:
        session = await self._application.sessions.begin(user.id, way, BROWSER.get())
        return _known(user, session.id)

    def _named(self, headers: Headers, scope: Scope) -> str:
        assert self._proxy is not None
        return self._proxy.name(headers, (scope.get("client") or ("", 0))[0], utc_now())

    async def _still_named(self, user: User, headers: Headers, scope: Scope) -> bool:
        """Return whether the proxy still names this user. Always True without a proxy.

        Behind a proxy, a cookie is not sufficient: each request names its user, who may have changed since the session began.
        """
        if self._proxy is None:
            return True
        try:
            named = await self._application.accounts.of_external(f"header:{self._named(headers, scope)}")
        except Unauthorized:
            return False
        return named is not None and named.id == user.id

    async def _brought(self, external: str, name: str) -> User:
        """Return the user with this external identifier, created if new; if the name is taken, a number is added to it.

        Raises Unauthorized when the user is suspended or the name cannot be used.
        """
        accounts = self._application.accounts
        if len(external) > _LONGEST_EXTERNAL or "\0" in external:
            raise Unauthorized("This name can't be taken.")
        known = await accounts.of_external(external)
        if known is not None:
            if known.suspended:
                raise Unauthorized("This user is suspended.")
            return known
        wanted = _UNFIT.sub("-", name)[:_LONGEST_NAME] or "user"
        role: GivenRole = "admin" if name.casefold() in _listed(self._settings.admins) else "member"
        for number in range(1, _MOST_NAMESAKES):
            try:
                return await accounts.add_user(wanted if number == 1 else f"{wanted}-{number}", None, role, external)
            except Conflict:
                again = await accounts.of_external(external)  # created by a concurrent request
                if again is not None:
                    return again
        raise Unauthorized("There are too many users of this name.")


def allowed(settings: ServerSettings, name: str) -> bool:
    """Return whether a provider's user may sign in: their name, the domain of their e-mail address or `*` must be listed."""
    listed = _listed(settings.allowed_users)
    _, at, host = name.casefold().rpartition("@")
    return "*" in listed or name.casefold() in listed or (bool(at) and f"@{host}" in listed)


def _listed(text: str) -> set[str]:
    return {each.strip().casefold() for each in text.split(",") if each.strip()}


async def _unused(*_: Any) -> None:  # Any: Chainlit's arguments
    """Do nothing; registering a callback enables the way to sign in, which our own route implements."""


def _known(user: User, session: str | None = None) -> cl.User:
    """Return Chainlit's user, identified by id because a removed user's name may be given to another user later.

    The id is looked up at each use, so that a suspended user is locked out at once, whatever their cookie says.
    """
    return cl.User(identifier=user.id, display_name=_shown(user), metadata={tokens.SESSION: session} if session else {})


def _shown(user: User) -> str:
    """Return the name to display; visitors have none."""
    return "You" if user.role == "visitor" else user.name
