"""Answer what the assistant advised: "What did you recommend for the floor?".

Advice seldom repeats what it is about: that is in the message that it answers, where the question's words are looked for, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from chat.dialogue.whose_words import whose_words
from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import beginning, list_of_turn
from chat.llm.quoting.presentation.wording import MOST_ITEMS, Quote
from chat.text import terms

_MOST_SENTENCES = 2
_SHARE = 0.6
"""Least share of the question's terms that the advice and the message before it hold."""
_AT_ONCE = timedelta(minutes=30)
"""Longest time between a message and the answer to it."""
_ADVISES = re.compile(
    r"\b(?:recommend\w*|suggest\w*|advi[sc]e\w*|propos\w*|your (?:\w+ )?(?:guess|opinion|verdict|estimate|view|take)"
    r"|(?:say|said|tell|told)(?=.*\b(?:about|to|on|for|if|when|regarding)\b)"
    r"|geraten|empfohlen|vorgeschlagen|(?:vorschlag|rat|empfehlung|vermutung|einschätzung|meinung|tipps?)\b|gesagt(?=\W*$)|erklärt"
    r"|conseill\w+|recommand\w+|suggér\w+"
    r"|recomend\w+|suger\w+|aconsej\w+)\b",
    re.IGNORECASE,
)
_WHICH = re.compile(r"^\W*(?:and |so )?(?:which|who|whom|welche\w*|wen|quel\w*|cuál\w*)\b", re.IGNORECASE)
_RECOMMENDS = re.compile(
    r"\b(?:recommend\w*|suggest\w*|advi[sc]e|i(?:['’]d| would)|(?:go|start|stick) with|should|best to|empfehl\w*|würde|rate"
    r"|solltest|am besten|conseill\w*|recommand\w*|devrais|recomiend\w*|deberías)\b",
    re.IGNORECASE,
)
_REST = re.compile(
    r",? (?:and|und|et|y) (?:who|what|which|when|where|how|did|wer|was|welche\w*|wann|wo|wie|qui|que|quand|où|comment|quién|qué"
    r"|cuándo|dónde|cómo)\b.*",
    re.IGNORECASE | re.DOTALL,
)
"""A second question."""
_OF_SPEECH = frozenset(
    terms("recommend recommended suggest suggested advise advised advice propose proposed say said tell told think give gave")
    + terms("guess opinion verdict estimate view take u get ready prepare do")
    + terms("geraten empfohlen vorgeschlagen gesagt erklärt hast hatte mir vermutung einschätzung meinung tipp tipps", "german")
    + terms("conseillé recommandé suggéré proposé dit", "french")
    + terms("recomendado recomendaste sugerido aconsejado dicho dijiste", "spanish")
)


def quote_advice(question: str, evidence: Evidence) -> list[Quote]:
    """Return what the assistant advised about what the question names, from the pieces of each source; empty if the question asks
    otherwise, or none of its answers is about that."""
    pieces, sources, language = evidence.pieces, evidence.sources, evidence.language
    if whose_words(question) != "assistant" or not _ADVISES.search(question):
        return []
    wanted = frozenset(terms(_REST.sub("", question), language)) - _OF_SPEECH
    found = {at: _Advice.of(of_source) for at, of_source in enumerate(pieces) if of_source and _is_answer(sources[at])}
    shares = {at: _share(wanted, (advice.about, *_asked_before(sources[at], sources)), language) for at, advice in found.items()}
    several = len(wanted) > 1  # a single word is in many sentences
    named = {at: _sentence_naming(wanted, pieces[at], language) if several else None for at in found}
    own = {at: _share(wanted, (text,), language) if (text := named[at]) else 0.0 for at in found}
    best = max(found, key=lambda at: (max(own[at], shares[at]), own[at]), default=None)
    if best is None or max(own[best], shares[best]) < _SHARE:
        return []
    in_passing = named[best]
    if in_passing and own[best] > _share(wanted, (found[best].about,), language):
        return [Quote(best + 1, in_passing)]
    return found[best].quotes(best + 1, only_one=bool(_WHICH.match(question)))


def _sentence_naming(wanted: frozenset[str], pieces: Sequence[Piece], language: str) -> str | None:
    """Return the sentence that has most of the wanted terms."""
    texts = [piece.text for piece in pieces if piece.quotable]
    return max(texts, key=lambda text: _share(wanted, (text,), language), default=None)


@dataclass(frozen=True, slots=True)
class _Advice:
    """What an answer of the assistant advises."""

    opening: str
    """Its beginning."""
    longest_list: tuple[str, list[str], bool] | None
    """Its longest list, see `list_of_turn`."""
    recommending: tuple[str, ...]
    """The sentences outside of lists that recommend something, the last ones."""
    about: str
    """Its first sentence and all advice."""

    @classmethod
    def of(cls, pieces: Sequence[Piece]) -> _Advice:
        lists = {at: found for at in range(len(pieces)) if (found := list_of_turn(pieces, at)) is not None}
        longest_list = max(lists.values(), key=lambda found: len(found[1]), default=None)
        recommending = tuple(
            piece.text for at, piece in enumerate(pieces) if piece.quotable and at not in lists and _RECOMMENDS.search(piece.text)
        )[-_MOST_SENTENCES:]
        title, items, _ = longest_list or ("", [], False)
        return cls(beginning(pieces), longest_list, recommending, "\n".join((pieces[0].text, title, *items, *recommending)))

    def quotes(self, marker: int, only_one: bool) -> list[Quote]:
        """Quote the list or else the beginning, and what is recommended; for `only_one` thing only the latter, if there."""
        recommending = [Quote(marker, text) for text in self.recommending]
        if only_one and recommending:
            return recommending
        if self.longest_list is None:
            others = [quote for quote in recommending if quote.text not in self.opening]
            return [Quote(marker, self.opening), *others]
        title, items, counted = self.longest_list
        return [Quote(marker, title, items=tuple(items[:MOST_ITEMS]), steps=counted), *recommending]


def _is_answer(source: Passage) -> bool:
    return source.chunk.source is Source.MESSAGE and source.role == "assistant"


def _asked_before(answer: Passage, sources: Sequence[Passage]) -> list[str]:
    """Return the messages of the user just before an answer."""
    return [
        source.chunk.text
        for source in sources
        if source.role == "user"
        and source.elsewhere == answer.elsewhere
        and source.created_at is not None
        and answer.created_at is not None
        and timedelta() <= answer.created_at - source.created_at <= _AT_ONCE
    ]


def _share(wanted: frozenset[str], texts: Sequence[str], language: str) -> float:
    return len(wanted & frozenset(terms("\n".join(texts), language))) / len(wanted) if wanted else 0.0
