"""Select passages from ranked candidates, recording the reason for each cut."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from chat.domain import Candidate, Cut, Limits, Passage, Source
from chat.retrieval.choosing.budget import room
from chat.retrieval.choosing.diversity import margins, repeated, spread
from chat.retrieval.choosing.sections import within_best_sections
from chat.settings import RetrievalSettings


def select(candidates: Sequence[Passage], limits: Limits, settings: RetrievalSettings) -> list[Candidate]:
    """Return all candidates: the kept ones first in final order (with `cut` None), then the others by `place`.

    `candidates` must be ordered best first. Duplicates are cut first, then candidates below the threshold; the rest is spread
    over sources, cut to `top_k` and filled into the budget.
    """
    steps = _Steps.of(candidates, limits, settings)
    cuts = steps.cuts(candidates)
    ranks = {passage.chunk.id: rank for rank, passage in enumerate(steps.kept, start=1)}
    margin_of = {passage.chunk.id: float(margin) for passage, margin in zip(steps.inside, steps.lowered, strict=True)}
    room_of = {passage.chunk.id: left for passage, left in zip(steps.taken, steps.rooms, strict=True)}
    kept_by_words = {limits.lexical} - (steps.good & _ids(steps.spread_out[: limits.top_k]))

    def explained(place: int, passage: Passage) -> Candidate:
        id = passage.chunk.id
        rank = ranks.get(id)
        return Candidate(
            passage=passage if rank is None else replace(passage, rank=rank),
            cut=cuts[id] if rank is None else None,
            place=place,
            strength=limits.strengths.get(id, 1.0),
            least_strength=limits.least_strength(id),
            lowered=margin_of.get(id, 0.0),
            room=room_of.get(id),
            by_words=rank is not None and id in kept_by_words,
        )

    explanations = [explained(place, passage) for place, passage in enumerate(candidates, start=1)]
    return sorted(explanations, key=lambda candidate: (candidate.cut is not None, candidate.passage.rank, candidate.place))


@dataclass(frozen=True, slots=True)
class _Steps:
    """The candidates remaining after each step, best first."""

    top_k: int
    head: Sequence[Passage]
    """The candidates that compete."""
    unique: Sequence[Passage]
    """`head` without duplicates."""
    reaching: Set[str]
    """Ids of all candidates that reach the threshold."""
    good: Set[str]
    """Ids of those in `unique` that reach the threshold."""
    inside: Sequence[Passage]
    """The good passages (and the best keyword hit) within the best sections."""
    outside: Sequence[Passage]
    """The good passages in other sections."""
    lowered: NDArray[np.float64]
    """Amount by which diversity lowers the score of each passage in `inside`."""
    spread_out: Sequence[Passage]
    """`inside`, reordered by the lowered scores."""
    ordered: Sequence[Passage]
    """`spread_out`, with the best keyword hit moved up to a place where it is kept."""
    taken: Sequence[Passage]
    """The first `top_k` of `ordered`."""
    rooms: Sequence[int]
    """Characters left in the budget when the turn of each of `taken` comes."""

    @classmethod
    def of(cls, candidates: Sequence[Passage], limits: Limits, settings: RetrievalSettings) -> _Steps:
        competing, rest = candidates[: limits.looked_at], candidates[limits.looked_at :]
        head = [*competing, *(passage for passage in rest if passage.chunk.id == limits.lexical)]
        repeats = repeated([passage.chunk.text for passage in head])
        unique = [passage for passage, repeat in zip(head, repeats, strict=True) if not repeat]
        reaching = {passage.chunk.id for passage in candidates if _reaches(passage, limits)}
        good = reaching & _ids(unique)
        worth = [passage for passage in unique if passage.chunk.id in good or (good and _is_kept_for_its_words(passage, limits))]
        inside, outside = within_best_sections(worth, limits.sections) if limits.sections is not None else (worth, [])
        lowered = _margins(inside, settings) if limits.diversity else np.zeros(len(inside))
        spread_out = _spread(inside, lowered)
        ordered = _with_lexical(spread_out, limits, settings.lexical_places)
        taken = ordered[: limits.top_k]
        return cls(
            top_k=limits.top_k,
            head=head,
            unique=unique,
            reaching=reaching,
            good=good,
            inside=inside,
            outside=outside,
            lowered=lowered,
            spread_out=spread_out,
            ordered=ordered,
            taken=taken,
            rooms=room([len(passage.chunk.text) for passage in taken], limits.budget_characters),
        )

    @property
    def kept(self) -> list[Passage]:
        return [passage for passage, left in zip(self.taken, self.rooms, strict=True) if len(passage.chunk.text) <= left]

    def cuts(self, candidates: Sequence[Passage]) -> dict[str, Cut]:
        """Return the step that would cut each candidate: the last one it reaches, since later entries override earlier ones."""
        fell = _ids(self.inside[: self.top_k]) - _ids(self.spread_out[: self.top_k])
        return {
            **{passage.chunk.id: "top_k" if passage.chunk.id in self.reaching else "threshold" for passage in candidates},
            **dict.fromkeys(_ids(self.head) - _ids(self.unique), "duplicate"),
            **dict.fromkeys(_ids(self.outside), "section"),
            **dict.fromkeys(_ids(self.ordered), "top_k"),
            **dict.fromkeys(fell - _ids(self.taken), "diversity"),
            **dict.fromkeys(_ids(self.taken), "budget"),
        }


def _reaches(passage: Passage, limits: Limits) -> bool:
    id, fused = passage.chunk.id, passage.scores.fused
    above_average = fused > 0 or id in limits.untold
    return limits.strengths.get(id, 1.0) >= limits.least_strength(id) and fused >= limits.least_score and above_average


def _is_kept_for_its_words(passage: Passage, limits: Limits) -> bool:
    """Return whether this is the best keyword hit, which is exempt from the strength threshold.

    It needs a score only if the question sets a least one.
    """
    return passage.chunk.id == limits.lexical and (limits.least_score <= 0 or passage.scores.fused >= limits.least_score)


def _ids(passages: Iterable[Passage]) -> set[str]:
    return {passage.chunk.id for passage in passages}


def _margins(passages: Sequence[Passage], settings: RetrievalSettings) -> NDArray[np.float64]:
    return margins([_source(passage) for passage in passages], settings.per_source, settings.diversity_margin)


def _spread(passages: Sequence[Passage], lowered: NDArray[np.float64]) -> list[Passage]:
    return [passages[index] for index in spread(np.array([passage.score for passage in passages]), lowered)]


def _source(passage: Passage) -> Hashable:
    """Return the key for diversity: the document, or the messages of one thread on one day."""
    if passage.chunk.source is Source.DOCUMENT or not passage.created_at:
        return passage.parent
    return passage.chunk.thread, passage.created_at.date()


def _with_lexical(passages: list[Passage], limits: Limits, fewest: int) -> list[Passage]:
    """Move the best keyword hit up to the last kept place if it would otherwise be cut."""
    if limits.top_k < fewest:
        return passages
    index = next((index for index, passage in enumerate(passages) if passage.chunk.id == limits.lexical), 0)
    if index < limits.top_k:
        return passages
    rest = passages[:index] + passages[index + 1 :]
    return [*rest[: limits.top_k - 1], passages[index], *rest[limits.top_k - 1 :]]
