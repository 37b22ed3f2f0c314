"""Notes on what an answer could not use: files that are still being read, and pages that cannot be read."""

from __future__ import annotations

import asyncio

from chat.assistant.parts import Parts
from chat.assistant.scope import holders
from chat.domain import Document, Found, Question, Source
from chat.text import pages_in_words, unit_of

_MOST_DOCUMENTS = 200
_GAP = 0.05
"""Share of a file's pages that, when they could not be read, is mentioned beside an answer from the others."""


class UnreadNotes:
    """Writes these notes."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def still(self, search: Question) -> str | None:
        """Wait for files that are being read, here and in libraries, at most `question_waits_seconds`; a sentence that names the
        others."""
        seconds = self._parts.settings.limits.question_waits_seconds
        waiting = (self._parts.jobs.wait(holder, seconds) for holder in holders(search))
        unread = [name for names in await asyncio.gather(*waiting) for name in names]
        return f"Not looked at yet, still being read: {', '.join(unread)}." if unread else None

    async def pages(self, search: Question, found: Found) -> list[str]:
        """Return a sentence for each file with unreadable pages, of the files behind the passages, or of all if there are
        none."""
        everything = not found.passages
        near = await self._all(search) if everything else await self._behind(found)
        return [sentence for document in near if (sentence := _gap(document, everything)) is not None]

    async def _all(self, search: Question) -> list[Document]:
        listed = self._parts.rows.documents.listed
        return [each for holder in holders(search) for each in (await listed(holder, _MOST_DOCUMENTS, None))[0]]

    async def _behind(self, found: Found) -> list[Document]:
        parents: dict[str, list[str]] = {}
        for thread, parent in dict.fromkeys(each.parent for each in found.passages if each.chunk.source is Source.DOCUMENT):
            parents.setdefault(thread, []).append(parent)
        return [each for thread, ids in parents.items() for each in await self._parts.rows.documents.several(thread, ids)]


def _gap(document: Document, everything: bool) -> str | None:
    """Return a sentence on the pages of a document that have no text; `None` for a few blank pages, unless `everything` is to be
    told."""
    coverage = document.coverage
    if coverage.awaiting_ocr:
        return f"Still being read from pictures: {pages_in_words(coverage.awaiting_ocr)} of {document.name}."
    missing = coverage.pages_without_text
    if missing and (everything or len(missing) >= _GAP * (document.pages or 1)):
        return f"Could not be read: {pages_in_words(missing, unit_of(document.name))} of {document.name}."
    return None
