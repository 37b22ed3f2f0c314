"""The metrics of the evaluation sets: of ranked units given relevance judgements, and of text spans given reference spans."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

Rows = dict[str, dict[str, float]]
"""Metrics from 0 to 1, by name, by question id."""
_RESAMPLES = 2_000


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A span of a document's text, from `start` to `end` in characters."""

    document: str
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


def of_ranking(
    judged: Mapping[str, Mapping[str, float]], results: Mapping[str, Sequence[str]], cutoffs: Sequence[int] = (5, 10, 25)
) -> Rows:
    """Return the metrics of each judged query; `judged` maps a query to its relevant units and their gains.

    A query without results counts as having found nothing; a repeated unit counts at its first rank. The metrics are R@k (share
    of the relevant units within the first k), all@k and hit@k (whether all or any of them are), nDCG@k, and MRR.
    """
    return {
        query: _ranking_row(gains, list(dict.fromkeys(results.get(query, ()))), cutoffs)
        for query, gains in judged.items()
        if gains
    }


def _ranking_row(gains: Mapping[str, float], ranked: Sequence[str], cutoffs: Sequence[int]) -> dict[str, float]:
    places = [place for place, unit in enumerate(ranked) if unit in gains]
    row: dict[str, float] = {}
    for cutoff in cutoffs:
        found = sum(place < cutoff for place in places)
        ideal = _discounted(enumerate(sorted(gains.values(), reverse=True)[:cutoff]))
        row[f"R@{cutoff}"] = found / len(gains)
        row[f"all@{cutoff}"] = float(found == len(gains))
        row[f"hit@{cutoff}"] = float(found > 0)
        row[f"nDCG@{cutoff}"] = _discounted((place, gains[ranked[place]]) for place in places if place < cutoff) / ideal
    row["MRR"] = 1 / (places[0] + 1) if places else 0.0
    return row


def _discounted(gains: Iterable[tuple[int, float]]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in gains)


def of_spans(
    references: Mapping[str, Sequence[TextSpan]],
    results: Mapping[str, Sequence[TextSpan]],
    first: int = 5,
    budgets: Sequence[int] = (2_000, 4_000, 8_000),
) -> Rows:
    """Return the metrics of each question in characters, as defined by Chroma's chunking_evaluation.

    recall, precision and IoU are those of the first `first` spans; a character retrieved twice counts twice as retrieved. full is
    whether every reference character was retrieved. recall@Bc is the recall of the spans taken in order while they fit in B
    characters.
    """
    return {query: _span_row(reference, results.get(query, ()), first, budgets) for query, reference in references.items()}


def recall_by_rank(judged: Mapping[str, Mapping[str, float]], results: Mapping[str, Sequence[str]], deepest: int) -> list[float]:
    """Return the mean share of the relevant units within the first 1, 2, ... units found, in percent."""
    rows = of_ranking(judged, results, range(1, deepest + 1))
    return [_percent(row[f"R@{cutoff}"] for row in rows.values()) for cutoff in range(1, deepest + 1)]


def recall_by_spans(
    references: Mapping[str, Sequence[TextSpan]], results: Mapping[str, Sequence[TextSpan]], deepest: int
) -> list[float]:
    """Return the mean share of the reference characters within the first 1, 2, ... spans found, in percent."""
    wanted = {query: sum(map(len, reference)) for query, reference in references.items()}
    return [
        _percent(_overlap(reference, results.get(query, ())[:first]) / wanted[query] for query, reference in references.items())
        for first in range(1, deepest + 1)
    ]


def _span_row(reference: Sequence[TextSpan], spans: Sequence[TextSpan], first: int, budgets: Sequence[int]) -> dict[str, float]:
    wanted, retrieved = sum(map(len, reference)), sum(map(len, spans[:first]))
    hit = _overlap(reference, spans[:first])
    union = retrieved + max(wanted - hit, 0)
    return {
        "recall": hit / wanted,
        "precision": hit / retrieved if retrieved else 0.0,
        "IoU": hit / union if union else 0.0,
        "full": float(hit / wanted > 0.999),
        **{f"recall@{budget}c": _overlap(reference, _fitting(spans, budget)) / wanted for budget in budgets},
    }


def _fitting(spans: Sequence[TextSpan], budget: int) -> list[TextSpan]:
    taken: list[TextSpan] = []
    for span in spans:
        budget -= len(span)
        if budget < 0:
            break
        taken.append(span)
    return taken


def _overlap(reference: Sequence[TextSpan], spans: Sequence[TextSpan]) -> int:
    """Return how many characters of the references the spans cover, counting each once."""
    shared = sorted(
        (one.document, max(one.start, other.start), min(one.end, other.end))
        for one in reference
        for other in spans
        if one.document == other.document and max(one.start, other.start) < min(one.end, other.end)
    )
    covered, last_document, last_end = 0, "", 0
    for document, start, end in shared:
        if document != last_document:
            last_document, last_end = document, 0
        covered += max(0, end - max(start, last_end))
        last_end = max(last_end, end)
    return covered


def means(rows: Rows) -> dict[str, float]:
    """Return the mean of each metric over the questions, in percent."""
    return {name: _percent(row[name] for row in rows.values()) for name in _names(rows)}


def intervals(rows: Rows) -> dict[str, tuple[float, float]]:
    """Return the 95 % confidence intervals of the means, in percent, by bootstrapping over the questions (Efron 1979).

    The draws are seeded, so that results are reproducible.
    """
    draws = np.random.default_rng(0).integers(0, len(rows), (_RESAMPLES, len(rows))) if rows else None
    found: dict[str, tuple[float, float]] = {}
    for name in _names(rows):
        values = np.array([row[name] for row in rows.values()])
        low, high = np.percentile(100 * values[draws].mean(axis=1), (2.5, 97.5)).round(2).tolist()
        found[name] = (low, high)
    return found


def _percent(shares: Iterable[float]) -> float:
    """Return the mean in percent, 0 for no values."""
    several = list(shares)
    return round(100 * fmean(several), 2) if several else 0.0


def _names(rows: Rows) -> tuple[str, ...]:
    return tuple(next(iter(rows.values()), {}))
