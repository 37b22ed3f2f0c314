"""An answer's text as the page's Markdown: markers as links that are drawn as chips, a sign behind what its sources do not bear
out, and formulas.

`[1]` is a link as soon as something defines it, so definitions before the text make chips of its markers from the first word on,
and code, tables and what is stored stay as they were.
"""

from __future__ import annotations

import re

from chat.answering.markers import numbers, outside_code, without_half
from chat.answering.references import place
from chat.domain import KeptAnswer
from chat.ui import foreign, formulas
from chat.ui.formulas import Change

_GROUP = re.compile(r"(?<!\\)\[\d{1,3}\](?!\()(?:[^\S\n]*(?<!\\)\[\d{1,3}\](?!\())*")
_APART = "\u200a"
"""A hair space: without it Markdown reads `[1][2]` as one link, and `[1]:` as a definition."""
_SPACES = " \t"
DOUBT = "Not found in the cited source"
_SIGN = "[?][in-doubt]"


def drawn(text: str, kept: KeptAnswer | None) -> str:
    """The text with a chip for each marker whose source is known; with plain markers when nothing was kept of it."""
    changes = formulas.changes(text)
    changes = sorted(changes + [each for each in foreign.changes(text) if not _within(each.start, changes)])
    if kept is None or not kept.references:
        return _changed(text, changes)
    known = {reference.marker: place(reference) for reference in kept.references}
    doubted = {claim.end for claim in kept.claims if not claim.supported}
    signs = False
    for group in outside_code(_GROUP, text):
        cited = numbers(group.group())
        start, end = group.span()
        if not all(number in known for number in cited) or _within(start, changes):
            continue
        sign = end in doubted
        signs |= sign
        marks = _APART.join([f"[{number}]" for number in cited] + [_SIGN] * sign)
        marks += _APART if text[end : end + 1] in ("[", "(", ":") else ""
        if text[start - 1 : start] == " ":  # a chip stays on the line of its sentence
            start, marks = start - 1, f"\u00a0{marks}"
        changes.append(Change(start, end, marks))
    return _definitions(known, signs) + _changed(text, sorted(changes))


def drawn_so_far(text: str, kept: KeptAnswer | None) -> str:
    """The same of an answer that is still being written, up to a formula or marker whose end is to come: nothing is drawn that
    the next word would change."""
    return drawn(without_half(text[: formulas.unfinished(text)].rstrip(_SPACES)), kept)


def _within(at: int, changes: list[Change]) -> bool:
    return any(each.start <= at < each.end for each in changes)


def _changed(text: str, changes: list[Change]) -> str:
    parts, at = [], 0
    for change in changes:
        parts += [text[at : change.start], change.drawn]
        at = change.end
    return "".join(parts) + text[at:]


def _definitions(known: dict[int, str], signs: bool) -> str:
    lines = [f'[{marker}]: #source-{marker} "{_title(where)}"' for marker, where in known.items()]
    lines += [f'[in-doubt]: #in-doubt "{DOUBT}"'] * signs
    return "\n".join(lines) + "\n\n"


def _title(text: str) -> str:
    """Between quotation marks of a definition: one line, nothing that ends or bends it."""
    return re.sub(r'([\\"\[\]<>&`*_$])', r"\\\1", " ".join(text.split()))
