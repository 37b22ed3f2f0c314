"""Changes to Chainlit's HTML page: references to other hosts are removed and our scripts added."""

from __future__ import annotations

import re

from chainlit import server

from chat.domain import LONGEST_HALF_LIFE

_FORMULAS = re.compile(r"https://cdn\.jsdelivr\.net/npm/katex@[\d.]+/dist/katex\.min\.css")
_OURS = re.compile(r'<script [^>]*src="[^"]*/public/threadwise\.js"[^>]*></script>')
_SCRIPTS = (
    "element",
    "words",
    "places",
    "naming",
    "threadwise",
    "notices",
    "waiting",
    "session",
    "uploads",
    "threads",
    "deleting",
    "returning",
    "list",
    "composer",
    "choosing",
    "acting",
)  # loaded in this order
_FOREIGN = re.compile(r'\s*<(?:link|meta)\b[^>]*"https?://[^>]*>')


def keep_page_local(sharing: bool, longest: int) -> None:
    """Make Chainlit serve its page without references to other hosts: web fonts are omitted, and KaTeX's stylesheet is local.

    See `local` for the parameters.
    """
    render = server.get_html_template

    def get_html_template(root_path: str) -> str:
        return local(str(render(root_path)), root_path.rstrip("/"), sharing, longest)  # type: ignore[no-untyped-call] # Chainlit's

    server.get_html_template = get_html_template


def local(html: str, root_path: str, sharing: bool, longest: int) -> str:
    """Return the page without links to other hosts and with KaTeX's stylesheet served here.

    Chainlit's configuration allows only one custom script; the others are added next to it. The script for conversations is told
    whether they can be shared (`sharing`), that of the message box how many characters a message may have (`longest`), that of
    the settings how many days a half-life may have.
    """
    told = {
        "threads.js": f'data-sharing="{"on" if sharing else "off"}" src',
        "composer.js": f'data-longest="{longest}" src',
        "choosing.js": f'data-longest="{LONGEST_HALF_LIFE}" src',
    }
    sources = {f"{name}.js": "src" for name in _SCRIPTS} | told

    def all_of_them(one: re.Match[str]) -> str:
        return "".join(one[0].replace("threadwise.js", name).replace("src", source, 1) for name, source in sources.items())

    html = _OURS.sub(all_of_them, html)
    return _FOREIGN.sub("", _FORMULAS.sub(f"{root_path}/public/katex/katex.min.css", html))
