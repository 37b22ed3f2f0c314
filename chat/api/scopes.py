"""What a key may be used for: all that its user may, asking, reading, or letting visitors of a site in."""

from __future__ import annotations

from starlette.requests import Request

from chat.errors import Forbidden
from chat.threads.accounts import KeyScope

SCOPE = "threadwise.key_scope"
"""Where a request's scope holds that of the key it came with."""
_OPENS: dict[KeyScope, frozenset[KeyScope]] = {
    "all": frozenset({"all", "ask", "read", "widget"}),
    "ask": frozenset({"ask", "read"}),
    "read": frozenset({"read"}),
    "widget": frozenset({"widget"}),
}
_NEEDS: dict[str, KeyScope] = {
    **dict.fromkeys(("search", "mcp"), "read"),  # of the protocol's tools each says what it needs
    **dict.fromkeys(("ask", "ask_stream", "complete", "create_thread", "add_messages"), "ask"),
    **dict.fromkeys(("create_widget_token", "erase_visitor", "list_sites"), "widget"),
}
"""By the function that answers, beside reading, which whatever only looks needs, and all, which the rest does."""
_DOES: dict[KeyScope, str] = {
    "ask": "search, read and ask",
    "read": "search and read",
    "widget": "let visitors of a site in",
}


def needed(request: Request) -> KeyScope:
    name = getattr(request.scope.get("endpoint"), "__name__", "")
    return _NEEDS.get(name, "read" if request.method in ("GET", "HEAD") else "all")


def check(scope: KeyScope, wanted: KeyScope) -> None:
    """Raises Forbidden when the key was not made for that."""
    if wanted not in _OPENS[scope]:
        raise Forbidden(f"This key may only {_DOES[scope]}; make another with `threadwise key create`.")
