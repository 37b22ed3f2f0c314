"""What of the files a question could not be answered from: those that are still being read, and pages that can't be."""

from __future__ import annotations

import asyncio

from chat.assistant.parts import Parts
from chat.assistant.scope import holders
from chat.domain import Document, Found, Question, Source
from chat.text import pages_in_words, unit_of

_MOST_DOCUMENTS = 200
_GAP = 0.05
"""Share of a file's pages that, when they could not be read, is mentioned beside an answer from the others."""


class Unread:
    """Knows it, in sentences for the note of an answer."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def still(self, search: Question) -> str | None:
        """Names files that are still being read, here and in libraries; waits for them, at most so long."""
        seconds = self._parts.limits.question_waits_seconds
        waiting = (self._parts.jobs.wait(holder, seconds) for holder in holders(search))
        unread = [name for names in await asyncio.gather(*waiting) for name in names]
        return f"Not looked at yet, still being read: {', '.join(unread)}." if unread else None

    async def pages(self, search: Question, found: Found) -> list[str]:
        """Of the files that matter here: of those that passages come from, of all when there are none."""
        everything = not found.passages
        near = await self._all(search) if everything else await self._behind(found)
        return [sentence for document in near if (sentence := _gap(document, everything)) is not None]

    async def _all(self, search: Question) -> list[Document]:
        listed = self._parts.documents.listed
        return [each for holder in holders(search) for each in (await listed(holder, _MOST_DOCUMENTS, None))[0]]

    async def _behind(self, found: Found) -> list[Document]:
        parents: dict[str, list[str]] = {}
        for thread, parent in dict.fromkeys(each.parent for each in found.passages if each.chunk.source is Source.DOCUMENT):
            parents.setdefault(thread, []).append(parent)
        return [each for thread, ids in parents.items() for each in await self._parts.documents.several(thread, ids)]


def _gap(document: Document, everything: bool) -> str | None:
    """A few blank pages are not worth a word while other pages answer."""
    coverage = document.coverage
    if coverage.awaiting_ocr:
        return f"Still being read from pictures: {pages_in_words(coverage.awaiting_ocr)} of {document.name}."
    missing = coverage.pages_without_text
    if missing and (everything or len(missing) >= _GAP * (document.pages or 1)):
        return f"Could not be read: {pages_in_words(missing, unit_of(document.name))} of {document.name}."
    return None
