"""The element that shows the progress of an upload, one row per file; it polls our job route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chat.domain import Job, JobState
from chat.text import unit_of

Props = dict[str, Any]  # Any: JSON for an element of the page


def progress(jobs: Sequence[Job]) -> Props:
    """Return the properties of the `Progress` element: the present state of each file, and the ids with which to poll."""
    return {"jobs": [_row(job) for job in jobs]}


def _row(job: Job) -> Props:
    failed = job.state is JobState.FAILED
    return {
        "id": job.id,
        "thread": job.thread,
        "document": job.document,
        "name": job.name,
        "unit": unit_of(job.name),
        "state": job.state.value,
        "stage": job.stage.value,
        "percent": job.percent,
        "askable": job.askable,
        "repeated": job.repeated,
        "error": {"code": job.error_code, "detail": job.error_detail} if failed else None,
    }
