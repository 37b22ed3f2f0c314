"""Tokens that admit one visitor of one site for some minutes, signed with a secret that never leaves the server."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import jwt

from chat.domain import utc_now
from chat.errors import Unauthorized

MOST_MINUTES = 15
_AUDIENCE = "threadwise-widget"
_CLAIMS = ["aud", "exp", "sub", "origin", "key"]


@dataclass(frozen=True, slots=True)
class Pass:
    """The content of a token."""

    user: str
    """Id of the visitor's user."""
    origin: str
    key: str
    """Id of the key that it was made with; empty for the server's demo page."""
    ends: datetime


class Tokens:
    def __init__(self, secret: str, clock: Callable[[], datetime] = utc_now) -> None:
        """Derive the key from the secret. That may be the secret of the web sessions: a token is still not valid as a session."""
        self._secret = hmac.new(secret.encode(), _AUDIENCE.encode(), hashlib.sha256).hexdigest()
        self.now = clock

    def issue(self, user: str, origin: str, key: str, minutes: int = MOST_MINUTES) -> tuple[str, datetime]:
        """Return a new token, and when it expires."""
        ends = self.now() + timedelta(minutes=min(minutes, MOST_MINUTES))
        claims = {"aud": _AUDIENCE, "exp": ends, "sub": user, "origin": origin, "key": key}
        return jwt.encode(claims, self._secret, algorithm="HS256"), ends

    def read(self, token: str) -> Pass:
        """Return the content of a token; raises Unauthorized if it is not ours or has expired."""
        try:
            options = {"require": _CLAIMS, "verify_exp": False}  # by our own clock
            claims = jwt.decode(token, self._secret, algorithms=["HS256"], audience=_AUDIENCE, options=options)  # type: ignore[arg-type] # as documented
            user, origin, key = (_word(claims[name]) for name in ("sub", "origin", "key"))
            read = Pass(user, origin, key, datetime.fromtimestamp(claims["exp"], UTC))
        except (jwt.InvalidTokenError, ValueError, TypeError, OverflowError) as error:
            raise Unauthorized("This is not a token of the widget.") from error
        if read.ends <= self.now():
            raise Unauthorized("This token has expired; ask the site for a new one.")
        return read


def _word(claim: object) -> str:
    """Return a claim; raises TypeError if it is not a text, ValueError for lone surrogates, which databases refuse."""
    if not isinstance(claim, str):
        raise TypeError(claim)
    claim.encode()
    return claim
