"""The page itself: nothing on it comes from another machine, and our scripts are on it."""

from __future__ import annotations

import re

from chainlit import server

_FORMULAS = re.compile(r"https://cdn\.jsdelivr\.net/npm/katex@[\d.]+/dist/katex\.min\.css")
_OURS = re.compile(r'<script [^>]*src="[^"]*/public/threadwise\.js"[^>]*></script>')
_FOREIGN = re.compile(r'\s*<(?:link|meta)\b[^>]*"https?://[^>]*>')


def keep_page_local(sharing: bool) -> None:
    """Chainlit's page asks other hosts for fonts, which it does without, and for the look of formulas, which is ours to serve."""
    render = server.get_html_template

    def get_html_template(root_path: str) -> str:
        return local(str(render(root_path)), root_path.rstrip("/"), sharing)  # type: ignore[no-untyped-call] # Chainlit's

    server.get_html_template = get_html_template


def local(html: str, root_path: str = "", sharing: bool = False) -> str:
    """The page without links and previews that name another host; KaTeX's stylesheet is ours.

    Chainlit takes one script of ours; the second goes behind it, and knows whether conversations can be shared.
    """
    second = f'data-sharing="{"on" if sharing else "off"}" src'
    html = _OURS.sub(lambda ours: ours[0] + ours[0].replace("threadwise.js", "threads.js").replace("src", second, 1), html)
    return _FOREIGN.sub("", _FORMULAS.sub(f"{root_path}/public/katex/katex.min.css", html))
