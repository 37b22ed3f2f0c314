"""What mkdocs does not do by itself: draw diagrams without asking another machine, and unlink source files."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import relpath
from typing import Any

_MERMAID = "assets/mermaid.tiny.js"
_LINK = re.compile(r"\[([^]]+)]\((\.\./[^)#]+)[^)]*\)")


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # Any: mkdocs types its hooks loosely
    """Links to what is no page of the site lose their link."""
    docs = Path(config["docs_dir"]).resolve()
    here = docs / page.file.src_uri

    def unlinked(link: re.Match[str]) -> str:
        return link[0] if (here.parent / link[2]).resolve().is_relative_to(docs) else link[1]

    return _LINK.sub(unlinked, markdown)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:  # Any: mkdocs types its hooks loosely
    """Where the theme finds Mermaid in the page it does not fetch it."""
    if 'class="mermaid"' not in html:
        return html
    return f'{html}\n<script src="{relpath(_MERMAID, page.url or ".")}"></script>'
