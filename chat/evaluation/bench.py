"""How fast it is, as ratios within one run, so that the machine's own speed falls out."""

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
"""Each starts a product of its own; files are given to those that measure files."""
BY_NAME = ("retrievers", "start", "threads")
"""Further parts, which take long or need more than the product: they run when they are named."""


def parts(count: int, sets: Path | None, others: str) -> dict[str, Part]:
    """All of them; the number of threads, the sets and the interpreter of the other retrievers are for those that need them."""
    named: dict[str, Part] = {
        "threads": lambda settings, files: threads.visiting(settings, count),
        "start": lambda settings, files: starting.starting(settings),
    }
    if sets is not None:
        named["retrievers"] = lambda settings, files: retrievers.beside(settings, sets, others)
    return PARTS | named


async def bench(settings: Settings, part: Part, files: Sequence[Upload] = ()) -> list[Measured]:
    """One part, with nothing embedded remembered from before."""
    forgetful = settings.embedding.model_copy(update={"embedding_cache_entries": 0})
    return await part(settings.model_copy(update={"embedding": forgetful}), files)
