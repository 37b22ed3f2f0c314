"""Jobs that read uploaded files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """A step in reading a file. `ingestion.pipeline` defines the percentage of each stage."""

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
    """Progress of reading one file, as polled by the progress element."""

    id: str
    thread: str
    document: str
    name: str
    """File name, for display."""
    state: JobState
    stage: Stage
    done: int
    of: int
    """Steps of this stage, of which `done` are done."""
    percent: int
    """0 to 100, over all stages."""
    error_code: str | None = None
    error_detail: str | None = None
    askable: bool = False
    """Keyword search finds its text already. Not stored: a resumed job reports it again."""
    repeated: bool = False
    """The thread held the same file, or was reading it, when this one was accepted. Not stored."""
