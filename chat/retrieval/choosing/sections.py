"""Two-step search: find the sections about the topic first, then the passages inside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from chat.domain import Passage, Source

_SUPPORT = 3
"""Number of best passages whose mean score is a section's score, so that one stray hit does not make a section."""


def within_best_sections(candidates: Sequence[Passage], sections: int) -> tuple[list[Passage], list[Passage]]:
    """Split the passages into those of the best sections and the others, both in the given order (best first).

    A section here is a chapter: the outermost heading of a passage, or its whole document if it is under none. Messages are in no
    section and are kept.
    """
    scores: dict[Hashable, list[float]] = defaultdict(list)
    for passage in candidates:
        scores[_section(passage)].append(passage.score)
    strength = {key: sum(sorted(found, reverse=True)[:_SUPPORT]) / _SUPPORT for key, found in scores.items() if key is not None}
    best = sorted(strength, key=lambda key: -strength[key])[:sections]
    inside = [passage for passage in candidates if _section(passage) is None or _section(passage) in best]
    return inside, [passage for passage in candidates if passage not in inside]


def _section(passage: Passage) -> Hashable | None:
    if passage.chunk.source is Source.MESSAGE:
        return None
    return passage.parent, passage.chunk.section[:1]
