"""Usage statistics computed from the rows of inquiries, ratings and costs: for one thread, one user, or everybody.

Days are UTC days. Percentiles use the nearest-rank method and are computed here from streamed rows, because SQLite has no
function for them.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Executable, and_, case, distinct, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import documents, feedback, inquiries, inquiry_documents, messages, threads, usage

_LISTED_QUESTIONS = 100
_LISTED_DOCUMENTS = 20
_SHOWN_CHARACTERS = 500
"""Most characters of a question shown in the list."""
PERCENTILES = (50, 95, 99)
_TOGETHER = 2_000
"""Rows per batch when latencies are streamed."""
_TIMED = {"search": inquiries.c.search_ms, "first_word": inquiries.c.first_word_ms, "answer": inquiries.c.answer_ms}
_Rows = Sequence[Any]  # Any: SQLAlchemy types a row by its statement
Waits = dict[str, list[float]]
"""Latencies in milliseconds, by the name of what was timed (see `_TIMED`)."""
_Conditions = tuple[ColumnElement[bool], ...]


@dataclass(frozen=True, slots=True)
class Among:
    """Whose figures to compute: those of one thread, of one user or, with neither given, of everybody."""

    user: str | None = None
    thread: str | None = None

    @property
    def everybody(self) -> bool:
        return self.user is None and self.thread is None


@dataclass(frozen=True, slots=True)
class Counts:
    """The figures of one day, or of all days of a period together."""

    searches: int = 0
    """Questions that led to a search, and searches without a question."""
    passages: int = 0
    answered: int = 0
    not_found: int = 0
    stopped: int = 0
    failed: int = 0
    up: int = 0
    down: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    """`None` when no prices are configured."""
    latency: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """Percentiles in milliseconds of `search`, `first_word` and `answer`; names that were never timed are missing."""

    @property
    def questions(self) -> int:
        return self.answered + self.not_found + self.stopped + self.failed

    @property
    def grounded_share(self) -> float | None:
        """Share of answered questions among those that ended with or without an answer; `None` when there are none."""
        ended = self.answered + self.not_found
        return self.answered / ended if ended else None

    @property
    def mean_results(self) -> float | None:
        return self.passages / self.searches if self.searches else None


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question for which no source had an answer."""

    thread: str
    thread_name: str | None
    message: str
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Used:
    """A document, and how many questions and searches reached and cited it."""

    holder: str
    """Id of its thread or library."""
    holder_name: str | None
    kind: str
    """`thread` or `library`."""
    document: str
    name: str
    reached: int
    cited: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a period of days."""

    first: date
    last: date
    total: Counts
    by_day: Mapping[date, Counts]
    """Every day of the period, oldest first."""
    documents_reached: int
    users: int
    """Number of users who asked or searched."""
    threads: int
    unanswered: tuple[Unanswered, ...] = ()
    """The most recent unanswered questions; empty in the figures of everybody."""
    documents: tuple[Used, ...] = ()
    """The most cited documents; empty in the figures of everybody."""

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


class FigureRows:
    """Computes figures from database rows."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._sqlite = engine.dialect.name == "sqlite"

    async def of(self, among: Among, now: datetime, days: int) -> Figures:
        """Return the figures of the last `days` days, including today."""
        last = now.astimezone(UTC).date()
        first = last - timedelta(days=days - 1)
        since = datetime.combine(first, time(), UTC)
        async with self._engine.connect() as connection:
            found = _Period(connection, among, since, self._sqlite)
            by_day, total = await found.counts()
            reached, users, held = await found.spread()
            return Figures(
                first=first,
                last=last,
                total=total,
                by_day={day: by_day.get(day, Counts()) for day in (first + timedelta(days=at) for at in range(days))},
                documents_reached=reached,
                users=users,
                threads=held,
                unanswered=() if among.everybody else await found.unanswered(),
                documents=() if among.everybody else await found.documents(),
            )


