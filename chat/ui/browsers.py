"""Readable names of browsers and operating systems, from their user agent strings."""

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
"""Name of the browser of the current request, which Chainlit does not pass to its callbacks."""


def browser(agent: str) -> str:
    """Return a readable name for a user agent string, of which nothing else is stored."""
    name = next((name for sign, name in _BROWSERS if sign in agent), None)
    system = next((name for sign, name in _SYSTEMS if sign in agent), None)
    return f"{name} on {system}" if name and system else name or "A program"
