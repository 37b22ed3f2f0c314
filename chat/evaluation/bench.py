"""How fast it is, as ratios within one run, so that the machine's own speed falls out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from chat.domain import Upload
from chat.evaluation.benchmarks import ingest, search
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
}
"""Each starts a product of its own; files are given to those that measure files."""


async def bench(settings: Settings, part: Part, files: Sequence[Upload] = ()) -> list[Measured]:
    """One part, with nothing embedded remembered from before."""
    forgetful = settings.embedding.model_copy(update={"embedding_cache_entries": 0})
    return await part(settings.model_copy(update={"embedding": forgetful}), files)
