"""What an answer holds that the page does not draw as it is meant: images of other hosts, which it may not fetch, are links; HTML
and a word behind a colon, which the page takes for a directive and leaves out, are text."""

from __future__ import annotations

import re

from chat.answering.markers import outside_code
from chat.ui.formulas import Change

_IMAGE = re.compile(r"(?<!\\)!\[(?P<nameless>\s*(?=\]))?")
_AUTOLINK = r"[a-zA-Z][a-zA-Z0-9+.-]*:[^\s<>]*>|[^\s<>@]+@[^\s<>@]+>"
_TAG = re.compile(rf"(?<!\\)<(?=[a-zA-Z/!?])(?!{_AUTOLINK})")
_DIRECTIVE = re.compile(
    rf"(?P<link><(?:{_AUTOLINK}))|(?<![:\\]):(?=[^\W\d_])|^[^\S\n]*(?P<row>::+)(?=[^\S\n]*[^\W\d_])", re.MULTILINE
)
_COLON = "&#58;"
_LESS_THAN = "&lt;"
"""Also in front of Markdown: within HTML the page would read none, and show a marker as it is written."""


def changes(text: str) -> list[Change]:
    """Of a Markdown text, outside of its code."""
    images = [Change(*match.span(), "[" if match["nameless"] is None else "[image") for match in outside_code(_IMAGE, text)]
    tags = [Change(*match.span(), _LESS_THAN) for match in outside_code(_TAG, text)]
    rows = [(match, len(match["row"] or ":")) for match in outside_code(_DIRECTIVE, text) if not match["link"]]
    colons = [Change(match.end() - many, match.end(), many * _COLON) for match, many in rows]
    return [*images, *tags, *colons]
