"""Background tasks of a question, which its answer does not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from chat.answering.replies.courtesy import courtesy
from chat.domain import Question
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed

_LONG = 600
"""Characters from which on a question may be searched in pieces, so that its whole text is not embedded."""


class BackgroundTasks:
    """Keeps a reference to each running task, as asyncio does not."""

    def __init__(self) -> None:
        self._at_work: set[asyncio.Task[Any]] = set()  # Any: what they return is not looked at

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:  # Any: as above
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def wait(self) -> None:
        """Wait until all tasks have ended; their errors are ignored."""
        await asyncio.gather(*self._at_work, return_exceptions=True)


async def embedded_ahead(embedder: Embedder, question: Question) -> None:
    """Embed the question while it is being stored and rewritten, so that the search finds its vector in the embedding cache. Does
    nothing where the search needs no such vector."""
    if question.mode == "keyword" or len(question.text) > _LONG or courtesy(question.text) is not None:
        return
    with suppress(EmbeddingFailed):  # the search reports it
        await embedder.embed([question.text], urgent=True)
