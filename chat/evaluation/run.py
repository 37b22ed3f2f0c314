"""Runs an evaluation set through the product itself: its ingestion, its search, with the settings in use."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from chat.assembly import Application, build
from chat.assistant import Assistant
from chat.domain import Found, Question, User, utc_now
from chat.errors import ThreadwiseError
from chat.evaluation.scores import Rows, TextSpan, intervals, means, of_ranking, of_spans
from chat.evaluation.sets import EvaluationSet, Filling, load, together
from chat.events import Added
from chat.settings import Settings

_PASSAGES = 60
"""Passages of each search: several may belong to one unit."""
_NO_BUDGET = 10**9
"""Ranking is measured, not what fits into a prompt."""
_MESSAGES_AT_ONCE = 200
_FILES_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Report:
    """What one set gave."""

    name: str
    """Of the set, and how it was asked when there are several ways."""
    part: str
    questions: int
    without_passages: int
    metrics: Mapping[str, float]
    """In percent."""
    intervals: Mapping[str, tuple[float, float]]
    """95 % confidence intervals of the same."""
    categories: Mapping[str, Mapping[str, float]]
    """The same metrics by kind of question, where the set tells kinds."""
    ingest_seconds: float
    search_ms: float
    """Median over the questions, embedding included."""


@asynccontextmanager
async def application(settings: Settings) -> AsyncIterator[tuple[Application, User]]:
    """The product on a data folder that is gone afterwards, and somebody who uses it."""
    with tempfile.TemporaryDirectory(prefix="threadwise-eval-") as folder:
        server = settings.server.model_copy(update={"data": Path(folder)})
        running = build(settings.model_copy(update={"server": server}))
        await running.start()
        try:
            yield running, await running.accounts.local_user()
        finally:
            await running.close()


async def evaluate(folder: Path, part: str, settings: Settings, cutoffs: Sequence[int], one_thread: bool = False) -> Report:
    """Fill the set's threads (or one with all of it), ask its questions, score what is found."""
    chosen = together(load(folder, part)) if one_thread else load(folder, part)
    async with application(settings) as (running, user):
        started = perf_counter()
        documents: dict[str, str] = {}
        for thread, filling in chosen.threads.items():
            documents |= await _fill(running.assistant, user, thread, filling)
        filled = perf_counter()
        found = await _ask(running.assistant, user, chosen)
    rows = score(chosen, found, documents, cutoffs)
    return Report(
        name=f"{chosen.name}, together" if one_thread else chosen.name,
        part=part,
        questions=len(found),
        without_passages=sum(not one.passages for one in found.values()),
        metrics=means(rows),
        intervals=intervals(rows),
        categories=_by_category(chosen, rows),
        ingest_seconds=round(filled - started, 1),
        search_ms=round(median(one.timing_ms["total"] for one in found.values()), 1),
    )


def _by_category(chosen: EvaluationSet, rows: Rows) -> dict[str, dict[str, float]]:
    kinds: dict[str, Rows] = defaultdict(dict)
    for asked in chosen.questions:
        if asked.category and asked.id in rows:
            kinds[asked.category][asked.id] = rows[asked.id]
    return {kind: means(of_kind) for kind, of_kind in sorted(kinds.items())}


def score(chosen: EvaluationSet, found: Mapping[str, Found], documents: Mapping[str, str], cutoffs: Sequence[int]) -> Rows:
    """The set's metrics of each question; `documents` names the set's id of each document."""
    if chosen.unit == "span":
        spans = {
            question: [
                TextSpan(documents[passage.chunk.parent], passage.chunk.start, passage.chunk.end) for passage in one.passages
            ]
            for question, one in found.items()
        }
        return of_spans(chosen.references, spans)
    units = {
        question: [chosen.unit_of(passage, documents.get(passage.chunk.parent)) for passage in one.passages]
        for question, one in found.items()
    }
    return of_ranking(chosen.judged, units, cutoffs)


async def _fill(assistant: Assistant, user: User, thread: str, filling: Filling) -> dict[str, str]:
    """Add messages and files as a person would; the set's id of each document, by ours."""
    await assistant.create_thread(user, id=thread)
    for at in range(0, len(filling.drafts), _MESSAGES_AT_ONCE):
        await assistant.add_messages(user, thread, filling.drafts[at : at + _MESSAGES_AT_ONCE])
    names: dict[str, str] = {}
    for at in range(0, len(filling.files), _FILES_AT_ONCE):
        batch = filling.files[at : at + _FILES_AT_ONCE]
        jobs = await assistant.start_reading(user, thread, [upload for _, upload in batch])
        names |= {job.document: id for job, (id, _) in zip(jobs, batch, strict=True)}
        async for event in assistant.follow(jobs):
            if isinstance(event, Added) and event.document.error_detail:
                raise ThreadwiseError(f"{event.document.name} was not read: {event.document.error_detail}")
    return names


async def _ask(assistant: Assistant, user: User, chosen: EvaluationSet) -> dict[str, Found]:
    now = {thread: _end(filling) for thread, filling in chosen.threads.items()}
    return {
        asked.id: await assistant.search(
            user,
            Question(
                thread=asked.thread,
                text=asked.text,
                now=now[asked.thread],
                history=asked.history,
                top_k=_PASSAGES,
                budget_characters=_NO_BUDGET,
            ),
        )
        for asked in chosen.questions
        if asked.thread in chosen.threads
    }


def _end(filling: Filling) -> datetime:
    """When the conversation ended: age counts from there."""
    times = [draft.created_at for draft in filling.drafts if draft.created_at is not None]
    return max(times, default=utc_now())
