"""Work that goes on beside a question: nobody waits for it, or only who needs it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from chat.answering.courtesy import courtesy
from chat.domain import Question
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed

_LONG = 600
"""Characters from which a question may be searched in pieces."""


class Beside:
    """Holds what is at work until it has ended."""

    def __init__(self) -> None:
        self._at_work: set[asyncio.Task[Any]] = set()  # Any: what they return is not looked at

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:  # Any: as above
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def wait(self) -> None:
        """Until nothing is."""
        await asyncio.gather(*self._at_work, return_exceptions=True)


async def embedded_ahead(embedder: Embedder, question: Question) -> None:
    """Embed the question while it is stored and understood: its search then finds the vector among those kept. Nothing where the
    search has no use for it."""
    if question.mode == "keyword" or len(question.text) > _LONG or courtesy(question.text) is not None:
        return
    with suppress(EmbeddingFailed):  # the search tells it
        await embedder.embed([question.text], urgent=True)
