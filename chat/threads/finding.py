"""Search for words in a user's threads: in their names, messages, document names and passages, also of attached libraries.

A hit contains every word as typed, ignoring case. There is no index for this: scanning 50,000 messages takes a tenth of a
second, and so nothing needs to be erased when messages are deleted.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal

from sqlalchemy import Row, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import chunks, documents, messages, threads
from chat.threads.conversations.conversations import visible
from chat.threads.queries.containing import contains

Kind = Literal["thread", "message", "document", "passage"]
MOST_WORDS = 10
_AROUND = 90
"""Characters shown before the first match; twice as many are shown after it."""
_PARTS = re.compile(r'"([^"]+)"|(\S+)')


@dataclass(frozen=True, slots=True)
class Snippet:
    """An excerpt of a text, and the (start, end) positions of the matched words in it."""

    text: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where the words were found."""

    kind: Kind
    thread: str
    thread_name: str | None
    snippet: Snippet
    at: datetime
    message: str | None = None
    document: str | None = None
    document_name: str | None = None
    page: int | None = None
    start: int = 0
    end: int = 0
    """`start` and `end` are the offsets of a passage in the document's text."""
    library: str | None = None
    library_name: str | None = None
    """`library` and `library_name` are those of the library, attached to the thread, that holds the document."""


class Finding:
    """Searches for words with SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(
        self, user: str, query: str, most: int, libraries: Mapping[str, tuple[str, str | None]] = MappingProxyType({})
    ) -> list[Hit]:
        """Return at most `most` hits of each kind, most recent first: thread names, then documents, messages and passages.

        `libraries` maps the ids of libraries to be searched as well to the id and name of the thread under which their hits are
        reported.
        """
        words = words_of(query)
        if not words:
            return []
        own = *visible(user), threads.c.incognito.is_(False)
        holding = or_(and_(*own), threads.c.id.in_(libraries))
        named = select(threads.c.id, threads.c.name, threads.c.updated_at).where(*own, *_all(threads.c.name, words))
        thread = threads.c.id.label("thread"), threads.c.name.label("thread_name")
        said = (
            select(*thread, messages.c.id, messages.c.content, messages.c.created_at)
            .join(threads, threads.c.id == messages.c.thread_id)
            .where(*own, messages.c.recall != "gone", *_all(messages.c.content, words))
            .order_by(messages.c.created_at.desc(), messages.c.sequence.desc())
        )
        held = (
            select(*thread, documents.c.id, documents.c.name, documents.c.created_at)
            .join(threads, threads.c.id == documents.c.thread_id)
            .where(holding, *_all(documents.c.name, words))
            .order_by(documents.c.created_at.desc())
        )
        same = and_(documents.c.thread_id == chunks.c.thread_id, documents.c.id == chunks.c.parent_id)
        written = (
            select(*thread, chunks.c.text, chunks.c.page, chunks.c.start, chunks.c.end)
            .add_columns(documents.c.id, documents.c.name.label("document_name"), documents.c.created_at)
            .join(threads, threads.c.id == chunks.c.thread_id)
            .join(documents, same)
            .where(holding, chunks.c.source == "document", *_all(chunks.c.text, words))
            .order_by(documents.c.created_at.desc(), chunks.c.index)
        )
        named = named.order_by(threads.c.updated_at.desc())
        by_name, held_rows, said_rows, written_rows = await asyncio.gather(
            *(self._rows(statement.limit(most)) for statement in (named, held, said, written))
        )
        found = [Hit("thread", row.id, row.name, snippet(row.name, words), row.updated_at) for row in by_name]
        for row in held_rows:
            about = {"document": row.id, "document_name": row.name, **_holder(row, libraries)}
            found.append(Hit("document", snippet=snippet(row.name, words), at=row.created_at, **about))
        for row in said_rows:
            shown = snippet(row.content, words)
            found.append(Hit("message", row.thread, row.thread_name, shown, row.created_at, message=row.id))
        for row in written_rows:
            place = {"page": row.page, "start": row.start, "end": row.end}
            about = {"document": row.id, "document_name": row.document_name, **place, **_holder(row, libraries)}
            found.append(Hit("passage", snippet=snippet(row.text, words), at=row.created_at, **about))
        return found

    async def _rows(self, statement: Any) -> Sequence[Row[Any]]:  # Any: a statement's type repeats its columns
        """Run a statement on its own connection, so that several can run concurrently."""
        async with self._engine.connect() as connection:
            return (await connection.execute(statement)).all()


def words_of(query: str) -> tuple[str, ...]:
    """Return the distinct words and quoted phrases of a query as typed: case-folded, "Straße" would match no text."""
    parts = (phrase or word for phrase, word in _PARTS.findall(query))
    once: dict[str, str] = {}
    for word in filter(None, (part.strip() for part in parts)):
        once.setdefault(word.casefold(), word)
    return tuple(once.values())[:MOST_WORDS]


def snippet(text: str, words: Sequence[str]) -> Snippet:
    """Return the excerpt of a text around the first matching word, with white space collapsed."""
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    flat = " ".join(text.split())
    first = pattern.search(flat)
    at, to = first.span() if first else (0, 0)
    begin = flat.rfind(" ", 0, max(0, at - _AROUND)) + 1
    end = flat.find(" ", to + 2 * _AROUND)
    end = len(flat) if end < 0 else end
    before, behind = "… " if begin else "", " …" if end < len(flat) else ""
    shown = f"{before}{flat[begin:end]}{behind}"
    return Snippet(shown, tuple((match.start(), match.end()) for match in pattern.finditer(shown)))


def _holder(row: Row[Any], libraries: Mapping[str, tuple[str, str | None]]) -> dict[str, str | None]:  # Any: a row of columns
    """Return the fields of a hit for the thread of a document and the library, if any, through which it is found there."""
    if row.thread not in libraries:
        return {"thread": row.thread, "thread_name": row.thread_name}
    thread, name = libraries[row.thread]
    return {"thread": thread, "thread_name": name, "library": row.thread, "library_name": row.thread_name}


def _all(column: Any, words: Sequence[str]) -> Iterable[Any]:  # Any: column expressions
    return [contains(column, word) for word in words]
