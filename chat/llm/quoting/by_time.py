"""Choose turns by when they were said, if the question depends on that.

For a question about the present, later turns on the same subject may have ended or changed it; for a question about a month, only
turns said in it or naming it answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import datetime

from chat.dialogue.asked_time import Intent, intent
from chat.dialogue.change_words import STILL
from chat.domain import Passage
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.question.qualifiers import months
from chat.text import terms
from chat.text.languages import ENGLISH

_STILL = re.compile(rf"\b(?:{STILL}|noch|ещё|еще)\b", re.IGNORECASE)
_STILL_ENGLISH = re.compile(r"\bstill\b", re.IGNORECASE)
_LAST = re.compile(
    r"\b(?:zuletzt|letztes mal|most recent(?:ly)?|lately|latest|last time"
    r"|(?:did|have|has|was|were)\s[\w’'-]+\s(?:[\w’'-]+\s)?last"
    r"|dernièrement|dernière fois|por última vez|última vez|recientemente)\b",
    re.IGNORECASE,
)
_OF_STILL = frozenset(terms("still"))
_OF_FIRST = frozenset(terms("original originally initial initially first beginning planned wanted"))
_THE_LAST = re.compile(
    r"\b(?:(?:my|our|the) last|(?:der|die|das|dem|den|mein\w*|unser\w*) letzte[rsnm]?|(?:mon|ma|notre|le|la) derni(?:er|ère)"
    r"|(?:mi|nuestr[oa]|el|la) últim[oa])\s+(?!names?\b|nights?\b|hours?\b|days?\b|weeks?\b|weekends?\b|months?\b|years?\b"
    r"|few\b|time\b|\d|tage?n?\b|wochen?\b|monate?n?\b|jahre?n?\b|mal\b|jours?\b|semaines?\b|mois\b|années?\b"
    r"|días?\b|semanas?\b|mes(?:es)?\b|años?\b)",
    re.IGNORECASE,
)
_TOP_RANK = 2
"""Rank up to which a later turn is about the same thing without sharing a word."""
OF_LAST = frozenset(
    term
    for language, words in (
        (
            ENGLISH,
            "last latest newest recent recently lately time thing go went going get got see saw seen have had make made take",
        ),
        ("german", "letzte letzten letzter letztes zuletzt mal letztmals gemacht gegangen gesehen gehabt"),
        ("french", "dernier dernière dernièrement fois chose allé fait vu eu"),
        ("spanish", "último última vez cosa fui hice vi tuve"),
    )
    for term in terms(words, language)
)
"""Terms of a question for the last of several that do not say of what."""
_NEAR_THE_TOP = 3
"""Rank up to which a later or earlier turn is added."""
_SAME_THING = 2
"""Number of shared terms from which two turns are about the same thing."""


def asks_whether_still(question: str, language: str) -> bool:
    """Return whether the question asks if something still holds, so that the answer may be its end."""
    return bool((_STILL_ENGLISH if language == ENGLISH else _STILL).search(question))


def with_later(
    chosen: Sequence[int],
    others: Sequence[int],
    candidates: Sequence[Candidate],
    sources: Sequence[Passage],
    wanted: frozenset[str],
    loosely: Collection[int] = (),
) -> tuple[int, ...]:
    """Prepend to the chosen turns those of one person's conversation that rank near the top, were said later than the first
    chosen turn and share a term with `wanted`, or are the latest of all and `loosely` about the same."""
    if not chosen:
        return ()
    first = sources[candidates[chosen[0]].source]
    latest = max((said for source in sources if source.of_one_person and (said := source.created_at)), default=None)
    about = [
        at
        for at in others
        if (wanted - _OF_STILL) & candidates[at].terms or (at in loosely and sources[candidates[at].source].created_at == latest)
    ]
    later = [at for at in about if _ranks_near_the_top(source := sources[candidates[at].source]) and _is_later(source, first)]
    return _in_front(later, chosen)


def with_earlier(
    chosen: Sequence[int],
    others: Sequence[int],
    candidates: Sequence[Candidate],
    sources: Sequence[Passage],
    wanted: frozenset[str],
) -> tuple[int, ...]:
    """Prepend to the chosen turns those of one person's conversation that rank near the top, were said earlier than the first
    chosen turn and share a term with `wanted`, or two terms with that turn."""
    if not chosen:
        return ()
    specific = wanted - _OF_FIRST
    first = sources[candidates[chosen[0]].source]
    first_terms = frozenset(terms(first.chunk.text))
    earlier = [
        at
        for at in others
        if _ranks_near_the_top(source := sources[candidates[at].source])
        and _is_later(first, source)
        and (specific & candidates[at].terms or len(first_terms.intersection(terms(source.chunk.text))) >= _SAME_THING)
    ]
    return _in_front(earlier, chosen)


def latest_first(
    chosen: Sequence[int], renewing: Sequence[int], candidates: Sequence[Candidate], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Prepend to the chosen turns those that state a value there is only one of at a time ("I'm down to 80 kilos"), latest
    first."""
    if not chosen:
        return ()
    said = [(sources[candidates[at].source].created_at, at) for at in renewing]
    latest = [at for when, at in sorted((when, at) for when, at in said if when is not None)][::-1]
    return _in_front(latest, chosen)


