"""Questions whose time is that of an event told earlier: "What happened before the move?", "... when we moved in?".

An event is found by a search of the user's messages; its date then takes the place of its name, so that the question is read like
any other with a date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from chat.domain import Passage
from chat.retrieval.dates.named_dates import COUNT, UNIT
from chat.retrieval.dates.periods import periods
from chat.retrieval.question.phrasing import looks_back
from chat.text import terms
from chat.text.languages import language_of
from chat.text.possessives import OURS_IN_EACH_FORM
from chat.text.related import related

_OWNED = rf"(?:{OURS_IN_EACH_FORM}|the|his|her|their|that|dem|der|den|des|das|die|dein\w*|le|la|les|leur|el|los|las|su|tu)"
_DETERMINER = re.compile(_OWNED, re.IGNORECASE)
_EVENT = rf"(?:(?:{_OWNED}\s+|l['’]|zum\s+|zur\s+|au\s+|du\s+|del\s+)(?:[\w'’-]+\s+){{0,4}}?[\w'’-]+)"
_TAIL = r"(?P<tail>(?:\s+(?:passiert|geschehen|los|entschieden|\w*ge\w+(?:t|en)))?)"
"""The German participle at the end."""
_CLAUSE = r"(?:(?:j['’]|(?:i|we|my|our|ich|wir|mein\w*|je|nous|yo|nos|me)\s+)(?:[\w'’-]+\s+){1,5}[\w'’-]+|(?:i|we)\s+[\w'’-]+)"
_BEFORE = r"(?:before|prior to|vor|bevor|avant(?: que| de)?|antes de(?: que)?)"
_AFTER = r"(?:after|following|since|nach|nachdem|seit|après(?: que)?|depuis(?: que)?|después de(?: que)?|desde(?: que)?)"
_WHEN = r"(?:when|als|quand|lorsque|cuando)"
_COUNTED = rf"(?P<counted>(?:{COUNT}\s+{UNIT}\s+)?)"
_SIDE = rf"(?:(?P<before>{_BEFORE})|(?P<after>{_AFTER}))"
_BETWEEN = re.compile(
    rf"^(?P<asked>.+?)\b(?:between|zwischen|entre)\s+(?P<event>{_EVENT})\s+(?:and|und|et|y)\s+(?P<until>{_EVENT}){_TAIL}\W*$",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    rf"^(?P<asked>.+?),?\s+{_COUNTED}{_SIDE}\s+(?P<event>{_EVENT}|{_CLAUSE}){_TAIL}\W*$",
    re.IGNORECASE,
)
_IN_FRONT = re.compile(rf"^\W*{_COUNTED}{_SIDE}\s+(?P<event>{_EVENT}|{_CLAUSE}),\s+(?P<asked>.+)$", re.IGNORECASE)
_AT_THE_TIME = re.compile(rf"^(?P<asked>.+?),?\s+{_WHEN}\s+(?P<event>{_CLAUSE})\W*$", re.IGNORECASE)
_OVER = re.compile(
    r"\b(?:happened|passiert|geschehen|war|hieß|kostete|passé|était|pasó|ocurrió|sucedió|era|estaba|hice|hicimos|fui|fuimos|estuve)\b",
    re.IGNORECASE,
)
_YET_TO_COME = re.compile(
    r"\b(?:should|shall|must|need|can|could|will|would|may|soll\w*|muss\w*|müss\w*|kann|könn\w*|darf|dürf\w*"
    r"|dois|devons|doit|faut|peux|debo|debemos|puedo|hay que|have to|has to|to do)\b",
    re.IGNORECASE,
)
_LASTING_UP_TO_IT = re.compile(
    r"^\W*(?:how (?:long|often|many)|why|wie (?:lange|oft|viele)|warum|combien|pourquoi|cuánt[oa]s?|por qué)\b", re.IGNORECASE
)
"""Matches questions for what lasted until an event, or came of it: what was said then is not all that they ask for."""
_AHEAD = re.compile(
    r"\b(?:will|going to|planned|plan|planning|is on|soon|next|tomorrow|before|wird|werden|geplant|bald|nächste\w*|morgen|vor"
    r"|demain|prochaine?|prévu\w*|bientôt|avant|mañana|próxim[oa]|antes"
    r"|looking forward|excited|nervous|can['’]t wait|preparing|training for)\b",
    re.IGNORECASE,
)
"""Words of what is told ahead of an event."""
_ALIKE = 0.5
"""Similarity from which a message may call the event by another word."""
_NEAR = timedelta(days=60)
_SHORT = timedelta(days=2)
_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BesideEvents:
    """A question for a time beside one event, or between two."""

    asked: str
    """The question without its time."""
    side: str
    """The words of the time, with a place for the date of each event."""
    events: tuple[str, ...]
    tail: str = ""
    """What follows the time."""
    counted: str = ""
    """How long before or after the event: "a week "."""

    def dated(self, dates: Sequence[date]) -> str:
        """Return the question with the dates of its events, so that its time excludes their days."""
        if len(dates) == 2:
            first, last = sorted(dates)
            dates = (first + _A_DAY, max(first + _A_DAY, last - _A_DAY))
        elif self.counted:
            dates = [each - _A_DAY if self.side.startswith("before") else each + _A_DAY for each in dates]
        return f"{self.asked.rstrip(' ?')} {self.counted}{self.side.format(*dates)}{self.tail}?"


def beside_events(question: str) -> BesideEvents | None:
    """Return the events by which a question gives its time, in English, German, French and Spanish; `None` if it gives none so,
    or does not look back."""
    if _YET_TO_COME.search(question) or _LASTING_UP_TO_IT.match(question) or not (looks_back(question) or _OVER.search(question)):
        return None
    if match := _BETWEEN.match(question):
        return BesideEvents(match["asked"].strip(), "between {} and {}", (match["event"], match["until"]), match["tail"])
    if match := _BESIDE.match(question) or _IN_FRONT.match(question):
        side = "before {}" if match["before"] else "after {}"
        return BesideEvents(
            match["asked"].strip(), side, (match["event"],), match.groupdict().get("tail") or "", match["counted"]
        )
    if match := _AT_THE_TIME.match(question):
        return BesideEvents(match["asked"].strip(), "by {}", (match["event"],))
    return None


def date_of(event: str, found: Sequence[Passage]) -> date | None:
    """Return the day of an event, told by the best of the passages found for it that mention it: those that tell of it as over
    before those that look forward to it; `None` if none does."""
    language = language_of(event, " ".join(passage.chunk.text for passage in found))
    wanted = [term for term in terms(event, language) if not _DETERMINER.fullmatch(term)]
    telling = [
        passage
        for passage in found
        if passage.own and passage.created_at is not None and wanted and _mentions(passage.chunk.text, wanted, language)
    ]
    best = min(telling, key=lambda passage: bool(_AHEAD.search(passage.chunk.text)), default=None)
    return None if best is None else _day_of(best)


def _mentions(text: str, wanted: Sequence[str], language: str) -> bool:
    held = set(terms(text, language))
    return all(
        term in held or any(word in held for word, likeness in related(term).items() if likeness >= _ALIKE) for term in wanted
    )


def _day_of(passage: Passage) -> date:
    """Return the day that a message names, if it names a near one, or else that on which it was said."""
    said = passage.created_at
    assert said is not None
    named = [
        each.start for each in periods(passage.chunk.text, said) if each.start and each.end and each.end - each.start <= _SHORT
    ]
    near = [start for start in named if abs(start - said) <= _NEAR]
    return min(near, key=lambda start: abs(start - said), default=said).date()
