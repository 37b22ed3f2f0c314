"""The part of a document that the side panel shows around a passage, and Markdown of it that the page can render."""

from __future__ import annotations

import re
from collections.abc import Callable

from chat.answering.citing.markers import code_of, outside_code
from chat.domain import Span
from chat.text.code_fences import fenced, without_fences
from chat.text.markdown import FRONT_MATTER, without_html
from chat.text.ranges import changed_outside, covering
from chat.ui import foreign
from chat.ui.changes import Change, changed

_AROUND_CHARACTERS = 1_500
_LONGEST_BLOCK = 20_000
"""Most characters of a code block that is shown whole though only a part of it is within reach."""
_GAPS = ("\n\n", "\n")
_IMAGE = re.compile(r"(?<!\\)!\[(?P<text>[^\]\[]*)\](?:\([^()]*\)|\[[^\]\[]*\])")
_LINK = re.compile(r"(?<!\\)\[(?P<text>[^\]\[]*)\]\(\s*(?P<target>[^()\s]*)[^()]*\)")
_ELSEWHERE = re.compile(r"https?://|mailto:", re.IGNORECASE)
_INDENTED_TAG = re.compile(r"^[^\S\n]+(?=</?[a-zA-Z!])", re.MULTILINE)
"""White space that would turn what a tag contained into a code block once the tag is removed."""
_ITEM = re.compile(r"^[^\S\n]*(?:>[^\S\n]*)*(?:\d{1,9}[.)]|[-*+])[^\S\n]+(?:\[[ xX]\][^\S\n]+)?", re.MULTILINE)
"""What introduces an item of a list; the page draws numbers and boxes by itself."""

Replace = Callable[[re.Match[str]], str]


def around(text: str, start: int, end: int) -> Span:
    """Return what is shown around a passage: about 1,500 characters before and after it, and on to the next blank line."""
    first = _opening(text, max(0, start - _AROUND_CHARACTERS))
    last = _closing(text, min(len(text), end + _AROUND_CHARACTERS))
    blocks = [block for block in fenced(text) if block.end - block.start <= _LONGEST_BLOCK]
    opened, closed = covering(first, blocks), covering(last, blocks)
    return Span(opened.start if opened else first, closed.end if closed else last)


def drawn(text: str) -> str:
    """Return Markdown that the page renders as its author meant it, without anything from other hosts.

    Front matter is shown as code, HTML is removed, an image is its description, and a link to another file is its text, since
    the page has no such file.
    """
    text = FRONT_MATTER.sub(r"```yaml\n\1```\n\n", text)
    text = _replaced(_INDENTED_TAG, lambda _: "", text)
    text = _without_html(text)
    text = _replaced(_LINK, _only_elsewhere, _replaced(_IMAGE, _text, text))
    return changed(text, sorted(foreign.changes(text)))


def words(text: str) -> str:
    """Return the words of a part of the document as they can be found in what is drawn of it."""
    text = _replaced(_LINK, _text, _replaced(_IMAGE, _text, _without_html(text)))
    return without_fences(_replaced(_ITEM, lambda _: "", text))


def _opening(text: str, at: int) -> int:
    """Return the start of the paragraph around a position, or of its line, if it is near."""
    for gap in _GAPS:
        before = text.rfind(gap, max(0, at - _AROUND_CHARACTERS), at) if at else -1
        if before >= 0:
            return before + len(gap)
    return at


def _closing(text: str, at: int) -> int:
    """Return the end of the paragraph around a position, or of its line, if it is near."""
    ends = (text.find(gap, at, at + _AROUND_CHARACTERS) for gap in _GAPS)
    return next((end for end in ends if end >= 0), at)


def _only_elsewhere(link: re.Match[str]) -> str:
    return link[0] if _ELSEWHERE.match(link["target"]) else link["text"]


def _text(match: re.Match[str]) -> str:
    return match["text"]


def _replaced(pattern: re.Pattern[str], replace: Replace, text: str) -> str:
    """Return the text with the pattern replaced outside of code."""
    return changed(text, [Change(*match.span(), replace(match)) for match in outside_code(pattern, text)])


def _without_html(text: str) -> str:
    return changed_outside(code_of(text), without_html, text)
