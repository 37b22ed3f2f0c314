"""Tokens of web sessions: a signed word that names a session. Whether that is open, its row says."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta

import jwt
from chainlit.config import config
from chainlit.user import User

from chat.domain import utc_now

SESSION = "session"
"""Of a user's metadata, on the way to the token: the session that it is for."""
_SHORT = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Token:
    """What one says."""

    user: str
    session: str | None
    """`None`: made for one request, or for the local user."""


def issue(user: User) -> str:
    """In place of Chainlit's own."""
    ends = timedelta(seconds=config.project.user_session_timeout)
    return _signed(user, ends, user.metadata.get(SESSION))


def brief(user: User) -> str:
    """For one request, never sent to a browser."""
    return _signed(user, _SHORT, None)


def read(token: str, ended: bool = False) -> Token | None:
    """`None` for one that is not ours, or has ended, unless it may have."""
    try:
        claims = jwt.decode(token, _secret(), algorithms=["HS256"], options={"require": ["exp", "iat"], "verify_exp": not ended})
    except (jwt.InvalidTokenError, ValueError):  # UnicodeError is one, of a token that is no token at all
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
