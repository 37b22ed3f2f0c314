"""The benchmarks of `threadwise bench`, reported as ratios within one run so that the machine's speed cancels out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from chat.domain import Upload
from chat.evaluation.benchmarks import deleting, ingest, retrievers, search, starting, threads
from chat.evaluation.benchmarks.measuring import Measured
from chat.settings import Settings

Part = Callable[[Settings, Sequence[Upload]], Awaitable[list[Measured]]]

PARTS: dict[str, Part] = {
    "ingest": ingest.ingesting,
    "once": ingest.once,
    "waiting": ingest.waiting,
    "memory": ingest.remembering,
    "busy": ingest.busy,
    "again": lambda settings, files: ingest.again(settings),
    "search": lambda settings, files: search.searching(settings),
    "answer": lambda settings, files: search.answering(settings),
    "table": lambda settings, files: ingest.table(settings),
    "deleting": lambda settings, files: deleting.deleting(settings),
}
"""Parts that run by default. Each starts its own application; the files are used by those that measure reading files."""
BY_NAME = ("retrievers", "start", "threads")
"""Parts that take long or have additional requirements, and run only when named."""


def parts(count: int, sets: Path | None, others: str) -> dict[str, Part]:
    """Return all parts by name.

    `count` is the number of threads for `threads`, `sets` the folder of evaluation sets for `retrievers`, and `others` the Python
    interpreter of the environment with the other retrievers.
    """
    named: dict[str, Part] = {
        "threads": lambda settings, files: threads.visiting(settings, count),
        "start": lambda settings, files: starting.starting(settings),
    }
    if sets is not None:
        named["retrievers"] = lambda settings, files: retrievers.beside(settings, sets, others)
    return PARTS | named


async def bench(settings: Settings, part: Part, files: Sequence[Upload] = ()) -> list[Measured]:
    """Run one part with the embedding cache switched off."""
    forgetful = settings.embedding.model_copy(update={"embedding_cache_entries": 0})
    return await part(settings.model_copy(update={"embedding": forgetful}), files)
