"""Read times of day: `14:30`, `2:30 pm`, `9 Uhr`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.answering.checking.figures.consuming import consume
from chat.text import folded

_TIME = re.compile(
    r"(?<![\w:.,])(?:(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d)(?![\d:.]*\d))?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<hour2>[01]?\d|2[0-3]):(?P<minute2>[0-5]\d)(?![:.]?\d)|(?P<hour3>[01]?\d|2[0-3])\s?Uhr)",
    re.IGNORECASE,
)
_HALF = 12 * 60
"""Minutes of half a day."""


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time as written."""

    text: str
    minutes: int
    """Minutes since midnight."""
    either_half: bool
    """It does not say whether it is before or after noon: `2:30`."""

    def matches(self, other: TimeOfDay) -> bool:
        """Return whether two times are the same, ignoring twelve hours if one of them may be in either half of the day."""
        apart = abs(self.minutes - other.minutes)
        return apart == 0 or (apart == _HALF and (self.either_half or other.either_half))


def take_times(text: str) -> tuple[list[TimeOfDay], str]:
    """Return the times of a text, and the text with blanks in their place."""
    return consume(text, _TIME, _time) if any(map(str.isdigit, text)) else ([], text)


def _time(match: re.Match[str]) -> TimeOfDay:
    hour = int(match["hour"] or match["hour2"] or match["hour3"])
    minute = int(match["minute"] or match["minute2"] or 0)
    half = folded(match["half"] or "")
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return TimeOfDay(match.group().strip(), hour * 60 + minute, either_half=not (half or hour > 12 or match["hour3"]))
