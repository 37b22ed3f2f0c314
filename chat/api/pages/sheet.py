"""How these pages look: as that of figures does, with what lists and forms need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from chat.api.analytics.sheet import PARTS, SHEET

_SCRIPT = re.compile(r"<script>.*?</script>\n", re.DOTALL)
_MORE = """
form { display: inline; margin: 0; } h2 + p { margin-top: 2px; }
.items { display: block; list-style: none; margin: 0; padding: 0; font-size: 15px; color: inherit; }
.items > li { padding: 12px 2px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.items > li:first-child { border-top: 0; }
.about { display: block; color: var(--quiet); font-size: 13px; } s { color: var(--quiet); }
.acts { display: flex; flex-wrap: wrap; gap: 8px; align-items: start; margin-top: 6px; }
button, .button { font: inherit; font-size: 14px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px;
  background: none; color: inherit; cursor: pointer; text-decoration: none; display: inline-block; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--back); }
button:hover, .button:hover { border-color: var(--accent); }
button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input[type=text], input[type=search], textarea { font: inherit; color: inherit; background: var(--back); border:
  1px solid var(--line); border-radius: 8px; padding: 6px 10px; width: 100%; min-width: 0; }
.search { display: flex; gap: 8px; margin: 14px 0; } .search input { flex: 1; }
.acts details { margin: 0; flex: 1 1 100%; } .acts details[open] { padding: 4px 0; }
.acts summary { padding: 4px 0; font-size: 14px; }
.acts details form { display: grid; gap: 8px; justify-items: start; }
mark { background: color-mix(in srgb, var(--missing) 32%, transparent); color: inherit; border-radius: 3px; }
.told { padding: 8px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); margin: 0 0 12px; }
"""


def sheet(title: str, parts: Sequence[str], more: str = "", script: bool = True) -> str:
    """A whole page; without `script` it does not know which theme was chosen, and follows the system's."""
    page = SHEET.replace("<title>Analytics", f"<title>{escape(title)}").replace("</style>", f"{_MORE}{more}</style>")
    page = page if script else _SCRIPT.sub("", page)
    return page.replace(PARTS, "\n".join(filter(None, parts)))


def head(title: str, about: str, back: str = "/") -> str:
    """`about` is HTML."""
    return f'<header><a class="back" href="{escape(back)}">← Back to the chat</a><h1>{escape(title)}</h1><p>{about}</p></header>'
