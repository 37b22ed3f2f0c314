"""From ranked candidates to the passages that are kept, each cut with its reason."""

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
    """All candidates, the kept ones first and in their final order (`cut` is None), then the others by their place.

    `candidates` come best first. Duplicates go first, then what is below the threshold; the rest is spread over its sources,
    cut to `top_k` and filled into the budget.
    """
    steps = _Steps.of(candidates, limits, settings)
    cuts, ranks = steps.cuts(candidates), {passage.chunk.id: rank for rank, passage in enumerate(steps.kept, start=1)}
    margin_of = {passage.chunk.id: float(margin) for passage, margin in zip(steps.inside, steps.lowered, strict=True)}
    room_of = {passage.chunk.id: left for passage, left in zip(steps.taken, steps.rooms, strict=True)}
    held = {limits.lexical} - (steps.good & _ids(steps.spread_out[: limits.top_k]))

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
            by_words=rank is not None and id in held,
        )

    every = [explained(place, passage) for place, passage in enumerate(candidates, start=1)]
    return sorted(every, key=lambda candidate: (candidate.cut is not None, candidate.passage.rank, candidate.place))


@dataclass(frozen=True, slots=True)
class _Steps:
    """What is left of the candidates after each step."""

    top_k: int
    head: Sequence[Passage]
    """What is looked at."""
    single: Sequence[Passage]
    """Of these no text twice."""
    reaching: Set[str]
    """Of all candidates those that reach the threshold."""
    good: Set[str]
    inside: Sequence[Passage]
    """Worth to be taken, and within the best sections."""
    elsewhere: Sequence[Passage]
    lowered: NDArray[np.float64]
    """By how much each of `inside` counts less beside others of its source."""
    spread_out: Sequence[Passage]
    ordered: Sequence[Passage]
    """With the best hit of words at a place that is kept."""
    taken: Sequence[Passage]
    rooms: Sequence[int]
    """What is left of the budget when the turn of each of `taken` comes."""

    @classmethod
    def of(cls, candidates: Sequence[Passage], limits: Limits, settings: RetrievalSettings) -> _Steps:
        head = [passage for at, passage in enumerate(candidates) if at < limits.looked_at or passage.chunk.id == limits.lexical]
        repeats = repeated([passage.chunk.text for passage in head])
        single = [passage for passage, repeat in zip(head, repeats, strict=True) if not repeat]
        reaching = {passage.chunk.id for passage in candidates if _reaches(passage, limits)}
        good = reaching & _ids(single)
        worth = [passage for passage in single if passage.chunk.id in good or (good and _is_kept_for_its_words(passage, limits))]
        inside, elsewhere = within_best_sections(worth, limits.sections) if limits.sections is not None else (worth, [])
        lowered = _margins(inside, settings) if limits.diversity else np.zeros(len(inside))
        spread_out = _spread(inside, lowered)
        ordered = _with_lexical(spread_out, limits, settings.lexical_places)
        taken = ordered[: limits.top_k]
        rooms = room([len(passage.chunk.text) for passage in taken], limits.budget_characters)
        return cls(limits.top_k, head, single, reaching, good, inside, elsewhere, lowered, spread_out, ordered, taken, rooms)

    @property
    def kept(self) -> list[Passage]:
        return [passage for passage, left in zip(self.taken, self.rooms, strict=True) if len(passage.chunk.text) <= left]

    def cuts(self, candidates: Sequence[Passage]) -> dict[str, Cut]:
        """Where each falls out if it does: by the last step that it came to."""
        fell = _ids(self.inside[: self.top_k]) - _ids(self.spread_out[: self.top_k])
        return {
            **{passage.chunk.id: "top_k" if passage.chunk.id in self.reaching else "threshold" for passage in candidates},
            **dict.fromkeys(_ids(self.head) - _ids(self.single), "duplicate"),
            **dict.fromkeys(_ids(self.elsewhere), "section"),
            **dict.fromkeys(_ids(self.ordered), "top_k"),
            **dict.fromkeys(fell - _ids(self.taken), "diversity"),
            **dict.fromkeys(_ids(self.taken), "budget"),
        }


def _reaches(passage: Passage, limits: Limits) -> bool:
    id, fused = passage.chunk.id, passage.scores.fused
    above_average = fused > 0 or id in limits.untold
    return limits.strengths.get(id, 1.0) >= limits.least_strength(id) and fused >= limits.least_score and above_average


def _is_kept_for_its_words(passage: Passage, limits: Limits) -> bool:
    """The best hit of words need not be strong, and need have no more than an average score unless a least one was asked for."""
    return passage.chunk.id == limits.lexical and (limits.least_score <= 0 or passage.scores.fused >= limits.least_score)


def _ids(passages: Iterable[Passage]) -> set[str]:
    return {passage.chunk.id for passage in passages}


def _margins(passages: Sequence[Passage], settings: RetrievalSettings) -> NDArray[np.float64]:
    return margins([_source(passage) for passage in passages], settings.per_source, settings.diversity_margin)


def _spread(passages: Sequence[Passage], lowered: NDArray[np.float64]) -> list[Passage]:
    return [passages[at] for at in spread(np.array([passage.score for passage in passages]), lowered)]


def _source(passage: Passage) -> Hashable:
    """A document, or what was said in one thread on one day."""
    if passage.chunk.source is Source.DOCUMENT or not passage.created_at:
        return passage.parent
    return passage.chunk.thread, passage.created_at.date()


def _with_lexical(passages: list[Passage], limits: Limits, fewest: int) -> list[Passage]:
    """Move the best keyword hit up to the last place that is kept, when it would fall off."""
    if limits.top_k < fewest:
        return passages
    at = next((at for at, passage in enumerate(passages) if passage.chunk.id == limits.lexical), 0)
    if at < limits.top_k:
        return passages
    rest = passages[:at] + passages[at + 1 :]
    return [*rest[: limits.top_k - 1], passages[at], *rest[limits.top_k - 1 :]]
