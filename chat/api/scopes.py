"""Scopes of keys: all that the user may do, asking and reading, reading only, or letting in visitors of a site."""

from __future__ import annotations

from starlette.requests import Request

from chat.errors import Forbidden
from chat.threads.people.accounts import KeyScope

SCOPE = "threadwise.key_scope"
"""Where the ASGI scope of a request holds the scope of its key."""
_OPENS: dict[KeyScope, frozenset[KeyScope]] = {
    "all": frozenset({"all", "ask", "read", "widget"}),
    "ask": frozenset({"ask", "read"}),
    "read": frozenset({"read"}),
    "widget": frozenset({"widget"}),
}
_NEEDS: dict[str, KeyScope] = {
    **dict.fromkeys(("search", "mcp"), "read"),  # each MCP tool states what it needs
    **dict.fromkeys(("ask", "ask_stream", "complete", "create_thread", "add_messages"), "ask"),
    **dict.fromkeys(("create_widget_token", "erase_visitor", "list_sites"), "widget"),
}
"""Scope that an endpoint needs, by its function's name. Of the others, GET and HEAD need `read`, the rest `all`."""
_DOES: dict[KeyScope, str] = {
    "ask": "search, read and ask",
    "read": "search and read",
    "widget": "let visitors of a site in",
}


def needed(request: Request) -> KeyScope:
    name = getattr(request.scope.get("endpoint"), "__name__", "")
    return _NEEDS.get(name, "read" if request.method in ("GET", "HEAD") else "all")


def check(scope: KeyScope, wanted: KeyScope) -> None:
    """Raise Forbidden unless a key of this scope may do what is wanted."""
    if wanted not in _OPENS[scope]:
        raise Forbidden(f"This key may only {_DOES[scope]}; make another with `threadwise key create`.")
