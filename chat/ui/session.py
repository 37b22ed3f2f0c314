"""What a page's session remembers while the page is open."""

from __future__ import annotations

from typing import Any

import chainlit as cl


def got(key: str) -> Any:  # Any: whatever was put there
    return cl.user_session.get(key)  # type: ignore[no-untyped-call] # Chainlit's


def put(key: str, value: object) -> None:
    cl.user_session.set(key, value)  # type: ignore[no-untyped-call] # Chainlit's
