"""Plots by day as inline SVG, as wide as their container, with text of constant size and colours from the page's style sheet.

Horizontal positions are percentages, so that plots scale with the page; vertical positions are pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from html import escape
from math import ceil, log10

_HEIGHT = 176
_TOP, _BOTTOM = 14, _HEIGHT - 22
_GAP = 0.22
"""Share of a day's width that is left empty between bars."""
_NARROWEST = 2
"""Least height of a bar in pixels, so that every value above 0 is visible."""
_STEPS = (1, 2, 5, 10)


def stacked(days: Sequence[date], series: Mapping[str, Sequence[float]], told: str, write: Callable[[float], str]) -> str:
    """Draw a stacked bar per day; the name of each series is the CSS class of its part."""
    most = ceiling(max((sum(values) for values in zip(*series.values(), strict=True)), default=0))
    parts = _grid(most, write)
    for at, day in enumerate(days):
        left, width = _place(at, len(days))
        floor = float(_BOTTOM)
        for name, values in series.items():
            if values[at] <= 0:
                continue
            height = max((_BOTTOM - _TOP) * values[at] / most, _NARROWEST)
            floor -= height
            title = f"{written(day)}: {name.replace('_', ' ')} {write(values[at])}"
            parts.append(
                f'<rect class="{name}" x="{left:.2f}%" y="{floor:.1f}" width="{width:.2f}%" height="{height:.1f}" rx="1.5">'
                f"<title>{escape(title)}</title></rect>"
            )
    return _svg(told, parts + _days(days))


def spans(days: Sequence[date], ends: Sequence[tuple[float, float] | None], told: str, write: Callable[[float], str]) -> str:
    """Draw a vertical line per day from its lower to its upper end, with a dot at the lower; days with `None` stay empty."""
    most = ceiling(max((high for _, high in filter(None, ends)), default=0))
    parts = _grid(most, write)
    for at, (day, end) in enumerate(zip(days, ends, strict=True)):
        if end is None:
            continue
        left, width = _place(at, len(days))
        middle = left + width / 2
        low, high = (_BOTTOM - (_BOTTOM - _TOP) * value / most for value in end)
        title = f"{written(day)}: half within {write(end[0])}, 95 of 100 within {write(end[1])}"
        parts.append(
            f'<g><title>{escape(title)}</title><line class="span" x1="{middle:.2f}%" x2="{middle:.2f}%" y1="{low:.1f}" '
            f'y2="{high:.1f}"/><circle class="dot" cx="{middle:.2f}%" cy="{low:.1f}" r="3.5"/></g>'
        )
    return _svg(told, parts + _days(days))


def ceiling(value: float) -> float:
    """Return the end of an axis: the smallest of 1, 2, 5, 10, 20, ... (and 0.5, 0.2, ...) that is at least the value."""
    if value <= 0:
        return 1.0
    power = 10.0 ** (ceil(log10(value)) - 1)
    return next(power * step for step in _STEPS if power * step >= value * 0.999999)


def written(day: date) -> str:
    return f"{day.day} {day:%b}"


def _place(at: int, many: int) -> tuple[float, float]:
    """Return the left edge and the width of a day's bar, in percent."""
    whole = 100 / many
    return whole * (at + _GAP / 2), whole * (1 - _GAP)


def _grid(most: float, write: Callable[[float], str]) -> list[str]:
    parts = []
    for share in (0, 0.5, 1):
        down = _BOTTOM - (_BOTTOM - _TOP) * share
        parts.append(f'<line class="grid" x1="0%" x2="100%" y1="{down:.1f}" y2="{down:.1f}"/>')
        if share:
            parts.append(f'<text class="tick" x="0%" y="{down - 3:.1f}">{escape(write(most * share))}</text>')
    return parts


def _days(days: Sequence[date]) -> list[str]:
    """Label the first and the last day and, from five days on, the middle one."""
    last = len(days) - 1
    labels = {0: ("0%", "start"), last // 2: (f"{100 * (last // 2 + 0.5) / len(days):.2f}%", "middle"), last: ("100%", "end")}
    return [
        f'<text class="tick" x="{across}" y="{_HEIGHT - 6}" text-anchor="{anchor}">{written(days[at])}</text>'
        for at, (across, anchor) in labels.items()
        if at in (0, last) or last >= 4
    ]


def _svg(told: str, parts: Sequence[str]) -> str:
    return f'<svg role="img" aria-label="{escape(told)}" width="100%" height="{_HEIGHT}">{"".join(parts)}</svg>'
