"""Questions for what was done on a day ("What did we do on 9 April?").

The answer was told on that day, or later with a name for it ("yesterday, at the lake"). It shares no words with the question, so
messages are chosen by their time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from chat.domain import Passage, Question, Source
from chat.retrieval.dates.periods import Period, periods
from chat.retrieval.dates.recounting import days_of_deeds

_LONGEST = timedelta(days=2)
"""A longer period mentioned in a message may be meant as a whole."""


def passages_of_that_day(question: Question, found: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return the user's turns that tell what was done on the days the question asks for, in the order in which they were said.

    Empty if the question asks for anything else, or if a document mentions one of the days.
    """
    days = days_of_deeds(question.meant, question.now)
    if not days or any(_names(passage, days, question.now) for passage in found if passage.chunk.source is Source.DOCUMENT):
        return ()
    telling = [passage for passage in found if passage.role == "user" and _tells_of(passage, days)]
    ordered = sorted(telling, key=lambda passage: passage.created_at or datetime.min.replace(tzinfo=UTC))
    return tuple(replace(passage, rank=rank) for rank, passage in enumerate(ordered, start=1))


def _tells_of(passage: Passage, days: Sequence[Period]) -> bool:
    said = passage.created_at
    if said is None:
        return False
    then = Period(said, said + timedelta(microseconds=1))
    if any(day.overlaps(then) for day in days):
        return True
    return all(day.end is not None and day.end <= said for day in days) and _names(passage, days, said)


def _names(passage: Passage, days: Sequence[Period], now: datetime) -> bool:
    named = [each for each in periods(passage.chunk.text, now) if _is_short(each)]
    return any(day.overlaps(each) for day in days for each in named)


def _is_short(period: Period) -> bool:
    return period.start is not None and period.end is not None and period.end - period.start <= _LONGEST
