"""Markdown in an answer that the page would not render as intended.

Images on other hosts, which the page may not fetch, become links. HTML, and words after a colon, which the page would take for
Markdown directives and omit, are escaped as text.
"""

from __future__ import annotations

import re

from chat.answering.citing.markers import outside_code
from chat.ui.changes import Change

_IMAGE = re.compile(r"(?<!\\)!\[(?P<nameless>\s*(?=\]))?")
_AUTOLINK = r"[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>]*>|[^\s<>@]+@[^\s<>@]+>"
_TAG = re.compile(rf"(?<!\\)<(?=[a-zA-Z/!?])(?!{_AUTOLINK})")
_DIRECTIVE = re.compile(
    rf"(?P<link><(?:{_AUTOLINK}))|(?<![:\\]):(?=[^\W\d_])|^[^\S\n]*(?P<row>::+)(?=[^\S\n]*[^\W\d_])", re.MULTILINE
)
_COLON = "&#58;"
_LESS_THAN = "&lt;"
"""Replaces the opening bracket of a tag; within HTML, the page would not parse Markdown such as citation markers."""


def changes(text: str) -> list[Change]:
    """Return the replacements for a Markdown text outside of its code."""
    images = [Change(*match.span(), "[" if match["nameless"] is None else "[image") for match in outside_code(_IMAGE, text)]
    tags = [Change(*match.span(), _LESS_THAN) for match in outside_code(_TAG, text)]
    rows = [(match, len(match["row"] or ":")) for match in outside_code(_DIRECTIVE, text) if not match["link"]]
    colons = [Change(match.end() - many, match.end(), many * _COLON) for match, many in rows]
    return [*images, *tags, *colons]
