"""Read plain text, with headings only where they are unambiguous."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.domain import Extracted, Heading
from chat.extraction.texts.decoding import decode
from chat.extraction.texts.numbered import contents_of, numbered_headings
from chat.settings import LimitSettings

_UNDERLINED = re.compile(r"^(?P<title>[^\s\-=][^\n]{0,118})\n(?P<line>={3,}|-{3,})[^\S\n]*$", re.MULTILINE)
_NUMBERED = re.compile(
    r"(?:\A|(?<=\n\n))(?P<title>(?:chapter|part|section|appendix|article) (?:\d{1,3}|[IVXLC]{1,7}|[A-Z])\b[^\n]{0,80})(?=\n\n)",
    re.IGNORECASE,
)


def read_plain(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the text unchanged; a list of its numbered sections at the beginning is marked as noise, so that it is not chunked.

    Raises DamagedFile when it is not text.
    """
    decoded = decode(content)
    numbered = numbered_headings(decoded.text)
    contents = contents_of(decoded.text, numbered)
    return Extracted(
        decoded.text,
        "text/plain",
        headings=_with_others(numbered, decoded.text),
        noise=(contents,) if contents else (),
        coverage=decoded.coverage,
    )


def _with_others(numbered: Sequence[Heading], text: str) -> tuple[Heading, ...]:
    """Return the numbered headings together with underlined lines, and lines such as `Chapter 4. The storm` that stand alone."""
    underlined = [
        Heading(match["title"].strip(), 1 if match["line"][0] == "=" else 2, match.start())
        for match in _UNDERLINED.finditer(text)
        if abs(len(match["line"]) - len(match["title"].strip())) <= 2
    ]
    named = [Heading(match["title"].strip(), 1, match.start()) for match in _NUMBERED.finditer(text)]
    by_place = {heading.start: heading for heading in (*underlined, *named, *numbered)}
    return tuple(by_place[start] for start in sorted(by_place))
