"""Small plots as inline SVG that fill the width of their container, with text of constant size and colours from the page's CSS.

Horizontal positions are percentages, so that plots scale with their container; vertical positions are pixels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

import numpy as np

_CURVE_HEIGHT = 190
_HISTOGRAM_HEIGHT = 150
_STRIP_HEIGHT = 26
_BINS = 32
_LABELLED = (1, 5, 10, 25)
"""Ranks at which the curve is labelled with its recall."""


def strip(
    value: float, interval: tuple[float, float], reference: float | None = None, landed: float | None = None, bar: bool = False
) -> str:
    """Draw a value from 0 to 100 on a line, its interval as a band, the figure last landed as a tick, the reference as a ring.

    With `bar`, the value is drawn as a bar and its interval as a whisker.
    """
    low, high = interval
    middle = _STRIP_HEIGHT / 2
    told = [f"{value:.1f} ({low:.1f} to {high:.1f})"]
    parts = [_line("grid", 0, middle, 100, middle), *(_line("grid", at, 4, at, _STRIP_HEIGHT - 4) for at in (0, 25, 50, 75, 100))]
    if bar:
        parts.append(f'<rect class="bar" x="0" y="{middle - 6}" width="{value:.2f}%" height="12" rx="3"/>')
        parts.append(_line("whisker", low, middle, high, middle))
        parts += [_line("whisker", end, middle - 4, end, middle + 4) for end in interval]
    else:
        parts.append(
            f'<rect class="band" x="{low:.2f}%" y="{middle - 5}" width="{max(high - low, 0.3):.2f}%" height="10" rx="5"/>'
        )
    if landed is not None:
        parts.append(_line("landed", landed, middle - 9, landed, middle + 9))
        told.append(f"landed {landed:.1f}")
    if reference is not None:
        parts.append(f'<circle class="ring" cx="{reference:.2f}%" cy="{middle}" r="5"/>')
        told.append(f"reference {reference:.1f}")
    if not bar:
        parts.append(f'<circle class="dot" cx="{value:.2f}%" cy="{middle}" r="4.5"/>')
    return _svg("strip", _STRIP_HEIGHT, ", ".join(told), parts)


def scale() -> str:
    """Draw the axis labels 0 to 100 of strips, to be placed below them."""
    return _svg("scale", 14, "0 to 100", [_text("tick", at, 10, f"{at}", _anchor(at)) for at in (0, 25, 50, 75, 100)])


def curve(recall: Sequence[float], references: Mapping[int, float]) -> str:
    """Draw recall in percent by rank, starting at rank 1, with references as rings at their ranks."""
    deepest, top, bottom = len(recall), 20, _CURVE_HEIGHT - 24
    least = 10 * int(min([*recall, *references.values()]) // 10)

    def across(rank: int) -> float:
        return 100 * (rank - 1) / max(deepest - 1, 1)

    def down(value: float) -> float:
        return bottom - (bottom - top) * (value - least) / (100 - least or 1)

    step = 10 if least >= 50 else 20
    parts = [_line("grid", 0, down(level), 100, down(level)) for level in range(least, 101, step)]
    parts += [_text("tick", 0, down(level) - 3, f"{level}") for level in range(least + step, 101, step)]
    parts += [_text("tick", across(rank), _CURVE_HEIGHT - 6, f"{rank}", _anchor(across(rank))) for rank in _ticks(deepest)]
    parts += [
        _line("curve", across(rank), down(one), across(rank + 1), down(other))
        for rank, (one, other) in enumerate(pairwise(recall), start=1)
    ]
    parts += [
        _dot("ring", across(rank), down(value), 5, f"reference in the first {rank}: {value:.1f}")
        for rank, value in references.items()
        if rank <= deepest
    ]
    for rank, value in enumerate(recall, start=1):
        labelled = rank in _LABELLED
        parts.append(
            _dot("dot" if labelled else "faint", across(rank), down(value), 4 if labelled else 6, f"{rank}: {value:.1f}")
        )
        if labelled:
            parts.append(_beside_dot(across(rank), down(value), value, below=references.get(rank, 0.0) > value))
    return _svg("plot", _CURVE_HEIGHT, f"Recall by rank: {recall[0]:.1f} at 1, {recall[-1]:.1f} at {deepest}", parts)


def histogram(values: Sequence[float], marks: Mapping[str, float]) -> str:
    """Draw a histogram of latencies in milliseconds, with named values as vertical lines.

    Values beyond the 99th percentile are counted in the last bar.
    """
    most = max(float(np.percentile(values, 99)), 1.0)
    counts, _ = np.histogram(np.minimum(values, most), _BINS, (0, most))
    top, bottom = 26, _HISTOGRAM_HEIGHT - 20
    parts = [_line("grid", 0, bottom, 100, bottom)]
    for at, count in enumerate(counts.tolist()):
        height = (bottom - top) * count / max(counts.tolist())
        begin, end = most * at / _BINS, most * (at + 1) / _BINS
        parts.append(
            f'<rect class="bin" x="{100 * at / _BINS:.2f}%" y="{bottom - height:.1f}" width="{100 / _BINS - 0.5:.2f}%" '
            f'height="{height:.1f}" rx="1.5"><title>{begin:.0f} to {end:.0f} ms: {count:,}</title></rect>'
        )
    for row, (name, wait) in enumerate(marks.items()):
        across = min(100 * wait / most, 100.0)
        parts.append(_line("mark", across, 12 + 12 * row, across, bottom))
        parts.append(_text("value", across, 9 + 12 * row, f"{name} {wait:.0f}", _anchor(across)))
    ends = ((0.0, "0"), (50.0, f"{most / 2:.0f}"), (100.0, f"{most:.0f} ms"))
    parts += [_text("tick", across, _HISTOGRAM_HEIGHT - 5, label, _anchor(across)) for across, label in ends]
    told = ", ".join(f"{name} {wait:.0f} ms" for name, wait in marks.items())
    return _svg("plot", _HISTOGRAM_HEIGHT, f"Waits of {len(values):,} questions: {told}", parts)


def _beside_dot(across: float, down: float, value: float, below: bool) -> str:
    """Label a dot with its value, placed clear of the reference's ring and of the tick labels at the left edge."""
    if across < 1:
        return _text("value first", across, down + 4, f"{value:.1f}")
    return _text("value", across, down + (18 if below else -9), f"{value:.1f}", _anchor(across))


def _ticks(deepest: int) -> list[int]:
    return [1, *range(5, deepest + 1, 5)]


def _anchor(across: float) -> str:
    """Return the `text-anchor` for a position: text near an edge extends inwards."""
    return "start" if across < 4 else "end" if across > 96 else "middle"


def _line(kind: str, from_across: float, from_down: float, to_across: float, to_down: float) -> str:
    return f'<line class="{kind}" x1="{from_across:.2f}%" y1="{from_down:.1f}" x2="{to_across:.2f}%" y2="{to_down:.1f}"/>'


def _dot(kind: str, across: float, down: float, radius: float, told: str) -> str:
    return f'<circle class="{kind}" cx="{across:.2f}%" cy="{down:.1f}" r="{radius}"><title>{escape(told)}</title></circle>'


def _text(kind: str, across: float, down: float, text: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{across:.2f}%" y="{down:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(kind: str, height: int, told: str, parts: Sequence[str]) -> str:
    return f'<svg class="{kind}" height="{height}" role="img" aria-label="{escape(told)}">{"".join(parts)}</svg>'
