"""Why candidates stand elsewhere than the selection put them: what replaces them, and the order in which it was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Candidate, Moved


def explained(before: Sequence[Candidate], after: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates `after` superseded messages were settled, with the reason for each move; `before` as selected."""
    was, now = _ranks(before), _ranks(after)
    message_of = {candidate.passage.chunk.id: candidate.passage.chunk.parent for candidate in after if candidate.cut is None}
    moved: dict[str, Moved] = {}
    for candidate in after:
        replaced, replacement = candidate.passage.chunk.id, candidate.passage.superseded_by
        for id in [id for id, message in message_of.items() if message == replacement] if replaced in now else []:
            if id not in was:
                moved[id] = "brought_in"
            if replaced in was and was[replaced] < was.get(id, len(was) + 1) and now[replaced] > now[id]:
                moved.setdefault(id, "above_replaced")
                moved[replaced] = "below_replacement"
            elif replaced in was and was[replaced] > was.get(id, len(was) + 1) and now[replaced] < now[id]:
                moved.setdefault(id, "below_replaced")
                moved[replaced] = "above_replacement"
    moved |= dict.fromkeys(was.keys() - now.keys(), "gave_way")
    return [_with_move(candidate, moved.get(candidate.passage.chunk.id)) for candidate in after]


def as_said(before: Sequence[Candidate], after: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates `after` they were put into the order in which they were said."""
    was = _ranks(before)
    moved = {id for id, rank in _ranks(after).items() if was[id] != rank}
    return [_with_move(candidate, "as_said") if candidate.passage.chunk.id in moved else candidate for candidate in after]


def _ranks(candidates: Sequence[Candidate]) -> dict[str, int]:
    return {candidate.passage.chunk.id: candidate.passage.rank for candidate in candidates if candidate.cut is None}


def _with_move(candidate: Candidate, moved: Moved | None) -> Candidate:
    return candidate if moved is None else replace(candidate, moved=moved)
