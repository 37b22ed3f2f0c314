"""What a question may search: its thread, and what the thread's settings open beside it.

Settings are what somebody once sent, so an id in them proves nothing: for each question the libraries and other threads are
looked up among the rows of the person who asks, as they are at that moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chat.assistant.choosing import MODEL, SYSTEM_PROMPT
from chat.domain import LONGEST_HALF_LIFE, Elsewhere, Filters, Question, Source, Thread, ThreadSettings, User
from chat.errors import InvalidRequest, Unavailable
from chat.index.base import Collection
from chat.ingestion.indexer import Indexer
from chat.ingestion.memory import MessageIndexer
from chat.threads.conversations.conversations import Conversations
from chat.threads.documents.libraries import Libraries
from chat.threads.people.visitors import Visitors

_SWITCHES = ("documents", "memory", "other_threads")
_TEXTS = {MODEL: 1_000, SYSTEM_PROMPT: 20_000}
"""With their most characters. Whether a model is there is asked where it is chosen: what a thread keeps, or a bundle brings in,
outlives the settings that name the models."""
HALF_LIFE, LIBRARIES = "half_life_days", "libraries"
_UNITS = {HALF_LIFE: "days, "}
"""Of numbers; the panel's label names it."""
MOST_LIBRARIES = 20
"""Attached to one thread; each is a search of its own."""
NOWHERE = "Nothing was searched: documents and memory are off in this conversation's settings."


def checked(given: Mapping[str, object]) -> dict[str, object]:
    """Return settings as somebody sent them, with `None` for the default. InvalidRequest for an unknown one or a wrong type."""
    for name, value in given.items():
        why = wrong(name, value)
        if why is not None:
            raise refused(name, why)
    return dict(given)


def refused(name: str, why: str) -> InvalidRequest:
    """Return a refusal in the words of the HTTP API."""
    return InvalidRequest(f"settings.{name}: {_UNITS.get(name, '')}{why}")


def wrong(name: str, value: object) -> str | None:
    """Return why a setting can't be this, to stand behind its name; `None` when it can."""
    if name in _SWITCHES:
        return None if value is None or isinstance(value, bool) else "true or false."
    if name in _TEXTS:
        fits = value is None or (isinstance(value, str) and len(value) <= _TEXTS[name])
        return None if fits else f"a text of at most {_TEXTS[name]:,} characters."
    if name == HALF_LIFE:
        return None if value is None or _is_half_life(value) else f"more than 0 and at most {LONGEST_HALF_LIFE:,}."
    if name != LIBRARIES:
        return f"there is no such setting; there are {', '.join((*_SWITCHES, *_TEXTS, HALF_LIFE, LIBRARIES))}."
    if value is not None and not (isinstance(value, list) and all(isinstance(id, str) for id in value)):
        return "a list of ids of libraries."
    return f"at most {MOST_LIBRARIES}." if isinstance(value, list) and len(value) > MOST_LIBRARIES else None


def settings_of(thread: Thread) -> ThreadSettings:
    """Return a thread's settings as they are stored; what is not of its type counts as not set."""
    stored = thread.settings
    switches = {name: value for name in _SWITCHES if isinstance(value := stored.get(name), bool)}
    attached = stored.get(LIBRARIES)
    ids = (id for id in attached if isinstance(id, str)) if isinstance(attached, list) else ()
    half_life = stored.get(HALF_LIFE)
    days = float(half_life) if isinstance(half_life, int | float) and _is_half_life(half_life) else None
    return ThreadSettings(**switches, libraries=tuple(ids)[:MOST_LIBRARIES], half_life_days=days)


def _is_half_life(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= LONGEST_HALF_LIFE


class Scope:
    """Finds what a question may search."""

    def __init__(
        self,
        conversations: Conversations,
        libraries: Libraries,
        visitors: Visitors,
        indexer: Indexer,
        memory: MessageIndexer,
        most_threads: int,
    ) -> None:
        self._conversations = conversations
        self._libraries = libraries
        self._visitors = visitors
        self._indexer = indexer
        self._memory = memory
        self._most_threads = most_threads

    async def opened(self, user: User, thread: Thread, question: Question) -> Question:
        """Return the question with where it is searched. Whoever names sources decides on the thread's own documents and
        messages; what is elsewhere is opened by the settings alone."""
        settings = settings_of(thread)
        on = frozenset(
            source for source, set_on in ((Source.DOCUMENT, settings.documents), (Source.MESSAGE, settings.memory)) if set_on
        )
        sources = on if question.sources is None else question.sources
        elsewhere: list[Elsewhere] = []
        if Source.DOCUMENT in sources & on and question.libraries:
            elsewhere += await self._libraries.attached(user.id, settings.libraries)
            if user.role == "visitor":
                elsewhere += await self._visitors.granted(user.id)
        if Source.MESSAGE in sources & on and settings.other_threads and question.other_threads:
            elsewhere += await self._libraries.other_threads(user.id, thread.id, self._most_threads)
        half_life = question.half_life_days or settings.half_life_days
        return replace(question, sources=sources, elsewhere=tuple(elsewhere), half_life_days=half_life)

    async def in_step(self, question: Question) -> tuple[Question, str | None]:
        """Return the question without what can't be searched now, and a sentence that names it: threads of which something that
        was taken back might still be found, and what was indexed with another embedding model."""
        if not question.elsewhere:
            return question, None if question.sources else NOWHERE
        stale = await self._unsettled([place.id for place in question.elsewhere if place.kind == "thread"])
        matching = await self._indexer.matching([Collection(place.id, place.source) for place in question.elsewhere])
        left = [place for place in question.elsewhere if place.id in stale or Collection(place.id, place.source) not in matching]
        if not left:
            return question, None
        kept = tuple(place for place in question.elsewhere if place not in left)
        names = ", ".join(f"“{place.name}”" for place in left)
        return replace(question, elsewhere=kept), f"Left out, because not indexed with the embedding model in use: {names}."

    async def _unsettled(self, threads: list[str]) -> set[str]:
        """Bring the messages of threads into step; return the threads where that failed."""
        left = set[str]()
        for thread in await self._conversations.unsettled_threads(threads) if threads else ():
            try:
                await self._memory.settle(thread, urgent=True)
            except Unavailable:
                left.add(thread)
        return left


def holders(question: Question) -> dict[str, Elsewhere | None]:
    """Return what the question's documents are in: its thread, and libraries; nothing where documents are not searched."""
    own: dict[str, Elsewhere | None] = {question.thread: None} if Source.DOCUMENT in (question.sources or ()) else {}
    return own | {place.id: place for place in question.elsewhere if place.kind == "library"}


def of_all_messages(question: Question) -> bool:
    """Return whether all that was said is searched."""
    searched = question.sources is None or Source.MESSAGE in question.sources
    return searched and question.filters == Filters()
