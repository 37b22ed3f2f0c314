"""Answer who attended a meeting, or was absent, with the line or the list of names that minutes have for it.

A list of names has none of the question's words and looks like a title, so nothing else quotes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.presentation.wording import Quote
from chat.text.calendar_names import MONTHS

_MOST_LINES = 60
"""Lines in which names are looked for."""
_LONGEST_NAME = 80
"""Most characters of a line with a name."""
_PRESENT = re.compile(
    r"\W*(?:(?:who|which people)\s(?:all\s)?(?:attended|took part|participated|joined the meeting|was in attendance"
    r"|w(?:as|ere) (?:present|there|at the|in the meeting))"
    r"|(?:who|what) (?:were|are) the (?:participants|attendees|people present)|(?:which|what) (?:participants|attendees)\b"
    r"|(?:list|name|show) (?:me )?(?:all )?(?:the )?(?:participants|attendees)"
    r"|wer (?:war|waren|hat|nahm|ist|sind)\b.*(?:anwesend|dabei|teilgenommen|teil|teilnehmer)|wer war (?:bei|auf|in) "
    r"|(?:qui|quelles personnes) (?:était|étaient|a|ont)\b.*(?:présente?s?|participé|assisté)"
    r"|(?:quién|quiénes) (?:asist\w+|estuv\w+|particip\w+))",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"\W*(?:who w(?:as|ere) (?:absent|missing|excused|not (?:there|present))"
    r"|who (?:did not|didn['’]t) (?:attend|come|take part)|who (?:sent|gave) (?:his |her |their )?(?:apologies|regrets)"
    r"|wer (?:war|hat|waren)\b.*(?:abwesend|entschuldigt|gefehlt|nicht da)|wer fehlte"
    r"|qui (?:était|étaient|est|sont)\b.*(?:absente?s?|excusée?s?)|(?:quién|quiénes) (?:falt\w+|no (?:asist|estuv)\w+))",
    re.IGNORECASE,
)
_OF_PRESENT = (
    r"present|participants?|attendees|attending|in attendance|attended by|anwesende?|anwesend(?: waren)?|teilnehmer(?:innen)?"
    r"|teilnehmende|présente?s?|participant(?:e)?s|étaient présents|asistentes|presentes|participantes|presenti|partecipanti"
    r"|aanwezigen?"
)
_OF_ABSENT = (
    r"absent|absentees|apologies|regrets|excused|abwesend|entschuldigt|excusée?s?|absente?s|ausentes|excusados|assenti|afwezig"
)
_LABELLED = r"^[ \t>*#-]*(?P<label>(?:{}))(?:[ \t]*\([^)\n]*\))?[ \t*]*(?::[ \t*]*(?P<rest>\S[^\n]*)?)?$"
_OF = tuple(
    (asks, re.compile(_LABELLED.format(labels), re.IGNORECASE | re.MULTILINE))
    for asks, labels in ((_ABSENT, _OF_ABSENT), (_PRESENT, _OF_PRESENT))
)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")
_MARK = re.compile(r"^[ \t>#-]*(?:\*(?!\*)[ \t]*)?")
"""What marks a line as a heading, a quotation or an item; a label in bold (`**Present:**`) keeps its asterisks."""
_BULLET = re.compile(r"^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+")


def quote_attendance(question: str, evidence: Evidence) -> list[Quote]:
    """Return the names of who attended, or was absent; empty if the question asks otherwise, if no document lists them, or if
    several do and the question does not give the day of one."""
    sources = evidence.sources
    label = next((label for asks, label in _OF if asks.match(question)), None)
    if label is None:
        return []
    found = [
        (quote, heading)
        for at, source in enumerate(sources)
        if source.chunk.source is Source.DOCUMENT
        for quote, heading in _lists_of_names(at + 1, source, label)
    ]
    if days := _dated(question):
        found = [(quote, heading) for quote, heading in found if days <= _dated(heading)]
    distinct = {(quote.text, quote.items): quote for quote, _ in reversed(found)}
    return [*distinct.values()] if len(distinct) == 1 else []


def _lists_of_names(marker: int, source: Passage, label: re.Pattern[str]) -> Iterator[tuple[Quote, str]]:
    """Yield each list of names of a passage, with the headings above it."""
    text = source.chunk.text
    for match in label.finditer(text):
        above = " ".join((*source.chunk.section, *_HEADING.findall(text[: match.start()])[-1:]))
        names = () if match["rest"] else tuple(_names(text[match.end() :]))
        if match["rest"]:
            yield Quote(marker, _MARK.sub("", match[0]).strip()), above
        elif names:
            yield Quote(marker, match["label"], rephrased=True, items=names), above


def _dated(text: str) -> frozenset[str]:
    """Return the numbers and months of a text."""
    return frozenset(word for word in _WORD.findall(text.casefold()) if word.isdecimal() or word in MONTHS)


def _names(text: str) -> Iterator[str]:
    """Yield the lines with names at the beginning of a text, up to a heading, a sentence, or a paragraph after them."""
    begun = False
    for number, line in enumerate(text.strip("\n").splitlines()):
        name = _BULLET.sub("", line).strip()
        if not name and begun and not _BULLET.match(line):
            return
        if name.startswith("#") or name.endswith((".", ":")) or len(name) > _LONGEST_NAME or number > _MOST_LINES:
            return
        if name:
            begun = True
            yield name
