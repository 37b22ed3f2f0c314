"""Mark messages superseded by a later one of the same speaker (see `statements`), and keep that one next to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from chat.domain import Candidate, Chunk, Passage, Source
from chat.retrieval.per_chunk import cached_per_chunk
from chat.retrieval.statements import corrections
from chat.retrieval.statements.changed_values import Refilled
from chat.retrieval.statements.detect import Held, Told, Valued, holdings, replaced_by, values
from chat.retrieval.statements.effective_dates import starts
from chat.retrieval.statements.ended import Ended
from chat.retrieval.statements.given_up import GivenUp
from chat.retrieval.statements.negations import Contradicting
from chat.retrieval.statements.outstanding import Outstanding
from chat.retrieval.statements.standing_facts import ROOT
from chat.threads.base import Turns

_MOST_MESSAGES = 40
"""Most messages to compare, kept ones first, then the best: reading one for the first time takes a fifth of a millisecond."""
_COMPARED = Ended | GivenUp | Refilled | Contradicting | Outstanding
"""What may end or change how things are, or be changed by what happens."""


def mark_superseded(
    found: Sequence[Candidate],
    turns: Turns,
    top_k: int,
    budget_characters: int,
    questions: Mapping[str, str],
    now: datetime,
    by_date: bool = False,
    elsewhere: Mapping[str, Turns] | None = None,
) -> list[Candidate]:
    """Return the candidates with superseded messages marked, each below the one that supersedes it and holds instead.

    For a question about the course of events (`by_date`) the earlier message comes before the later. A change that begins after
    `now` replaces nothing yet. `found` has the kept candidates first; `questions` are those asked after some of them (see
    `corrections.between`); `elsewhere` has the turns of other threads, whose messages only supersede each other. A later message
    that was cut replaces the last passage that is in no such pair; if there is none, the superseded one is cut.
    """
    own = _superseding([candidate for candidate in found if candidate.passage.elsewhere is None], turns, now)
    superseding = corrections.added(own, found, turns, questions)
    for thread, turns_there in (elsewhere or {}).items():
        superseding |= _superseding([each for each in found if each.passage.chunk.thread == thread], turns_there, now)
    marked = [_marked(candidate, superseding) for candidate in found]
    kept = _in_pairs(_with_later(marked), by_date)
    over = []
    while len(kept) > top_k or sum(len(candidate.passage.chunk.text) for candidate in kept) > budget_characters:
        over.append(replace(kept.pop(_least_needed(kept)), cut="top_k"))
    stays = {candidate.passage.chunk.id for candidate in [*kept, *over]}
    ranked = [_ranked(rank, candidate) for rank, candidate in enumerate(kept, start=1)]
    return ranked + over + [candidate for candidate in marked if candidate.passage.chunk.id not in stays]


def _with_later(marked: Sequence[Candidate]) -> list[Candidate]:
    """Return the kept candidates, and after each superseded one the best passage of the superseding message, if that was cut."""
    kept = [candidate for candidate in marked if candidate.cut is None]
    wanted = {candidate.passage.superseded_by for candidate in kept} - {None}
    later = [
        candidate
        for candidate in marked
        if candidate.cut is not None and _is_message(candidate.passage) and candidate.passage.chunk.parent in wanted
    ]
    for candidate in sorted(later, key=lambda candidate: -candidate.passage.score):
        message = candidate.passage.chunk.parent
        if message in wanted:
            wanted.remove(message)
            last = max(index for index, earlier in enumerate(kept) if earlier.passage.superseded_by == message)
            kept.insert(last + 1, replace(candidate, cut=None))
    return kept


def _in_pairs(kept: Sequence[Candidate], earlier_first: bool) -> list[Candidate]:
    """Return the candidates with the two of each pair in the right order.

    If they are in the wrong order, the one that comes second is moved directly before the first.
    """
    ordered = list(kept)
    for candidate in kept:
        index = ordered.index(candidate)
        message = candidate.passage.superseded_by
        later = [position for position, other in enumerate(ordered) if other.passage.chunk.parent == message]
        if earlier_first:
            before = next((position for position in later if position < index), index)
            ordered.insert(before, ordered.pop(index))
        else:
            behind = next((position for position in later if position > index), index)
            ordered.insert(index, ordered.pop(behind))
    return ordered


def _superseding(found: Sequence[Candidate], turns: Turns, now: datetime) -> dict[str, str]:
    """Return, by message id, the latest message of the same speaker that supersedes it, of the candidates of one thread.

    Which one is later is determined by date, since earlier messages may be imported afterwards; at equal dates by the order in
    the thread.
    """
    said: dict[str, list[Chunk]] = {}
    who: dict[str, str | None] = {}
    said_at: dict[str, datetime | None] = {}
    order: dict[str, tuple[float, int]] = {}
    for candidate in sorted(found, key=lambda candidate: (candidate.cut is not None, -candidate.passage.score)):
        passage = candidate.passage
        if len(said) == _MOST_MESSAGES:
            break
        if _is_message(passage) and passage.role == "user":
            said.setdefault(passage.chunk.parent, []).append(passage.chunk)
            who[passage.chunk.parent] = passage.author
            said_at[passage.chunk.parent] = passage.created_at
            if (number := turns.ids.number(passage.chunk.id)) is not None:
                order[passage.chunk.parent] = (passage.created_at.timestamp() if passage.created_at else 0.0, number)
    told = _told({message: said[message] for message in sorted(order, key=order.__getitem__)})
    messages = [message for message, statements in told.items() if statements]
    superseding: dict[str, str] = {}
    for index, later in enumerate(messages):
        before = [earlier for earlier in messages[:index] if who[earlier] == who[later]]
        replaced = list(replaced_by(told[later], [told[earlier] for earlier in before]))
        if replaced and not any(_is_to_come(chunk.text, said_at[later], now) for chunk in said[later]):
            superseding.update((before[at], later) for at in replaced)
    return superseding


def _is_to_come(text: str, said_at: datetime | None, now: datetime) -> bool:
    """Return whether a message announces a change for a day after `now`."""
    start = starts(text, said_at.date()) if said_at is not None else None
    return start is not None and start > now.date()


def _told(said: Mapping[str, Sequence[Chunk]]) -> dict[str, list[Told]]:
    """Return the statements of each message; those on how things are or what happened only if some message has one that these may
    change or be changed by."""
    told: dict[str, list[Told]] = {
        message: [statement for chunk in chunks for statement in values_of(chunk)] for message, chunks in said.items()
    }
    compared = [each for statements in told.values() for each in statements if isinstance(each, _COMPARED)]
    wanted = {term[:ROOT] for each in compared for term in each.subject}
    for message, statements in told.items():
        for chunk in said[message]:
            text = chunk.text.casefold()
            if any(root in text for root in wanted):
                statements += _holdings_of(chunk)
    return told


@cached_per_chunk
def values_of(chunk: Chunk) -> tuple[Valued, ...]:
    """Return the statements of a message that may replace others."""
    return values(chunk.text)


@cached_per_chunk
def _holdings_of(chunk: Chunk) -> tuple[Held, ...]:
    return holdings(chunk.text)


def _marked(candidate: Candidate, superseding: Mapping[str, str]) -> Candidate:
    later = superseding.get(candidate.passage.chunk.parent) if _is_message(candidate.passage) else None
    return replace(candidate, passage=replace(candidate.passage, superseded_by=later)) if later else candidate


def _is_message(passage: Passage) -> bool:
    return passage.chunk.source is Source.MESSAGE


def _ranked(rank: int, candidate: Candidate) -> Candidate:
    return candidate if candidate.passage.rank == rank else replace(candidate, passage=replace(candidate.passage, rank=rank))


def _least_needed(kept: Sequence[Candidate]) -> int:
    """Return the index of the last candidate that is in no pair, or else of the last superseded one."""
    passages = [candidate.passage for candidate in kept]
    later = {passage.superseded_by for passage in passages}
    superseded = [index for index, passage in enumerate(passages) if passage.superseded_by is not None]
    unpaired = [
        index for index, passage in enumerate(passages) if passage.superseded_by is None and passage.chunk.parent not in later
    ]
    return max(unpaired or superseded or [len(kept) - 1])
