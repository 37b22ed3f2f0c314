"""Tokens of web sessions: signed JWTs that contain a session's id. Whether the session is open is decided by its row."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta

import jwt
from chainlit.config import config
from chainlit.user import User

from chat.domain import utc_now

SESSION = "session"
"""Key of the Chainlit user's metadata that holds the session's id until the token is issued."""
_SHORT = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Token:
    """The claims of a valid token."""

    user: str
    session: str | None
    """Id of the session; `None` for a token made for one request or for the local user."""


def issue(user: User) -> str:
    """Issue a token for a user; replaces Chainlit's own function."""
    ends = timedelta(seconds=config.project.user_session_timeout)
    return _signed(user, ends, user.metadata.get(SESSION))


def brief(user: User) -> str:
    """Issue a short-lived token for one request, which is never sent to a browser."""
    return _signed(user, _SHORT, None)


def read(token: str, ended: bool = False) -> Token | None:
    """Return the claims of a token; `None` when it is invalid or, unless `ended` is set, expired."""
    try:
        claims = jwt.decode(token, _secret(), algorithms=["HS256"], options={"require": ["exp", "iat"], "verify_exp": not ended})
    except (jwt.InvalidTokenError, ValueError):  # ValueError: UnicodeError, for arbitrary text
        return None
    user, session = claims.get("identifier"), claims.get("jti")
    if not isinstance(user, str) or not (session is None or isinstance(session, str)):
        return None
    return Token(user, session)


def _signed(user: User, lasts: timedelta, session: str | None) -> str:
    now = utc_now()
    claims: dict[str, object] = {"identifier": user.identifier, "display_name": user.display_name, "metadata": {}}
    claims |= {"iat": now, "exp": now + lasts}
    return jwt.encode(claims | ({"jti": session} if session else {}), _secret(), algorithm="HS256")


def _secret() -> str:
    return os.environ["CHAINLIT_AUTH_SECRET"]
