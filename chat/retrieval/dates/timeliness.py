"""How well messages fit the time a question is about: by when they were said, and by whether they mention a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from chat.dialogue.asked_time import Intent, intent
from chat.domain import Chunk, Passage, Question, Source
from chat.retrieval.dates import periods, recency
from chat.retrieval.dates.calendar_words import DAYS, LAST, MONTHS, THIS, UNITS
from chat.retrieval.dates.periods import Period
from chat.retrieval.per_chunk import cached_per_chunk
from chat.settings import RetrievalSettings
from chat.text.calendar_names import WEEKDAYS, one_of

_UNIT = one_of({*UNITS, *WEEKDAYS})
_ASKS_WHEN = re.compile(
    r"^\W*(?:when|since when|how long|how many (?:days|weeks|months|years)|(?:(?:in|on|at|by) )?(?:what|which) (?:date|day|month"
    r"|year|time)|wann|seit wann|wie lange|an welchem tag|quand|depuis quand|combien de temps|cuándo|desde cuándo|cuánto tiempo"
    r"|(?:da )?quando|(?:per )?quanto tempo|(?:desde )?quando|há quanto tempo"
    r"|когда|как долго|сколько времени)\b",
    re.IGNORECASE,
)
_PLAIN_MONTHS = MONTHS.keys() - {"may", "march", "mars", "mai", "jan", "sept"}
"""Month names without those that, in lower case, are other words or names."""
_TELLS_WHEN = re.compile(
    rf"\b(?:{one_of({*DAYS, *WEEKDAYS, *_PLAIN_MONTHS})}|(?-i:May|March|Mars|Mai|Jan|Sept)|tomorrow|tonight|recently|just|since"
    rf"|ago|the other day|(?:19|20)\d\d|назад|(?:{one_of({*LAST, *THIS, 'next', 'for'})})\s+(?:\w+\s+)?(?:night|{_UNIT})"
    rf"|(?:vor|seit|il y a|depuis|hace|há|da)\s+\w+\s+(?:{_UNIT})|\w+\s+(?:{_UNIT})\s+(?:fa|atrás))\b",
    re.IGNORECASE,
)
_MONTH = timedelta(days=31)
"""A longer or open-ended period says too little about when."""
_INSTANT = timedelta(microseconds=1)


def factors(said_at: NDArray[np.float64], question: Question, settings: RetrievalSettings) -> NDArray[np.float64]:
    """Return a bounded factor for each message, so that nothing is filtered out; `said_at` is in seconds since the epoch.

    Dates in the question determine which time it asks for; a word like "first" or "now" next to them does not.
    """
    named = periods.periods(question.meant, question.now)
    by_age = recency.factors(
        said_at,
        question.now.timestamp(),
        Intent.NEUTRAL if named else intent(question.meant),
        question.half_life_days or settings.half_life_days,
        settings.recency_floor,
        settings.neutral_recency_floor,
    )
    return by_age * periods.factors(said_at, named, settings.told_later_days, settings.period_floor) if named else by_age


def worded(question: Question, candidates: Sequence[Passage], settings: RetrievalSettings) -> list[Passage]:
    """Return the candidates, best first, with recency adjusted by what they say: a message that mentions a date of the question's
    period belongs to that period.

    Nothing can have been said at a future time; if some messages mention a date in it, the others are treated as of another time.
    """
    named = periods.periods(question.meant, question.now)
    if named:
        dated = [_names(passage, named) for passage in candidates]
        if any(dated) and all(
            period.end is not None and period.start is not None and period.start > question.now for period in named
        ):
            candidates = [_of_another_time(passage, settings) for passage in candidates]
        candidates = [_with_factor(passage, 1.0) if names else passage for passage, names in zip(candidates, dated, strict=True)]
        candidates = sorted(candidates, key=lambda passage: -passage.score)
    return telling(question.meant, candidates, settings.untimed_factor)


def timely(question: Question, found: Sequence[Passage]) -> frozenset[str]:
    """Return the ids of the chunks of messages that were said in the time the question asks for, or name a date in it."""
    named = periods.periods(question.meant, question.now) if question.recency else ()
    return frozenset(passage.chunk.id for passage in found if named and (_is_of(passage, named) or _names(passage, named)))


def _is_of(passage: Passage, named: Sequence[Period]) -> bool:
    said = passage.created_at
    return said is not None and any(period.overlaps(Period(said, said + _INSTANT)) for period in named)


def _names(passage: Passage, named: Sequence[Period]) -> bool:
    """Return whether a message mentions a date within these periods."""
    if passage.created_at is None:
        return False
    return any(period.overlaps(asked) for period in _dates_of(passage.chunk, passage.created_at) for asked in named)


@cached_per_chunk
def _dates_of(chunk: Chunk, said_at: datetime) -> tuple[Period, ...]:
    """Return the dates a message mentions; one without a year may also be that of the next year."""
    told = [
        period
        for period in periods.periods(chunk.text, said_at)
        if period.start and period.end and period.end - period.start <= _MONTH
    ]
    return (*told, *(later for period in told if (later := period.a_year_on()).start and later.start > said_at))


def _of_another_time(passage: Passage, settings: RetrievalSettings) -> Passage:
    if passage.created_at is None:
        return passage
    return _with_factor(passage, settings.period_floor * passage.scores.recency)


def _with_factor(passage: Passage, factor: float) -> Passage:
    return passage.with_scores(replace(passage.scores, recency=factor))


def telling(question: str, candidates: Sequence[Passage], untimed: float) -> list[Passage]:
    """Multiply the score of messages that mention no time by `untimed`, for a question that asks when. Best first."""
    if not _ASKS_WHEN.search(question):
        return list(candidates)
    weighed = [
        _with_factor(passage, passage.scores.recency * untimed)
        if passage.chunk.source is Source.MESSAGE and not _TELLS_WHEN.search(passage.chunk.text)
        else passage
        for passage in candidates
    ]
    return sorted(weighed, key=lambda passage: -passage.score)
