"""Read the lines of a log: the day of one, whether it reports a trouble, and the troubles of one event."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.llm.quoting.passage.piece import Piece
from chat.text import STAMPED
from chat.text.calendar_names import MONTHS

_DAY = re.compile(r"\[?(?:\d{4}-(?P<month>\d\d)-(?P<day>\d\d)|(?P<named>[A-Z][a-z]{2}) (?P<of>[ \d]\d))")
_TROUBLE = re.compile(r"\b(?:ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|ALERT|EMERG|PANIC|WARN(?:ING)?)\b|\b(?:error|fatal|warning):")
_MOST = 320
"""Most characters of lines that are quoted together."""


def is_logged(text: str) -> bool:
    """Return whether a text is a line of a log."""
    return STAMPED.match(text) is not None


def reports_trouble(text: str) -> bool:
    """Return whether a line of a log is an error or a warning."""
    return is_logged(text) and _TROUBLE.search(text) is not None


def is_logged_on_another_day(asked: frozenset[tuple[int, int]], text: str) -> bool:
    """Return whether a text is a line of a log from none of these days, each a month and a day."""
    match = _DAY.match(text) if asked and is_logged(text) else None
    if match is None:
        return False
    month = int(match["month"]) if match["month"] else MONTHS.get(match["named"].casefold())
    return (month, int(match["day"] or match["of"])) not in asked


def troubles_around(pieces: Sequence[Piece], at: int) -> str | None:
    """Return the errors and warnings right around a line that reports one, which tell its cause or its effect, as far as they are
    short enough; `None` without any."""
    first = last = at
    while first and _together(pieces[first - 1 : last + 1]):
        first -= 1
    while last + 1 < len(pieces) and _together(pieces[first : last + 2]):
        last += 1
    return " ".join(piece.text for piece in pieces[first : last + 1]) if first < last else None


def _together(lines: Sequence[Piece]) -> bool:
    return all(reports_trouble(line.text) for line in lines) and sum(len(line.text) for line in lines) <= _MOST