class _Period:
    """Queries the figures of one period, each statement restricted to the same threads and days."""

    def __init__(self, connection: AsyncConnection, among: Among, since: datetime, sqlite: bool) -> None:
        self._connection = connection
        self._among = among
        self._since = since
        self._sqlite = sqlite

    async def counts(self) -> tuple[dict[date, Counts], Counts]:
        """Return the counts by day, and those of all days together."""
        counted: dict[date, dict[str, Any]] = defaultdict(lambda: defaultdict(int))  # Any: fields of Counts
        for day, kind, outcome, rows, searches, passages in await self._all(self._inquiries()):
            counted[_date(day)]["searches"] += searches
            counted[_date(day)]["passages"] += passages or 0
            if kind == "ask":
                counted[_date(day)][outcome] += rows
        for day, up, rows in await self._all(self._thumbs()):
            counted[_date(day)]["up" if up else "down"] += rows
        for day, prompt, completion, cost in await self._all(self._spent()):
            counted[_date(day)] |= {"prompt_tokens": prompt, "completion_tokens": completion, "cost": cost}
        total: dict[str, Any] = defaultdict(int)  # Any: as above
        for figures in counted.values():
            for name, value in figures.items():
                total[name] = value if name not in total else _plus(total[name], value)
        waits = await self._waits()
        by_day, overall = await asyncio.to_thread(_latencies, waits)
        days = {day: Counts(**figures, latency=by_day.get(day, {})) for day, figures in counted.items()}
        return days, Counts(**total, latency=overall)

    async def spread(self) -> tuple[int, int, int]:
        """Return the numbers of documents reached, of users who asked, and of threads in which they asked."""
        pairs = (
            select(inquiry_documents.c.thread_id, inquiry_documents.c.document_id)
            .join(inquiries, inquiries.c.id == inquiry_documents.c.inquiry_id)
            .join(threads, threads.c.id == inquiries.c.thread_id)
            .where(*self._asked())
            .distinct()
            .subquery()
        )
        people = select(func.count(distinct(threads.c.user_id)), func.count(distinct(threads.c.id)))
        [(reached,)] = await self._all(select(func.count()).select_from(pairs))
        [(users, held)] = await self._all(people.join_from(inquiries, threads, _HERE).where(*self._asked()))
        return reached, users, held

    async def unanswered(self) -> tuple[Unanswered, ...]:
        said = and_(messages.c.thread_id == inquiries.c.thread_id, messages.c.id == inquiries.c.message_id)
        statement = (
            select(
                threads.c.id,
                threads.c.name,
                messages.c.id,
                inquiries.c.created_at,
                func.substr(messages.c.content, 1, _SHOWN_CHARACTERS + 1),
            )
            .select_from(inquiries)
            .join(threads, _HERE)
            .join(messages, said)
            .where(*self._asked(), inquiries.c.outcome == "not_found", inquiries.c.kind == "ask", messages.c.recall != "gone")
            .order_by(inquiries.c.created_at.desc(), inquiries.c.id)
            .limit(_LISTED_QUESTIONS)
        )
        return tuple(Unanswered(thread, name, id, at, _shown(text)) for thread, name, id, at, text in await self._all(statement))

    async def documents(self) -> tuple[Used, ...]:
        held = and_(documents.c.thread_id == inquiry_documents.c.thread_id, documents.c.id == inquiry_documents.c.document_id)
        holder = threads.alias("holder")
        reached, cited = func.count().label("reached"), func.sum(case((inquiry_documents.c.cited, 1), else_=0)).label("cited")
        grouped = holder.c.id, holder.c.name, holder.c.kind, documents.c.id, documents.c.name
        statement = (
            select(*grouped, reached, cited)
            .select_from(inquiry_documents)
            .join(inquiries, inquiries.c.id == inquiry_documents.c.inquiry_id)
            .join(threads, _HERE)
            .join(documents, held)
            .join(holder, and_(holder.c.id == documents.c.thread_id, holder.c.user_id == threads.c.user_id))
            .where(*self._asked(), holder.c.deleted_at.is_(None))
            .group_by(*grouped)
            .order_by(cited.desc(), reached.desc(), documents.c.name, documents.c.id)
            .limit(_LISTED_DOCUMENTS)
        )
        return tuple(Used(*row) for row in await self._all(statement))

    def _inquiries(self) -> Executable:
        day = self._day(inquiries.c.created_at)
        return (
            select(
                day,
                inquiries.c.kind,
                inquiries.c.outcome,
                func.count(),
                func.count(inquiries.c.passages),
                func.sum(inquiries.c.passages),
            )
            .join(threads, _HERE)
            .where(*self._asked())
            .group_by(day, inquiries.c.kind, inquiries.c.outcome)
        )

    def _thumbs(self) -> Executable:
        day, up = self._day(feedback.c.created_at), case((feedback.c.value > 0, 1), else_=0)
        rated = select(day.label("day"), up.label("up")).join(threads, threads.c.id == feedback.c.thread_id)
        each = rated.where(*self._own(), feedback.c.created_at >= self._since).subquery()
        return select(each.c.day, each.c.up, func.count()).group_by(each.c.day, each.c.up)

    def _spent(self) -> Executable:
        """Return the statement for tokens and costs by day. Costs of deleted threads still count, but not towards any thread."""
        day = self._day(usage.c.created_at)
        whose = [
            column == value
            for column, value in ((usage.c.user_id, self._among.user), (usage.c.thread_id, self._among.thread))
            if value is not None
        ]
        sums = func.sum(usage.c.prompt_tokens), func.sum(usage.c.completion_tokens), func.sum(usage.c.cost)
        return select(day, *sums).where(*whose, usage.c.created_at >= self._since).group_by(day)

    async def _waits(self) -> dict[str, Waits]:
        """Return the latencies by day, read as a stream so that a hundred thousand rows do not block the event loop."""
        day = self._day(inquiries.c.created_at)
        statement = select(day, *_TIMED.values()).select_from(inquiries).join(threads, _HERE).where(*self._asked())
        found: dict[str, Waits] = defaultdict(lambda: {name: [] for name in _TIMED})
        async with self._connection.stream(statement) as rows:
            async for some in rows.partitions(_TOGETHER):
                for key, *waits in some:
                    for name, wait in zip(_TIMED, waits, strict=True):
                        if wait is not None:
                            found[key][name].append(wait)
        return found

    def _own(self) -> _Conditions:
        """Return the conditions for the threads of these figures, without those being deleted."""
        live = threads.c.deleted_at.is_(None)
        if self._among.thread is not None:
            return live, threads.c.id == self._among.thread
        return (live,) if self._among.user is None else (live, threads.c.user_id == self._among.user)

    def _asked(self) -> _Conditions:
        return *self._own(), inquiries.c.created_at >= self._since

    def _day(self, column: ColumnElement[Any]) -> ColumnElement[str]:  # Any: UtcTime's own type
        """Return the expression for a time's UTC day, such as `2026-05-08`.

        It uses literals instead of bound parameters, so that PostgreSQL recognises the same expression in SELECT and GROUP BY.
        """
        if self._sqlite:
            return func.date(column)
        return func.to_char(func.timezone(literal_column("'UTC'"), column), literal_column("'YYYY-MM-DD'"))

    async def _all(self, statement: Executable) -> _Rows:
        rows: _Rows = (await self._connection.execute(statement)).all()
        return rows


_HERE = threads.c.id == inquiries.c.thread_id


def percentiles(values: Sequence[float]) -> dict[int, float]:
    """Return the nearest-rank percentiles, each of which is one of the values; empty when there are no values."""
    ordered = sorted(values)
    return {percent: ordered[(len(ordered) * percent + 99) // 100 - 1] for percent in PERCENTILES} if ordered else {}


def _latencies(waits: Mapping[str, Waits]) -> tuple[dict[date, dict[str, dict[int, float]]], dict[str, dict[int, float]]]:
    """Return the latency percentiles by day and of all days, without names that were never timed."""
    by_day = {_date(day): {name: percentiles(values) for name, values in named.items() if values} for day, named in waits.items()}
    whole = {name: [wait for named in waits.values() for wait in named[name]] for name in _TIMED}
    return by_day, {name: percentiles(values) for name, values in whole.items() if values}


def _date(day: str) -> date:
    return date.fromisoformat(day)


def _plus(one: float | None, other: float | None) -> float | None:
    """Add two numbers, either of which may be `None`; `None` if both are."""
    return one if other is None else other if one is None else one + other


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS].rstrip() + "…"
