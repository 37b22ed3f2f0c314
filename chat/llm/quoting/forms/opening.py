"""Answer questions about opening and closing times with the sentences and rows that give the hours.

These seldom use the words of the question: "Samstag: 6:00 bis 13:00 Uhr" under "Öffnungszeiten".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.headings import terms_above
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.presentation.wording import Quote
from chat.llm.quoting.question.presence import is_named
from chat.text import terms
from chat.text.calendar_names import WEEKDAY_ABBREVIATIONS, WEEKDAYS, one_of

_MOST = 7
"""Most quotes: one row per weekday."""
_MOST_WORDS = 12
"""Most words of such a question; a longer one asks for more."""
_ASKS = re.compile(
    r"[¿\s]*(?!.+\b(?:did|was|were|wurde|war)\b)(?:"
    r"(?:(?:(?:from|until|till|at)\s+)?(?:when|what\s+time)|how\s+(?:long|late)|(?:(?:ab|bis|von)\s+)?wann|wie\s+lange"
    r"|(?:ab\s+|bis\s+)?(?:um\s+)?wie\s?viel\s+uhr|(?:jusqu['’]|à\s+)?(?:quand|quelle\s+heure)|(?:hasta\s+|a\s+)?(?:cuándo|qué\s+hora))"
    r"(?P<whom>\b.*?)\b(?:opens?|close[sd]?|shut|öffne[nt]|geöffnet|offen|schließ(?:t|en)|geschlossen|ouvr\w+|ouvert\w*"
    r"|ferm\w+|abre\w*|abiert\w+|cierr\w+|cerrad\w+|(?:auf|zu)(?=\W*$))\b(?P<rest>.*)"
    r"|(?:what\s+are|what['’]s|was\s+sind|wie\s+sind|quels?\s+sont|cuál(?:es)?\s+(?:son|es))\b"
    r"(?P<before>.*?)\b(?:(?:opening|business|office)\s+(?:hours|times)|öffnungszeit(?:en)?|horaires?|horarios?)\b(?P<behind>.*)"
    r"|(?:is|are|do(?:es)?|ist|seid|sind|hat|habt|haben|(?:vous\s+)?êtes|est|sont|est[áa]n?)\b(?P<what>.*?)\b(?:open|closed|geöffnet"
    r"|offen|geschlossen|auf|zu|ouvert\w*|fermé\w*|abiert\w+|cerrad\w+)\b(?P<day>.*)"
    r")",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"\b(?:do|does|did|is|are|was|were|will|you|we|it|there|today|usually|mach(?:t|en)|ha(?:t|ben)|ist|sind|ihr|sie|es|man|normalerweise"
    r"|heute|est|sont|êtes|vous|está|están|d['’]ouverture|de\s+apertura)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:open(?:s|ing)?|hours|closed|closes|geöffnet|öffnet|öffnungszeit\w*|offen|sprechzeit\w*|besuch\w*|visit\w*|geschlossen|schließt"
    r"|ouvert\w*|horaires?|fermé\w*|horarios?|abiert\w+|abre|cerrad\w+)\b",
    re.IGNORECASE,
)
_CLOCK = r"\d{1,2}(?:[:.]\d\d)?\s*(?:uhr|h\b|[ap]\.?m\.?|heures?|horas?)?"
_HOURS = re.compile(
    rf"(?=.{{0,40}}(?:\d[:.]\d\d|uhr|\dh\b|[ap]\.?m\b|heures?|horas?))(?<![\d.,]){_CLOCK}\s*(?:[-–—]|bis|to|until|till|and|und|à|a|y|et)"
    rf"\s*(?:las\s+)?{_CLOCK}(?!\w)"
    r"|\b(?:closed|geschlossen|ruhetag|fermée?|cerrado)\b",
    re.IGNORECASE,
)
_DAY = rf"(?P<{{}}>{one_of(WEEKDAYS)}|(?-i:{one_of(word.title() for word in WEEKDAY_ABBREVIATIONS)})\.?)"
_DAYS = re.compile(
    rf"(?<!\w){_DAY.format('first')}s?(?!\w)(?:\s*(?:[-–—]|bis|to|through|à|au|a)\s*{_DAY.format('last')}s?(?!\w))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Hours:
    """A sentence or row that gives hours."""

    quote: Quote
    days: frozenset[int]
    """Weekdays named, Monday being 0; empty if it names none."""
    open: bool
    """It says more than when something is closed."""
    own_terms: frozenset[str]
    """The terms of the sentence and of the heading right above it."""
    passage_terms: frozenset[str]
    """The terms of all headings of its passage, and of its file's name."""
    place: tuple[int, str]
    """The index of its source and the heading right above it."""


def quote_opening_hours(question: str, evidence: Evidence) -> list[Quote]:
    """Return quotes from documents for the day asked for; empty if the question does not ask for hours, or none are given for
    what it asks about."""
    pieces, sources, language = evidence.pieces, evidence.sources, evidence.language
    preceding = evidence.preceding or [None] * len(sources)
    match = _ASKS.fullmatch(question.strip()) if len(question.split()) <= _MOST_WORDS else None
    if match is None:
        return []
    whose_and_when = " ".join(filter(None, match.groupdict().values()))
    days = _days(whose_and_when)
    wanted = terms(_AUXILIARY.sub(" ", _DAYS.sub(" ", whose_and_when)), language)
    hours = [
        each for at, source in enumerate(sources) for each in _hours_of_source(at, pieces[at], source, preceding[at], language)
    ]
    directly = [each for each in hours if all(is_named(word, each.own_terms, language) for word in wanted)]
    found = directly or [each for each in hours if all(is_named(word, each.passage_terms, language) for word in wanted)]
    if days:
        of_day = [each for each in found if days <= each.days]
        found = of_day or [each for each in found if not each.days]
    if not days and not any(each.open for each in found):
        return []
    return [each.quote for each in found if each.place == found[0].place][:_MOST]


def _hours_of_source(at: int, pieces: Sequence[Piece], source: Passage, before: int | None, language: str) -> Iterator[_Hours]:
    if source.chunk.source is not Source.DOCUMENT:
        return
    heading = " ".join(source.chunk.section[-1:])
    above = terms_above(source, pieces, language)
    for piece in pieces:
        if not piece.quotable:
            heading = heading if piece.rephrased else piece.text
        elif _HOURS.search(piece.text) and (_OPEN.search(piece.text) or _OPEN.search(heading)):
            own_terms = frozenset(terms(f"{piece.text} {heading}", language))
            also = before + 1 if piece.inherited and before is not None else None
            quote, is_open = Quote(at + 1, piece.text, rephrased=piece.rephrased, also=also), any(map(str.isdigit, piece.text))
            yield _Hours(quote, _days(piece.text), is_open, own_terms, above, (at, heading))


def _days(text: str) -> frozenset[int]:
    """Return the weekdays a text names, including those within a range."""
    found: set[int] = set()
    for match in _DAYS.finditer(text):
        first = _number(match["first"])
        last = _number(match["last"]) if match["last"] else first
        found.update((first + step) % 7 for step in range((last - first) % 7 + 1))
    return frozenset(found)


def _number(day: str) -> int:
    plain = day.casefold().rstrip(".")
    return WEEKDAYS[plain] if plain in WEEKDAYS else WEEKDAY_ABBREVIATIONS[plain]
