"""The page itself: nothing on it comes from another machine."""

from __future__ import annotations

import re

from chainlit import server

_FOREIGN = re.compile(r'\s*<(?:link|meta)\b[^>]*"https?://[^>]*>')


def keep_page_local() -> None:
    """Chainlit's page asks other hosts for fonts and a stylesheet for formulas; without them it works the same."""
    render = server.get_html_template

    def get_html_template(root_path: str) -> str:
        return local(str(render(root_path)))  # type: ignore[no-untyped-call] # Chainlit's

    server.get_html_template = get_html_template


def local(html: str) -> str:
    """The page without links and previews that name another host."""
    return _FOREIGN.sub("", html)
