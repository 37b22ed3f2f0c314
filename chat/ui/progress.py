"""Files that are being read: one element for an upload, one row a file; it asks our job route how far each is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chat.domain import Job, JobState
from chat.text import unit_of

Props = dict[str, Any]  # Any: JSON for an element of the page


def progress(jobs: Sequence[Job]) -> Props:
    """Properties of the `Progress` element: where each file stands now, and what to ask for the rest."""
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
        "error": {"code": job.error_code, "detail": job.error_detail} if failed else None,
    }
