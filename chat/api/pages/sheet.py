"""Template of these pages: that of the analytics page, with styles for lists, tables and forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from chat.api.analytics.sheet import PARTS, SHEET

_SCRIPT = re.compile(r"<script>.*?</script>\n", re.DOTALL)
_MORE = """
h1, header p { overflow-wrap: anywhere; } form { display: inline; margin: 0; } h2 + p { margin-top: 2px; }
.items { display: block; list-style: none; margin: 0; padding: 0; font-size: 15px; color: inherit; }
.items > li { padding: 12px 2px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.items > li:first-child { border-top: 0; }
.about { display: block; color: var(--quiet); font-size: 13px; } s { color: var(--quiet); } .here { color: var(--quiet); }
.acts { display: flex; flex-wrap: wrap; gap: 8px; align-items: start; margin-top: 6px; }
button, input, select, textarea { font: inherit; font-size: 14px; color: inherit; background: var(--back); min-width: 0;
  border: 1px solid var(--line); border-radius: 8px; padding: 5px 12px; }
button { background: none; cursor: pointer; } button:hover { border-color: var(--accent); } button.harm { color: var(--failed); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--back); }
button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; }
input[type=text], input[type=search], textarea { font-size: inherit; width: 100%; }
form.tall { display: grid; gap: 10px; max-width: 420px; } form.tall button { justify-self: start; }
form.tall label { display: grid; gap: 3px; font-size: 14px; color: var(--quiet); }
.search { display: flex; gap: 8px; margin: 14px 0; } .search input { flex: 1; }
.acts details { margin: 0; flex: 1 1 100%; } .acts details[open] { padding: 4px 0; }
.acts summary { padding: 4px 0; font-size: 14px; } summary.harm { color: var(--failed); }
.acts details form { display: grid; gap: 8px; justify-items: start; }
mark { background: color-mix(in srgb, var(--missing) 32%, transparent); color: var(--text); border-radius: 3px; }
.told { padding: 8px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); margin: 0 0 12px; }
.told[role] { border-left: 4px solid var(--accent); } .told[role=alert] { border-left-color: var(--failed); }
.person { border-top: 1px solid var(--line); padding: 12px 0; }
.person h3 { margin: 0 0 2px; font-size: 15px; overflow-wrap: anywhere; }
.person small { color: var(--quiet); font-weight: 400; margin-left: 6px; } .person p { color: var(--quiet); font-size: 14px; }
.person .acts details { flex: none; }
.wide th, .wide td { vertical-align: middle; }
@media (max-width: 600px) { .wide thead { display: none; }
  .wide tr { display: block; border-top: 1px solid var(--line); padding: 8px 0; }
  .wide th, .wide td { display: block; border: 0; padding: 2px 0; white-space: normal; overflow-wrap: anywhere; }
  .wide td:not([data-is=""])::before { content: attr(data-is) ": "; color: var(--quiet); } }
"""


def sheet(title: str, parts: Sequence[str], more: str = "", script: bool = True) -> str:
    """Return a whole page; without `script` it follows the system's light or dark theme instead of the one chosen in the chat."""
    page = SHEET.replace("<title>Analytics", f"<title>{escape(title)}").replace("</style>", f"{_MORE}{more}</style>")
    page = page if script else _SCRIPT.sub("", page)
    return page.replace(PARTS, "\n".join(filter(None, parts)))


def head(title: str, about: str, back: str = "/", links: Sequence[tuple[str, str]] = ()) -> str:
    """Return the header of a page: its title, what it shows (`about`, HTML), and links to other pages (names and addresses)."""
    listed = "".join(f'<a href="{address}">{escape(name)}</a>' for name, address in links)
    nav = f'<nav aria-label="Other pages"><span class="choices">{listed}</span></nav>' if links else ""
    link = f'<a class="back" href="{escape(back)}">← Back to the chat</a>'
    return f"<header>{link}<h1>{escape(title)}</h1><p>{about}</p>{nav}</header>"


def told(sentence: str, wrong: bool = False) -> str:
    """Return the message on what the last form did, as HTML; nothing for an empty sentence."""
    return f'<p class="told" role="{"alert" if wrong else "status"}">{escape(sentence)}</p>' if sentence else ""


def moment(at: datetime) -> str:
    """Write a time, in UTC, as on all pages: `3 May 2026, 14:05`."""
    at = at.astimezone(UTC)
    return f"{at.day} {at:%B %Y, %H:%M}"


def size(count: int) -> str:
    """Format a number of bytes, as `1.2 MB`."""
    steps = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))
    return next((f"{count / step:.3g} {unit}" for step, unit in steps if count >= step), f"{count} B")


def hidden(**fields: str) -> str:
    """Return the hidden fields of a form."""
    return "".join(f'<input type="hidden" name="{escape(key)}" value="{escape(value)}">' for key, value in fields.items())


def button(page: str, do: str, name: str, harm: bool = False, **fields: str) -> str:
    """Return a form that consists of one button and needs no script."""
    look = ' class="harm"' if harm else ""
    return f'<form method="post" action="{page}">{hidden(**fields, do=do)}<button{look}>{escape(name)}</button></form>'


def table(
    name: str, about: str, columns: Sequence[str], rows: Sequence[Sequence[str]], none: str = "There is nothing here."
) -> str:
    """Return a section with a table. Cells are HTML, the first of each row its header. On a narrow screen each row is a block."""
    if not rows:
        return f'<section><h2>{escape(name)}</h2><p>{escape(about)}</p><p class="none">{escape(none)}</p></section>'
    listed = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>'
        + "".join(f'<td data-is="{escape(column)}">{cell}</td>' for column, cell in zip(columns[1:], row[1:], strict=True))
        + "</tr>"
        for row in rows
    )
    return (
        f'<section><h2>{escape(name)}</h2><p>{escape(about)}</p><div class="wide" tabindex="0" role="region" '
        f'aria-label="{escape(name)}"><table><thead><tr>{listed}</tr></thead><tbody>{body}</tbody></table></div></section>'
    )
