"""Drop quotes that repeat another one: neighbouring chunks overlap, and a list is chosen once for each of its items."""

from __future__ import annotations

from collections.abc import Sequence

from chat.domain import Passage
from chat.llm.quoting.presentation.wording import Quote
from chat.llm.quoting.question.analysis import Question
from chat.text import terms

_SAME_WORDS = 0.8
"""Share of the shorter quote's terms from which it adds nothing to the longer one."""


def without_repetitions(quotes: Sequence[Quote], question: Question, sources: Sequence[Passage]) -> list[Quote]:
    """Return the quotes without repetitions. A quote with a term of the question or a figure that the other lacks is kept; so are
    a statement that replaced another one, and the replaced one."""
    later = {source.superseded_by for source in sources} - {None}
    kept: list[Quote] = []
    for quote in quotes:
        own = _terms(quote, question.language)
        others = [_terms(other, question.language) for other in kept]
        source = sources[quote.marker - 1]
        changed = source.superseded_by is not None or source.chunk.parent in later
        if not own or changed or not any(_says_nothing_new(own, other, question.terms) for other in others if other):
            kept.append(quote)
    return [
        quote
        for at, quote in enumerate(kept)
        if not any(_is_part(quote, other) for other in kept) and not _is_shown(quote, kept[:at])
    ]


def _terms(quote: Quote, language: str) -> set[str]:
    return set(terms(" ".join((quote.text, *quote.items)), language))


def _says_nothing_new(own: set[str], other: set[str], wanted: frozenset[str]) -> bool:
    specific = {term for term in own if term in wanted or term.isdecimal()}
    return len(own & other) >= _SAME_WORDS * min(len(own), len(other)) and specific <= other


def _is_part(quote: Quote, other: Quote) -> bool:
    """Return whether another quote contains this one, as when a sentence was quoted along with its neighbour."""
    plain = quote.text and not quote.items and quote.decides is None
    return bool(plain) and quote.marker == other.marker and quote.text != other.text and quote.text in other.text


def _is_shown(quote: Quote, better: Sequence[Quote]) -> bool:
    """Return whether a better quote has the same lines of code, more of them, or just those of them that answer."""
    own = _lines(quote)
    return bool(own) and any(own <= shown or shown <= own for shown in map(_lines, better) if shown)


def _lines(quote: Quote) -> set[str]:
    """Return the lines of code that go with a quote, without their fences."""
    return {bare for line in quote.code.splitlines() if (bare := line.strip()) and not bare.startswith(("```", "~~~"))}