def asks_for_the_last(question: str) -> bool:
    """Return whether the question asks how something is now, or when it last was: "my current weight", "wie war es zuletzt"."""
    return intent(question) is Intent.PRESENT or bool(_LAST.search(question))


def asks_for_the_last_time(question: str) -> bool:
    """Return whether the question asks for the last of several: "When did I last run?", "my last haircut", "der letzte
    Ölwechsel"."""
    return bool(_LAST.search(question) or _THE_LAST.search(question))


def latest_of(
    chosen: Sequence[int],
    alike: Collection[int],
    loosely: Collection[int],
    candidates: Sequence[Candidate],
    sources: Sequence[Passage],
) -> tuple[int, ...]:
    """Put the user's own turns about the same thing first, the latest of them first: those that are `alike`, and behind the
    latest of these the later ones that rank at the top and are at least `loosely` about it."""

    def own(places: Collection[int]) -> list[tuple[datetime, int]]:
        said = [(sources[candidates[at].source], at) for at in places]
        return sorted((source.created_at, at) for source, at in said if source.own and source.created_at is not None)[::-1]

    dated = own(alike)
    if not dated or not chosen:
        return tuple(chosen)
    (last, latest), *earlier = dated
    later = [at for when, at in own(loosely) if when > last and sources[candidates[at].source].rank <= _TOP_RANK]
    return tuple(dict.fromkeys((latest, *later, *(at for _, at in earlier))))


def newest_first(
    chosen: Sequence[int], candidates: Sequence[Candidate], sources: Sequence[Passage], wanted: frozenset[str]
) -> tuple[int, ...]:
    """Sort the chosen turns that have the same terms of `wanted` as the first by when they were said, the latest first."""
    if not chosen:
        return ()
    shared = wanted & candidates[chosen[0]].terms
    alike = [
        (when, at)
        for at in chosen
        if wanted & candidates[at].terms == shared and (when := sources[candidates[at].source].created_at) is not None
    ]
    return _in_front([at for _, at in sorted(alike)[::-1]], chosen)


def _in_front(some: Sequence[int], chosen: Sequence[int]) -> tuple[int, ...]:
    return (*some, *(at for at in chosen if at not in some))


def of_months(
    chosen: Sequence[int], asked: Collection[int], candidates: Sequence[Candidate], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Keep the chosen turns that were said in one of the months asked for, 1 to 12, or name it; all of them if there is none."""
    return tuple(at for at in chosen if _is_of_months(sources[candidates[at].source], asked)) or tuple(chosen)


def of_time(
    chosen: Sequence[int],
    others: Sequence[int],
    candidates: Sequence[Candidate],
    sources: Sequence[Passage],
    timely: Collection[str],
    wanted: frozenset[str],
) -> tuple[int, ...]:
    """Return the chosen turns of one person's conversation that are of the time asked for, given as the ids of the chunks of such
    turns; if none of them is, the others of that time that rank near the top and share a term with `wanted`."""

    def is_of_time(at: int) -> bool:
        source = sources[candidates[at].source]
        return source.of_one_person and source.chunk.id in timely

    return tuple(filter(is_of_time, chosen)) or tuple(
        at
        for at in others
        if chosen and is_of_time(at) and _ranks_near_the_top(sources[candidates[at].source]) and wanted & candidates[at].terms
    )


def _is_of_months(source: Passage, asked: Collection[int]) -> bool:
    said = set() if source.created_at is None else {source.created_at.month}
    return not said.union(months(source.chunk.text)).isdisjoint(asked)


def _ranks_near_the_top(source: Passage) -> bool:
    return source.of_one_person and source.rank <= _NEAR_THE_TOP


def _is_later(source: Passage, other: Passage) -> bool:
    return other.created_at is not None and source.created_at is not None and source.created_at > other.created_at
