"""Files on their way in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """A file's way. The percentage of each stage stands in `ingestion.pipeline`."""

    WAITING = "waiting"
    EXTRACTING = "extracting"
    CHUNKING = "chunking"
    EMBEDDING = "embedding"
    INDEXING = "indexing"
    RECOGNISING = "recognising"
    COMPLETE = "complete"


class JobState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """How far the reading of one file is; what the progress element polls."""

    id: str
    thread: str
    document: str
    name: str
    """File name, for people."""
    state: JobState
    stage: Stage
    done: int
    of: int
    percent: int
    error_code: str | None = None
    error_detail: str | None = None
    askable: bool = False
    """Its text is found by its words already. Not stored: a job that is taken up again says so anew."""
