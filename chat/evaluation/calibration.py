"""Calibration of the confidence of answers: the expected calibration error and a reliability diagram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

_BINS = 10
_LEAST = 5
"""Fewest answers for which a dot is plotted; a share of fewer means nothing."""
_SIDE, _LEFT, _TOP, _LEGEND = 320, 52, 16, 22
_COLOURS = ("#2563eb", "#d97706", "#059669", "#7c3aed", "#dc2626", "#475569")
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#334155}.grid{stroke:#e2e8f0}.right{stroke:#94a3b8;stroke-dasharray:4 4}"
    ".line{fill:none;stroke-width:2}"
)


@dataclass(frozen=True, slots=True)
class Told:
    """The confidence of an answer, and whether the answer was right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """A bin of answers with about the same confidence."""

    confidence: float
    """Mean confidence of the answers."""
    right: float
    """Share of the answers that were right."""
    count: int


def bins(told: Sequence[Told]) -> list[Bin]:
    """Group answers into ten bins of equal width by confidence; return the bins that are not empty."""
    held: dict[int, list[Told]] = {}
    for each in told:
        held.setdefault(min(int(each.confidence * _BINS), _BINS - 1), []).append(each)
    return [
        Bin(sum(each.confidence for each in of_bin) / len(of_bin), sum(each.right for each in of_bin) / len(of_bin), len(of_bin))
        for _, of_bin in sorted(held.items())
    ]


def error(told: Sequence[Told]) -> float | None:
    """Return the expected calibration error (Naeini 2015), 0 to 1; `None` when there are no answers.

    It is the mean over answers of the distance between their bin's mean confidence and its share of right answers.
    """
    if not told:
        return None
    return sum(each.count * abs(each.confidence - each.right) for each in bins(told)) / len(told)


def plot(sets: Mapping[str, Sequence[Told]]) -> str:
    """Draw a reliability diagram as an SVG file; on the dashed line, confidence equals the share of right answers."""
    bottom, across = _TOP + _SIDE, _LEFT + _SIDE
    height = bottom + 48 + _LEGEND * len(sets)
    parts = [f'<rect width="100%" height="100%" fill="#fff"/><style>{_STYLE}</style>']
    for tenth in range(0, 11, 2):
        share = tenth / 10
        parts.append(f'<path class="grid" d="M{_x(share)} {_TOP}V{bottom}M{_LEFT} {_y(share)}H{across}"/>')
        parts.append(f'<text x="{_x(share)}" y="{bottom + 16}" text-anchor="middle">{share:.1f}</text>')
        parts.append(f'<text x="{_LEFT - 6}" y="{_y(share) + 4}" text-anchor="end">{share:.1f}</text>')
    parts.append(f'<path class="right" d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}"/>')
    parts.append(f'<text x="{_LEFT + _SIDE / 2}" y="{bottom + 34}" text-anchor="middle">confidence</text>')
    middle = _TOP + _SIDE / 2
    parts.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">cites evidence</text>')
    for at, (name, told) in enumerate(sets.items()):
        colour, dots = _COLOURS[at % len(_COLOURS)], [each for each in bins(told) if each.count >= _LEAST]
        places = [f"{_x(each.confidence)} {_y(each.right)}" for each in dots]
        parts += [f'<path class="line" stroke="{colour}" d="M{one}L{other}"/>' for one, other in pairwise(places)]
        parts += [
            f'<circle cx="{_x(each.confidence)}" cy="{_y(each.right)}" r="{2 + each.count**0.5 / 3:.1f}" fill="{colour}">'
            f"<title>{each.count} answers: {each.confidence:.2f}, {each.right:.2f}</title></circle>"
            for each in dots
        ]
        down = bottom + 56 + _LEGEND * at
        off = error(told)
        said = f"{name}: {len(told)} answers" + (f", off by {off:.2f}" if off is not None else "")
        parts.append(f'<circle cx="{_LEFT + 6}" cy="{down - 4}" r="5" fill="{colour}"/>')
        parts.append(f'<text x="{_LEFT + 18}" y="{down}">{escape(said)}</text>')
    size = f'width="{across + 24}" height="{height}" viewBox="0 0 {across + 24} {height}"'
    told_aloud = 'role="img" aria-label="Confidence of answers and how many cite evidence"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {told_aloud}>'
    return "\n".join([head, *parts, "</svg>", ""])


def _x(share: float) -> float:
    return round(_LEFT + _SIDE * share, 1)


def _y(share: float) -> float:
    return round(_TOP + _SIDE * (1 - share), 1)
