"""When turns were said, where a question asks for that: for what is so now, what was said later of the same may have ended or
changed it; for what was in a month, what was neither said in it nor names it is no answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from chat.domain import Passage
from chat.llm.quoting.hearing import Heard
from chat.llm.quoting.question.qualifiers import months
from chat.text import terms
from chat.text.languages import ENGLISH

_STILL = re.compile(r"\b(?:still|immer noch|noch|toujours|encore|todavía|aún|sigue|ещё|еще)\b", re.IGNORECASE)
_STILL_ENGLISH = re.compile(r"\bstill\b", re.IGNORECASE)
_OF_FIRST = frozenset(terms("original originally initial initially first beginning planned wanted"))
_NEAR = 3
"""Rank up to which a later or earlier turn is taken along."""
_SAME_THING = 2
"""Terms that two turns share which are of the same thing."""


def asks_whether_still(question: str, language: str) -> bool:
    """Whether it may ask for the end of something."""
    return bool((_STILL_ENGLISH if language == ENGLISH else _STILL).search(question))


def with_later(
    chosen: Sequence[int],
    others: Sequence[int],
    heard: Sequence[Heard],
    sources: Sequence[Passage],
    wanted: frozenset[str],
) -> tuple[int, ...]:
    """The chosen turns of one person's conversation, behind those that were found right beside the first, were said later and
    share a term with what is `wanted`."""
    if not chosen:
        return ()
    first = sources[heard[chosen[0]].source]
    later = [
        at
        for at in others
        if _is_near(source := sources[heard[at].source]) and _is_later(source, first) and wanted & heard[at].terms
    ]
    return _in_front(later, chosen)


def with_earlier(
    chosen: Sequence[int],
    others: Sequence[int],
    heard: Sequence[Heard],
    sources: Sequence[Passage],
    wanted: frozenset[str],
) -> tuple[int, ...]:
    """The chosen turns of one person's conversation, behind those that were found right beside the first, were said earlier and
    share a term with what is `wanted`, or two with the first."""
    if not chosen:
        return ()
    telling = wanted - _OF_FIRST
    first = sources[heard[chosen[0]].source]
    held = frozenset(terms(first.chunk.text))
    earlier = [
        at
        for at in others
        if _is_near(source := sources[heard[at].source])
        and _is_later(first, source)
        and (telling & heard[at].terms or len(held.intersection(terms(source.chunk.text))) >= _SAME_THING)
    ]
    return _in_front(earlier, chosen)


def latest_first(
    chosen: Sequence[int], renewing: Sequence[int], heard: Sequence[Heard], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """The chosen turns behind those that tell what there is one of at a time ("I'm down to 80 kilos"), the last said first."""
    if not chosen:
        return ()
    said = [(sources[heard[at].source].created_at, at) for at in renewing]
    latest = [at for when, at in sorted((when, at) for when, at in said if when is not None)][::-1]
    return _in_front(latest, chosen)


def _in_front(some: Sequence[int], chosen: Sequence[int]) -> tuple[int, ...]:
    return (*some, *(at for at in chosen if at not in some))


def of_months(
    chosen: Sequence[int], asked: Collection[int], heard: Sequence[Heard], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """The chosen turns that were said in one of the months asked for, 1 to 12, or name it; all of them where none was."""
    return tuple(at for at in chosen if _is_of(sources[heard[at].source], asked)) or tuple(chosen)


def _is_of(source: Passage, asked: Collection[int]) -> bool:
    said = set() if source.created_at is None else {source.created_at.month}
    return not said.union(months(source.chunk.text)).isdisjoint(asked)


def _is_near(source: Passage) -> bool:
    return source.of_one_person and source.rank <= _NEAR


def _is_later(source: Passage, other: Passage) -> bool:
    return other.created_at is not None and source.created_at is not None and source.created_at > other.created_at
