"""Which messages that were found a later one of the same speaker takes the place of (see `statements`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

from cachetools import cached

from chat.domain import Candidate, Chunk, Passage, Source
from chat.retrieval.told import corrections
from chat.retrieval.told.ending import Ended, Holding
from chat.retrieval.told.one_value import OneValue
from chat.retrieval.told.statements import Statement, Told, holdings, takes_the_place, values
from chat.threads.base import Turns

_MOST_MESSAGES = 40
"""Kept ones first, then the best of the others: reading one for the first time takes a fifth of a millisecond."""


def settled(
    found: Sequence[Candidate],
    turns: Turns,
    top_k: int,
    budget_characters: int,
    questions: Mapping[str, str],
    by_date: bool = False,
) -> list[Candidate]:
    """The same with each earlier statement marked by the message that takes its place, and that message kept above it: it is what
    holds. For a question about the course of things (`by_date`) the earlier stands above the later.

    `found` are kept ones first, `questions` were asked behind some of them (see `corrections.between`). A later message that was
    cut comes in the place of the last passage that is in no such pair; rather than the later, the earlier is left out.
    """
    places = corrections.added(_places(found, turns), found, turns, questions)
    marked = [_marked(candidate, places) for candidate in found]
    kept = [candidate for candidate in marked if candidate.cut is None]
    wanted = {candidate.passage.superseded_by for candidate in kept} - {None}
    later = [each for each in marked if each.cut is not None and _is_own(each.passage) and each.passage.chunk.parent in wanted]
    for candidate in sorted(later, key=lambda each: -each.passage.score):
        message = candidate.passage.chunk.parent
        if message in wanted:
            wanted.remove(message)
            at = max(at for at, each in enumerate(kept) if each.passage.superseded_by == message)
            kept.insert(at + 1, replace(candidate, cut=None))
    kept = _in_pairs(kept, by_date)
    over = []
    while len(kept) > top_k or sum(len(each.passage.chunk.text) for each in kept) > budget_characters:
        over.append(replace(kept.pop(_least_needed(kept)), cut="top_k"))
    stays = {candidate.passage.chunk.id for candidate in [*kept, *over]}
    ranked = [_at(rank, each) for rank, each in enumerate(kept, start=1)]
    return ranked + over + [candidate for candidate in marked if candidate.passage.chunk.id not in stays]


def _in_pairs(kept: Sequence[Candidate], earlier_first: bool) -> list[Candidate]:
    """Each statement next to the one that took its place, where that one stood on the wrong side of it: right in front of it, the
    one that is to come first."""
    ordered = list(kept)
    for candidate in kept:
        at = ordered.index(candidate)
        later = [place for place, each in enumerate(ordered) if each.passage.chunk.parent == candidate.passage.superseded_by]
        if earlier_first:
            before = next((place for place in later if place < at), at)
            ordered.insert(before, ordered.pop(at))
        else:
            behind = next((place for place in later if place > at), at)
            ordered.insert(at, ordered.pop(behind))
    return ordered


def _places(found: Sequence[Candidate], turns: Turns) -> dict[str, str]:
    """By message, the latest that takes its place; both of one person. Which is later its date tells, since what was said before
    may have been brought in after; of one moment, the place in the thread."""
    said: dict[str, list[Chunk]] = {}
    who: dict[str, str | None] = {}
    place: dict[str, tuple[float, int]] = {}
    for candidate in sorted(found, key=lambda each: (each.cut is not None, -each.passage.score)):
        passage = candidate.passage
        if len(said) == _MOST_MESSAGES:
            break
        if _is_own(passage) and passage.role == "user":
            said.setdefault(passage.chunk.parent, []).append(passage.chunk)
            who[passage.chunk.parent] = passage.author
            if (number := turns.ids.number(passage.chunk.id)) is not None:
                place[passage.chunk.parent] = (passage.created_at.timestamp() if passage.created_at else 0.0, number)
    told = _told({message: said[message] for message in sorted(place, key=place.__getitem__)})
    messages = [message for message, each in told.items() if each]
    return {
        earlier: later
        for at, later in enumerate(messages)
        for earlier in messages[:at]
        if who[earlier] == who[later] and any(takes_the_place(new, old) for new in told[later] for old in told[earlier])
    }


def _told(said: Mapping[str, Sequence[Chunk]]) -> dict[str, list[Told]]:
    """By message what it says that can be said otherwise; what holds only where one of them says that something is over."""
    told: dict[str, list[Told]] = {message: [each for one in said[message] for each in _values_of(one)] for message in said}
    if any(isinstance(each, Ended) for found in told.values() for each in found):
        for message, found in told.items():
            found += [each for one in said[message] for each in _holdings_of(one)]
    return told


@cached(WeakKeyDictionary(), key=lambda chunk: chunk)
def _values_of(chunk: Chunk) -> tuple[Statement | OneValue | Ended, ...]:
    """Read once as long as the chunk is in memory, and gone with it."""
    return values(chunk.text)


@cached(WeakKeyDictionary(), key=lambda chunk: chunk)
def _holdings_of(chunk: Chunk) -> tuple[Holding, ...]:
    return holdings(chunk.text)


def _marked(candidate: Candidate, places: Mapping[str, str]) -> Candidate:
    later = places.get(candidate.passage.chunk.parent) if _is_own(candidate.passage) else None
    return replace(candidate, passage=replace(candidate.passage, superseded_by=later)) if later else candidate


def _is_own(passage: Passage) -> bool:
    """A message of the thread itself: only these are compared, for ids and order of messages are a thread's own."""
    return passage.chunk.source is Source.MESSAGE and passage.elsewhere is None


def _at(rank: int, candidate: Candidate) -> Candidate:
    return candidate if candidate.passage.rank == rank else replace(candidate, passage=replace(candidate.passage, rank=rank))


def _least_needed(kept: Sequence[Candidate]) -> int:
    """The last that is in no pair, or else the last that is superseded."""
    later = {candidate.passage.superseded_by for candidate in kept}
    apart = [at for at, each in enumerate(kept) if each.passage.superseded_by is None and each.passage.chunk.parent not in later]
    return max(apart or [at for at, each in enumerate(kept) if each.passage.superseded_by is not None] or [len(kept) - 1])
