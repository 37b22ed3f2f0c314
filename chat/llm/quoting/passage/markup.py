"""Removes markup that is not worth quoting from a passage, and fences the code blocks of reStructuredText."""

from __future__ import annotations

import re
from textwrap import dedent

from chat.text.fences import fenced
from chat.text.markdown import without_html

_QUOTATION = re.compile(r"^[^\S\n]{0,3}>(?!>)[^\S\n]?", re.MULTILINE)
_WITHIN_THE_PAGE = re.compile(r"^[^\S\n]*(?:[-*+]|\d{1,3}[.)])[^\S\n]+\[[^\]\n]*\]\(#[^)\n]*\)[^\S\n]*$", re.MULTILINE)
"""An item of a table of contents."""
_LITERAL = re.compile(
    r"^(?P<indent>[^\S\n]*)(?:\.\. (?:code|code-block|sourcecode)::[^\S\n]*(?P<language>\w*)|(?P<lead>[^\n]*\S)?::)[^\S\n]*\n"
    r"(?:[^\S\n]*\n)+(?P<code>(?:(?P=indent)[^\S\n]+[^\n]*(?:\n|\Z)|[^\S\n]*\n)+)",
    re.MULTILINE,
)
"""A "literal block" of the reStructuredText specification: indented text behind a paragraph that ends in two colons, or behind
the directive for code."""


def without_markup(text: str) -> str:
    """Return the text without HTML tags and comments, block quote markers and links to other parts of the same page, except in
    fenced code; literal blocks of reStructuredText are fenced as in Markdown."""
    kept, start = list[str](), 0
    for block in fenced(text):
        kept += [_plain(text[start : block.start]), text[block.start : block.end]]
        start = block.end
    return "".join((*kept, _plain(text[start:])))


def _plain(text: str) -> str:
    text = without_html(text)
    if "](#" in text:
        text = _WITHIN_THE_PAGE.sub("", text)
    if ">" in text:
        text = _QUOTATION.sub("", text)
    return _LITERAL.sub(_fenced, text) if "::" in text else text


def _fenced(match: re.Match[str]) -> str:
    lead = f"{match['indent']}{match['lead']}:\n\n" if match["lead"] else ""
    return f"{lead}```{match['language'] or ''}\n{dedent(match['code']).strip()}\n```\n\n"
