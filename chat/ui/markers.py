"""Markers of an answer as links that the page draws as chips, and a sign behind what its sources do not bear out.

By Markdown alone: `[1]` is a link as soon as something defines it, so definitions behind the text make chips of its markers, and
code, tables and what is copied stay as they were.
"""

from __future__ import annotations

import re

from chat.answering.citations import outside_code
from chat.answering.references import place
from chat.domain import KeptAnswer

_GROUP = re.compile(r"(?<!\\)\[\d{1,3}\](?!\()(?:[^\S\n]*(?<!\\)\[\d{1,3}\](?!\())*")
_NUMBER = re.compile(r"\d+")
_APART = "\u200a"
"""A hair space: without it Markdown reads `[1][2]` as one link, and `[1]:` as a definition."""
DOUBT = "Not found in the cited source"
_SIGN = "[?][in-doubt]"
_FENCE = re.compile(r"^(```|~~~)", re.MULTILINE)


def linked(text: str, kept: KeptAnswer | None) -> str:
    """The text with a chip for each marker whose source is known; as it is when nothing was kept of it."""
    if kept is None or not kept.references:
        return text
    known = {reference.marker: place(reference) for reference in kept.references}
    doubted = {claim.end for claim in kept.claims if not claim.supported}
    parts, start, signs = [], 0, False
    for group in outside_code(_GROUP, text):
        numbers = [int(number) for number in _NUMBER.findall(group.group())]
        if not all(number in known for number in numbers):
            continue
        sign = group.end() in doubted
        signs |= sign
        marks = _APART.join([f"[{number}]" for number in numbers] + [_SIGN] * sign)
        before = text[start : group.start()]
        if before.endswith(" "):  # a chip stays on the line of its sentence
            before = before[:-1] + "\u00a0"
        parts += [before, marks, _APART if text[group.end() : group.end() + 1] in ("[", "(", ":") else ""]
        start = group.end()
    shown = "".join(parts) + text[start:]
    return shown + _definitions(known, signs, open_code=len(_FENCE.findall(shown)) % 2 == 1)


def _definitions(known: dict[int, str], signs: bool, open_code: bool) -> str:
    lines = [f'[{marker}]: #source-{marker} "{_title(where)}"' for marker, where in known.items()]
    lines += [f'[in-doubt]: #in-doubt "{DOUBT}"'] * signs
    return ("\n```" if open_code else "") + "\n\n" + "\n".join(lines)


def _title(text: str) -> str:
    """Between quotation marks of a definition: one line, nothing that ends or bends it."""
    return re.sub(r'([\\"\[\]<>&`*_])', r"\\\1", " ".join(text.split()))
