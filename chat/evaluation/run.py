"""Runs an evaluation set through the product itself: its ingestion, its search, with the settings in use."""

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
"""Passages of each search: several may belong to one unit."""
NO_BUDGET = 10**9
"""Ranking is measured, not what fits into a prompt."""
_CURVE = 25
"""Ranks of the curve of recall."""


class Over(StrEnum):
    """How the product is reached."""

    PROCESS = "process"
    HTTP = "http"


_PLACES: dict[Over, Callable[[Settings], AbstractAsyncContextManager[Place]]] = {
    Over.PROCESS: direct,
    Over.HTTP: lambda settings: served(),  # a process of its own reads them from the same environment
}


@dataclass(frozen=True, slots=True)
class Category:
    """The questions of one kind."""

    questions: int
    metrics: Mapping[str, float]
    """In percent."""
    intervals: Mapping[str, tuple[float, float]]
    """95 % confidence intervals of the same."""


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
    categories: Mapping[str, Category]
    """By kind of question, where the set tells kinds."""
    ingest_seconds: float
    search_ms: float
    """Median over the questions, embedding included, as the product says."""
    over: Over = Over.PROCESS
    curve: Sequence[float] = ()
    """Recall in the first 1, 2, 3 ... units (passages of a set of spans), percent."""
    waited_ms: Sequence[float] = field(default=(), repr=False)
    """Of each question, as whoever asked saw it."""


async def evaluate(
    folder: Path,
    part: str,
    settings: Settings,
    cutoffs: Sequence[int],
    one_thread: bool = False,
    over: Over = Over.PROCESS,
) -> Report:
    """One set, by a product that is started for it and gone afterwards."""
    async with _PLACES[over](settings) as place:
        return await evaluate_at(place, over, folder, part, cutoffs, one_thread)


async def evaluate_at(
    place: Place, over: Over, folder: Path, part: str, cutoffs: Sequence[int], one_thread: bool = False
) -> Report:
    """Fill the set's threads (or one with all of it), ask its questions, score what is found."""
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
    """The set's metrics of each question; `documents` names the set's id of each document."""
    if chosen.unit == "span":
        return of_spans(chosen.references, _spans(found, documents))
    return of_ranking(chosen.judged, _units(chosen, found, documents), cutoffs)


def recall(chosen: EvaluationSet, found: Mapping[str, Sequence[Hit]], documents: Mapping[str, str]) -> float:
    """Of all that is found: the mean share of relevant units, or of the references' characters, percent."""
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
    """Add messages and files as a person would; the set's id of each document, by ours."""
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
    """When the conversation ended: age counts from there."""
    times = [draft.created_at for draft in filling.drafts if draft.created_at is not None]
    return max(times, default=utc_now())
