"""Render analytics as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from chat.api.render import time
from chat.api.types import Json
from chat.threads.analytics.figures import PERCENTILES, Counts, Figures, Unanswered, Used

TIMED = ("search", "first_word", "answer")


def figures(value: Figures, everybody: bool) -> Json:
    """Return the figures as JSON; for `everybody`, counts only, without questions and documents."""
    shape: Json = {
        "period": {"days": value.days, "first": value.first.isoformat(), "last": value.last.isoformat()},
        **_counts(value.total),
        "mean_results": _rounded(value.total.mean_results),
        "documents_reached": value.documents_reached,
        "threads": value.threads,
        "by_day": [_day(day, counts) for day, counts in value.by_day.items()],
    }
    if everybody:
        return {**shape, "users": value.users}
    return {
        **shape,
        "unanswered": [_unanswered(each) for each in value.unanswered],
        "documents": [_used(each) for each in value.documents],
    }


def _counts(value: Counts) -> Json:
    return {
        "searches": value.searches,
        "questions": value.questions,
        "outcomes": {
            "answered": value.answered,
            "not_found": value.not_found,
            "stopped": value.stopped,
            "failed": value.failed,
        },
        "grounded_share": _rounded(value.grounded_share),
        "feedback": {"up": value.up, "down": value.down},
        "tokens": {
            "prompt": value.prompt_tokens,
            "completion": value.completion_tokens,
            "total": value.prompt_tokens + value.completion_tokens,
        },
        "cost": value.cost,
        "latency_ms": {name: _percentiles(value.latency.get(name)) for name in TIMED},
    }


def _day(day: date, value: Counts) -> Json:
    return {"day": day.isoformat(), **_counts(value)}


def _percentiles(ranks: Mapping[int, float] | None) -> Json | None:
    return {f"p{percent}": round(ranks[percent], 1) for percent in PERCENTILES} if ranks else None


def _unanswered(value: Unanswered) -> Json:
    return {
        "thread": {"id": value.thread, "name": value.thread_name},
        "message": value.message,
        "created_at": time(value.at),
        "question": value.text,
    }


def _used(value: Used) -> Json:
    return {
        "document": {"id": value.document, "name": value.name},
        value.kind: {"id": value.holder, "name": value.holder_name},
        "reached": value.reached,
        "cited": value.cited,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
