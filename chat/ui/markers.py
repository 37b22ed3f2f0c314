"""Converts an answer's text to the page's Markdown, with chips for citations, marks on unsupported claims, and formulas.

`[1]` is a link as soon as there is a definition for it, so definitions placed before the text turn markers into links, which the
page renders as chips, from the first word on. Code, tables and the stored text are not changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.answering.citing.markers import code_of, numbers, open_fence, outside_code, without_half
from chat.answering.citing.references import place
from chat.domain import KeptAnswer, Span
from chat.text.code_fences import is_inside
from chat.text.ranges import covering
from chat.ui import foreign, formulas
from chat.ui.changes import Change, changed

_GROUP = re.compile(r"(?<!\\)\[\d{1,3}\](?!\()(?:[^\S\n]*(?<!\\)\[\d{1,3}\](?!\())*")
_APART = "\u200a"
"""A hair space, without which Markdown parses `[1][2]` as one link and `[1]:` as a definition."""
_SPACES = " \t"
DOUBT = "Not found in the cited source"
_SIGN = "[?][in-doubt]"
_SHORT = 2_000
"""Characters that are drawn anew with every word."""
_GROWN = 50
"""What is longer is drawn anew when a fiftieth was added to it: a line of 20,000 characters would cost seconds, word by word."""


def drawn(text: str, kept: KeptAnswer | None) -> str:
    """Return the text with a chip for each marker whose source is known; without a record of the answer, markers stay plain."""
    body, signs = _body(text, kept)
    return _definitions(kept, signs) + body


class Writing:
    """Renders an answer that is still being written as `drawn` does, up to an incomplete formula or marker.

    Nothing is rendered that the next word could change. Complete lines are rendered once: rendering all text again with every
    word took a minute for an answer of 20,000 characters.
    """

    def __init__(self, kept: KeptAnswer | None) -> None:
        self._kept = kept
        self._settled = _definitions(kept, signs=False)
        """The Markdown rendered so far that will not change."""
        self._fence = ""
        """The opening line of the code block in which `_settled` ends, if it ends in one."""
        self._rest = ""
        self._drawn = self._settled
        self._next = 0
        """How long the rest is when it is drawn the next time."""

    def write(self, piece: str) -> None:
        self._rest += piece
        if len(self._rest) < self._next:
            return
        text = self._fence + self._rest
        end, fence = _settled(text)
        if end > len(self._fence):
            self._settled += self._body(text[:end])
            self._fence, self._rest = fence, text[end:]
            text = self._fence + self._rest
        self._drawn = self._settled + self._body(without_half(text[: formulas.unfinished(text)].rstrip(_SPACES)))
        self._next = len(self._rest) + len(self._rest) // _GROWN if len(self._rest) > _SHORT else 0

    def drawn(self) -> str:
        """Return the Markdown of everything written so far, except for the end of a very long line."""
        return self._drawn

    def _body(self, text: str) -> str:
        """Render text that starts with the opening line of the current code block, and return it without that line."""
        return _body(text, self._kept)[0][len(self._fence) :]


def _settled(text: str) -> tuple[int, str]:
    """Return the end of the last line that later text cannot change, or 0, and the opening line of the code block it is in.

    A line is not settled while a formula or inline code that began before its end is incomplete.
    """
    end, code, fence = text.rfind("\n") + 1, code_of(text), open_fence(text)
    before = text[: end if fence is None else fence]
    if "`" in _apart(before, code) or is_inside(len(before), code):
        return 0, ""
    if formulas.unfinished(before) < len(before):
        return 0, ""
    return end, "" if fence is None else text[fence : text.index("\n", fence) + 1]


def _apart(text: str, code: Sequence[Span]) -> str:
    """Return the text without its code."""
    parts, at = [], 0
    for each in code:
        parts.append(text[at : each.start])
        at = each.end
    return "".join(parts) + text[at:]


def _body(text: str, kept: KeptAnswer | None) -> tuple[str, bool]:
    """Return the text as Markdown without link definitions, and whether it marks an unsupported claim."""
    changes = formulas.changes(text)
    changes = sorted(changes + [each for each in foreign.changes(text) if covering(each.start, changes) is None])
    if kept is None or not kept.references:
        return changed(text, changes), False
    known = _known(kept)
    doubted = {claim.end for claim in kept.claims if not claim.supported}
    chips, signs = list[Change](), False
    for group in outside_code(_GROUP, text):
        cited = numbers(group.group())
        start, end = group.span()
        if not all(number in known for number in cited) or covering(start, changes) is not None:
            continue
        sign = end in doubted
        signs |= sign
        marks = _APART.join([f"[{number}]" for number in cited] + [_SIGN] * sign)
        marks += _APART if text[end : end + 1] in ("[", "(", ":") else ""
        if text[start - 1 : start] == " ":  # keeps a chip on the line of its sentence
            start, marks = start - 1, f"\u00a0{marks}"
        chips.append(Change(start, end, marks))
    return changed(text, sorted(changes + chips)), signs


def _known(kept: KeptAnswer) -> dict[int, str]:
    return {reference.marker: place(reference) for reference in kept.references}


def _definitions(kept: KeptAnswer | None, signs: bool) -> str:
    if kept is None or not kept.references:
        return ""
    lines = [f'[{marker}]: #source-{marker} "{_title(where)}"' for marker, where in _known(kept).items()]
    lines += [f'[in-doubt]: #in-doubt "{DOUBT}"'] * signs
    return "\n".join(lines) + "\n\n"


def _title(text: str) -> str:
    """Escape text for the quoted title of a link definition, on one line."""
    return re.sub(r'([\\"\[\]<>&`*_$])', r"\\\1", " ".join(text.split()))
