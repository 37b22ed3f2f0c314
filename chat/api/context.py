"""Dependencies of the routes: the application, and the user who sends the request."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, Protocol, TypeVar, cast

from anyio import CapacityLimiter
from fastapi import Depends, Path, Request

from chat.api.misspelt_fields import check_address
from chat.api.presence import ENTRY, Entry, Presence
from chat.api.scopes import SCOPE, check, needed
from chat.api.types import Identifier
from chat.api.widget.tokens import Tokens
from chat.assistant import Assistant
from chat.domain import Health, Receipt, User
from chat.errors import Unauthorized
from chat.settings import Settings
from chat.threads.people.accounts import Accounts
from chat.threads.people.directory import People
from chat.threads.people.sessions import KEY, SESSION, Admission, Sessions
from chat.threads.replies import Replies
from chat.watching.analytics import Analytics
from chat.watching.metrics import Metrics

_READING = frozenset({"GET", "HEAD"})
Identify = Callable[[Request], Awaitable[User | None]]
Event = TypeVar("Event")


class Application(Protocol):
    """The part of `application.Application` that the routes use."""

    @property
    def assistant(self) -> Assistant: ...
    @property
    def accounts(self) -> Accounts: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def metrics(self) -> Metrics: ...
    @property
    def analytics(self) -> Analytics: ...
    @property
    def replies(self) -> Replies: ...
    @property
    def sessions(self) -> Sessions: ...
    @property
    def people(self) -> People: ...
    async def health(self) -> Mapping[str, Health]: ...
    async def erase_user(self, user: User) -> Receipt: ...


@dataclass(frozen=True, slots=True)
class Context:
    application: Application
    identify: Identify
    """Returns the user of the web session's cookie, or `None`."""
    tokens: Tokens = field(default_factory=lambda: Tokens(secrets.token_urlsafe()))
    """Tokens of the widget, which let visitors of other websites in."""
    exporting: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(2))
    """Drawing a huge table takes seconds; the threads that everything else shares stay free."""
    presence: Presence = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "presence", Presence(self.application.sessions.lapsed))  # the dataclass is frozen

    async def user(self, request: Request, any_key: bool = False) -> User:
        """Return the user who sends the request: the owner of its key, else the user of the web session, else, in local mode, the
        local user. Raises Unauthorized if there is none of these.

        The first call for a request also records the admission (see `presence`) and counts the request against the user's quota,
        except for reads without a key.

        `any_key`: in local mode, ignore a bearer token that is not one of our keys; OpenAI's clients always send one.
        """
        user, key = await self._asking(request, any_key)
        entry: Entry | None = request.scope.get(ENTRY)
        if entry is not None and entry.admission is None:
            if key is not None or request.method not in _READING:  # a page polls how far a file is
                self.application.assistant.quotas.take_request(user.id)
            key = key or request.scope.get(KEY)
            entry.admission = Admission(user.id, user.role, key, None if key else request.scope.get(SESSION))
        return user

    async def _asking(self, request: Request, any_key: bool) -> tuple[User, str | None]:
        """Return the user, and the id of the key if the request came with one."""
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        accounts = self.application.accounts
        if scheme.casefold() == "bearer" and secret.startswith("tw_"):
            found = await accounts.bearer(secret.strip())
            if found is None:
                raise Unauthorized("This key is unknown or revoked.")
            user, key, scope = found
            check(scope, needed(request))
            request.scope[SCOPE] = scope
            return user, key
        signed_in = await self.identify(request)
        if signed_in is not None:
            return signed_in, None
        if self.application.settings.server.auth == "local" and (any_key or not scheme):
            return await accounts.local_user(), None
        raise Unauthorized("Sign in, or send a key as `Authorization: Bearer KEY`.")


def _context(request: Request) -> Context:
    return cast(Context, request.app.state.context)


def _application(request: Request) -> Application:
    return _context(request).application


def _assistant(request: Request) -> Assistant:
    return _context(request).application.assistant


def _settings(request: Request) -> Settings:
    return _context(request).application.settings


async def _user(request: Request) -> User:
    user = await _context(request).user(request)
    check_address(request)
    return user


async def _caller(request: Request) -> User:
    return await _context(request).user(request, any_key=True)


PathId = Annotated[Identifier, Path(description="The id. A slash in it may be written %2F.")]
Asker = Annotated[User, Depends(_user)]
Caller = Annotated[User, Depends(_caller)]
"""The user, by the rules for OpenAI's clients, which always send some key."""
TheApplication = Annotated[Application, Depends(_application)]
TheContext = Annotated[Context, Depends(_context)]
TheAssistant = Annotated[Assistant, Depends(_assistant)]
TheSettings = Annotated[Settings, Depends(_settings)]


@asynccontextmanager
async def closing(events: AsyncIterator[Event]) -> AsyncIterator[AsyncIterator[Event]]:
    """Yield an event stream and close it at the end for certain; closing it early stops the work behind it."""
    try:
        yield events
    finally:
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()
