"""The page itself: nothing on it comes from another machine."""

from __future__ import annotations

import re

from chainlit import server

_FORMULAS = re.compile(r"https://cdn\.jsdelivr\.net/npm/katex@[\d.]+/dist/katex\.min\.css")
_FOREIGN = re.compile(r'\s*<(?:link|meta)\b[^>]*"https?://[^>]*>')


def keep_page_local() -> None:
    """Chainlit's page asks other hosts for fonts, which it does without, and for the look of formulas, which is ours to serve."""
    render = server.get_html_template

    def get_html_template(root_path: str) -> str:
        return local(str(render(root_path)), root_path.rstrip("/"))  # type: ignore[no-untyped-call] # Chainlit's

    server.get_html_template = get_html_template


def local(html: str, root_path: str = "") -> str:
    """The page without links and previews that name another host; KaTeX's stylesheet is ours."""
    return _FOREIGN.sub("", _FORMULAS.sub(f"{root_path}/public/katex/katex.min.css", html))
