"""Browsers by names that people know."""

from __future__ import annotations

from contextvars import ContextVar

_BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
BROWSER: ContextVar[str] = ContextVar("browser", default="A program")
"""Of the request that is being served: Chainlit tells its callbacks nothing of it."""


def browser(agent: str) -> str:
    """A name for people out of what a browser says about itself; nothing else of it is kept."""
    name = next((name for sign, name in _BROWSERS if sign in agent), None)
    system = next((name for sign, name in _SYSTEMS if sign in agent), None)
    return f"{name} on {system}" if name and system else name or "A program"
