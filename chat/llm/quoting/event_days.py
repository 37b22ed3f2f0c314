"""The days on which events were, according to quotes that may name several days."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from functools import partial
from typing import Protocol

from chat.domain import Passage
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.passage.clauses import clauses
from chat.llm.quoting.selection import Judgement
from chat.text import terms
from chat.text.languages import language_of


class NamedDays(Protocol):
    """Reads the days that a text names, given when it was said."""

    def __call__(self, text: str, said_at: datetime) -> Sequence[date]: ...


_LEAST = 0.6
"""Least share of the event's terms in a text about it."""


def no_days(text: str, said_at: datetime) -> Sequence[date]:
    """Read no days."""
    return ()


def days_of_events(
    events: Sequence[Judgement],
    chosen: Collection[int],
    candidates: Sequence[Candidate],
    sources: Sequence[Passage],
    named_days: NamedDays,
) -> list[tuple[int, date]]:
    """Return, for each event, the chosen sentence that tells when it was, as an index into the candidates, and the day; empty
    unless each has one, and they differ."""
    days: list[tuple[int, date]] = []
    for event in events:
        for at in event.sentences:
            said_at = sources[candidates[at].source].created_at
            if at not in chosen or said_at is None:
                continue
            if (day := day_of(event.text, candidates[at].piece.text, partial(named_days, said_at=said_at))) is not None:
                days.append((at, day))
                break
    return days if len({day for _, day in days}) == len(events) > 1 else []


def day_of(event: str, text: str, days: Callable[[str], Sequence[date]]) -> date | None:
    """Return the only day that a text about an `event` names, or else the one in the clause that shares most words with it;
    `None` if there is none, or several such, or if the text may be about another event."""
    language = language_of(event, text)
    wanted = frozenset(terms(event, language))
    if len(wanted & frozenset(terms(text, language))) < _LEAST * len(wanted):
        return None
    every = set(days(text))
    if len(every) <= 1:
        return next(iter(every), None)
    shares: dict[date, int] = {}
    for clause in clauses(text):
        named = days(clause)
        if len(set(named)) == 1:
            shares[named[0]] = max(shares.get(named[0], 0), len(wanted & frozenset(terms(clause, language))))
    best = max(shares.values(), default=0)
    nearest = [day for day, share in shares.items() if share == best]
    return nearest[0] if best and len(nearest) == 1 else None
