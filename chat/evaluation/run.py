"""Runs an evaluation set through the product's own ingestion and search, with the settings in use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from statistics import median
from time import perf_counter

from chat.domain import Question, utc_now
from chat.evaluation.places.base import Hit, Place, Reply
from chat.evaluation.places.direct import direct
from chat.evaluation.places.server import served
from chat.evaluation.scores import Rows, TextSpan, intervals, means, of_ranking, of_spans, recall_by_rank, recall_by_spans
from chat.evaluation.sets import EvaluationSet, Filling, load, together
from chat.settings import Settings

_PASSAGES = 60
"""Number of passages per search; several may belong to one unit."""
NO_BUDGET = 10**9
"""A character budget that never limits the passages: the ranking is measured, not what fits in a prompt."""
_CURVE = 25
"""Number of ranks in the curve of recall."""


class Over(StrEnum):
    """How the evaluation accesses the product."""

    PROCESS = "process"
    HTTP = "http"


_PLACES: dict[Over, Callable[[Settings], AbstractAsyncContextManager[Place]]] = {
    Over.PROCESS: direct,
    Over.HTTP: lambda settings: served(),  # the server process reads the settings from the same environment
}


@dataclass(frozen=True, slots=True)
class Category:
    """The metrics of the questions of one category."""

    questions: int
    metrics: Mapping[str, float]
    """In percent."""
    intervals: Mapping[str, tuple[float, float]]
    """95 % confidence intervals of the metrics."""


@dataclass(frozen=True, slots=True)
class Report:
    """The results of one evaluation set."""

    name: str
    """Name of the set, with how it was asked where there are several ways."""
    part: str
    questions: int
    without_passages: int
    metrics: Mapping[str, float]
    """In percent."""
    intervals: Mapping[str, tuple[float, float]]
    """95 % confidence intervals of the metrics."""
    categories: Mapping[str, Category]
    """Metrics by category of question, if the set has categories."""
    ingest_seconds: float
    search_ms: float
    """Median over the questions, including embedding, as reported by the product."""
    over: Over = Over.PROCESS
    curve: Sequence[float] = ()
    """Recall within the first 1, 2, 3 ... units (for a set of spans, passages), in percent."""
    waited_ms: Sequence[float] = field(default=(), repr=False)
    """Latency of each question as seen by the caller."""


async def evaluate(
    folder: Path,
    part: str,
    settings: Settings,
    cutoffs: Sequence[int],
    one_thread: bool = False,
    over: Over = Over.PROCESS,
) -> Report:
    """Evaluate one set with an instance of the product that is started for it."""
    async with _PLACES[over](settings) as place:
        return await evaluate_at(place, over, folder, part, cutoffs, one_thread)


async def evaluate_at(
    place: Place, over: Over, folder: Path, part: str, cutoffs: Sequence[int], one_thread: bool = False
) -> Report:
    """Fill the set's threads (with `one_thread`, a single one), ask its questions and score the passages found."""
    chosen = together(load(folder, part)) if one_thread else load(folder, part)
    started = perf_counter()
    documents: dict[str, str] = {}
    for thread, filling in chosen.threads.items():
        documents |= await fill(place, thread, filling)
    filled = perf_counter()
    found = await _ask(place, chosen)
    hits = {question: reply.hits for question, reply in found.items()}
    rows = score(chosen, hits, documents, cutoffs)
    return Report(
        name=f"{chosen.name}, together" if one_thread else chosen.name,
        part=part,
        questions=len(found),
        without_passages=sum(not each for each in hits.values()),
        metrics=means(rows),
        intervals=intervals(rows),
        categories=_by_category(chosen, rows),
        ingest_seconds=round(filled - started, 1),
        search_ms=round(median(reply.timing_ms["total"] for reply in found.values()), 1),
        over=over,
        curve=_curve(chosen, hits, documents),
        waited_ms=[round(reply.waited_ms, 1) for reply in found.values()],
    )


def score(
    chosen: EvaluationSet, found: Mapping[str, Sequence[Hit]], documents: Mapping[str, str], cutoffs: Sequence[int]
) -> Rows:
    """Return the metrics of each question; `documents` maps document ids to the ids used in the set."""
    if chosen.unit == "span":
        return of_spans(chosen.references, _spans(found, documents))
    return of_ranking(chosen.judged, _units(chosen, found, documents), cutoffs)


def recall(chosen: EvaluationSet, found: Mapping[str, Sequence[Hit]], documents: Mapping[str, str]) -> float:
    """Return the recall of all passages found, in percent: the mean share of relevant units or of reference characters."""
    deepest = max([1, *map(len, found.values())])
    if chosen.unit == "span":
        return recall_by_spans(chosen.references, _spans(found, documents), deepest)[-1]
    return recall_by_rank(chosen.judged, _units(chosen, found, documents), deepest)[-1]


def _curve(chosen: EvaluationSet, found: Mapping[str, Sequence[Hit]], documents: Mapping[str, str]) -> list[float]:
    if chosen.unit == "span":
        return recall_by_spans(chosen.references, _spans(found, documents), _CURVE)
    return recall_by_rank(chosen.judged, _units(chosen, found, documents), _CURVE)


def _spans(found: Mapping[str, Sequence[Hit]], documents: Mapping[str, str]) -> dict[str, list[TextSpan]]:
    return {question: [TextSpan(documents[hit.parent], hit.start, hit.end) for hit in hits] for question, hits in found.items()}


def _units(chosen: EvaluationSet, found: Mapping[str, Sequence[Hit]], documents: Mapping[str, str]) -> dict[str, list[str]]:
    return {question: [chosen.unit_of(hit, documents.get(hit.parent)) for hit in hits] for question, hits in found.items()}


def _by_category(chosen: EvaluationSet, rows: Rows) -> dict[str, Category]:
    kinds: dict[str, Rows] = defaultdict(dict)
    for asked in chosen.questions:
        if asked.category and asked.id in rows:
            kinds[asked.category][asked.id] = rows[asked.id]
    return {kind: Category(len(of_kind), means(of_kind), intervals(of_kind)) for kind, of_kind in sorted(kinds.items())}


async def fill(place: Place, thread: str, filling: Filling) -> dict[str, str]:
    """Add messages and files to a thread as a user would; return the set's id of each document, by document id."""
    await place.create(thread)
    await place.say(thread, filling.drafts)
    documents = await place.read(thread, [upload for _, upload in filling.files])
    return {document: id for document, (id, _) in zip(documents, filling.files, strict=True)}


async def _ask(place: Place, chosen: EvaluationSet) -> dict[str, Reply]:
    now = {thread: end(filling) for thread, filling in chosen.threads.items()}
    return {
        asked.id: await place.ask(
            Question(
                thread=asked.thread,
                text=asked.text,
                now=now[asked.thread],
                history=asked.history,
                top_k=_PASSAGES,
                budget_characters=NO_BUDGET,
            )
        )
        for asked in chosen.questions
        if asked.thread in chosen.threads
    }


def end(filling: Filling) -> datetime:
    """Return when the conversation ended, which is taken as the present for recency decay."""
    times = [draft.created_at for draft in filling.drafts if draft.created_at is not None]
    return max(times, default=utc_now())
