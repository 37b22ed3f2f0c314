"""How the pages of people look: as that of figures, with forms."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from chat.api.analytics.sheet import PARTS, SHEET

_FORMS = """<style>
form { display: inline; margin: 0; } .said { border-left: 4px solid var(--accent); padding: 10px 14px; background: var(--card); }
.said.wrong { border-color: var(--failed); }
button, input, select { font: inherit; font-size: 14px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--back); color: var(--text); } button { cursor: pointer; color: var(--accent); }
button.harm { color: var(--failed); } button:focus-visible, input:focus-visible, select:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 2px; }
form.tall { display: grid; gap: 10px; max-width: 420px; } form.tall button { justify-self: start; }
form.tall label { display: grid; gap: 3px; font-size: 14px; color: var(--quiet); }
article { border-top: 1px solid var(--line); padding: 12px 0; }
article h3 { margin: 0 0 2px; font-size: 15px; overflow-wrap: anywhere; }
article small { color: var(--quiet); font-weight: 400; margin-left: 6px; } article p { color: var(--quiet); font-size: 14px; }
article > div { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; } article details { margin: 0; }
article summary { padding: 4px 6px; color: var(--failed); font-size: 14px; } td { vertical-align: middle; }
.here { color: var(--quiet); }
@media (max-width: 600px) { thead { display: none; } tr { display: block; border-top: 1px solid var(--line); padding: 8px 0; }
  tbody th, td { display: block; border: 0; padding: 2px 0; white-space: normal; overflow-wrap: anywhere; }
  td:not([data-is=""])::before { content: attr(data-is) ": "; color: var(--quiet); } }
</style>"""


def sheet(title: str, parts: Sequence[str]) -> str:
    """A whole page."""
    named = SHEET.replace("<title>Analytics -", f"<title>{escape(title)} -").replace("</head>", f"{_FORMS}</head>")
    return named.replace(PARTS, "\n".join(filter(None, parts)))


def head(title: str, about: str, links: Sequence[tuple[str, str]]) -> str:
    """The title, what is shown, and where else to go."""
    listed = "".join(f'<a href="{address}">{escape(name)}</a>' for name, address in links)
    nav = f'<nav aria-label="Other pages"><span class="choices">{listed}</span></nav>' if links else ""
    return f'<header><a class="back" href="/">← Back to the chat</a><h1>{escape(title)}</h1><p>{escape(about)}</p>{nav}</header>'


def told(sentence: str, wrong: bool = False) -> str:
    """What came of the last press of a button."""
    return (
        f'<p class="said{" wrong" if wrong else ""}" role="{"alert" if wrong else "status"}">{escape(sentence)}</p>'
        if sentence
        else ""
    )


def button(page: str, do: str, name: str, harm: bool = False, **fields: str) -> str:
    """One press, without a script."""
    hidden = "".join(f'<input type="hidden" name="{escape(key)}" value="{escape(value)}">' for key, value in fields.items())
    look = ' class="harm"' if harm else ""
    return (
        f'<form method="post" action="{page}"><input type="hidden" name="do" value="{do}">{hidden}'
        f"<button{look}>{escape(name)}</button></form>"
    )


def table(
    name: str, about: str, columns: Sequence[str], rows: Sequence[Sequence[str]], none: str = "There is nothing here."
) -> str:
    """Of cells in HTML, the first of each row its name. On a narrow screen each row is a block."""
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


def size(count: int) -> str:
    """Bytes as people say them."""
    steps = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))
    return next((f"{count / step:.3g} {unit}" for step, unit in steps if count >= step), f"{count} B")
