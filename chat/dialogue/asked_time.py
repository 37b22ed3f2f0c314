"""Determine which time a question asks for: how things are now, how they were at the beginning, or how they developed."""

from __future__ import annotations

import re
from enum import Enum

_PRESENT = re.compile(
    r"\b(?:now|nowadays|currently|current|latest|newest|most recent|most recently|lately|still|today|these days|any ?more"
    r"|at the moment|at present|as of|up to date|right now|by now"
    r"|jetzt|derzeit\w*|momentan|aktuell\w*|heutzutage|inzwischen|immer noch|noch immer|neueste[nrsm]?"
    r"|maintenant|actuellement|désormais|aujourd['’]hui|toujours"
    r"|ahora|actualmente|hoy en día|todavía|adesso|attualmente|attuale|oggi|agora|atualmente|hoje|ainda|momenteel|huidige?"
    r"|сейчас|теперь|ныне|текущ\w+|до сих пор)\b|现在|目前|如今|现今|仍然|最新|現在|今は|いまは",
    re.IGNORECASE,
)
_BEGINNING = re.compile(
    r"\b(?:originally|original|initially|initial|at first"
    r"|first(?![ -](?:names?|aid|class|floor|lady|grade|language|hand|team|violins?|cousins?|prize)\b)|earliest"
    r"|in the beginning|to begin with"
    r"|at the start|previous(?:ly)?|formerly|before (?:i|we|you|he|she|they|it|that|this) (?:\w+ )?(?:chang|switch|mov|rais|lower"
    r"|updat|correct|revis)\w*|used to be"
    r"|ursprünglich\w*|anfangs|am anfang|zu (?:anfang|beginn)|anfänglich\w*|zuerst|zunächst|früher\w*|vorher\w*|bisherige[nrsm]?"
    r"|(?:mein|unser)\w* (?:erste[rsn]?|allererste[rsn]?)|(?:mon|ma|mes|notre|nos) (?:tou[ts]e? )?premi(?:er|ère)s?"
    r"|(?:mi|nuestr[oa]) primer[oa]?"
    r"|au (?:début|départ)|à l['’]origine|initialement|d['’]abord|auparavant|anciens?|anciennes?|précédente?s?"
    r"|al principio|en un principio|originalmente|inicialmente|anteriormente|all['’]inizio|inizialmente|originariamente"
    r"|in precedenza|no (?:início|começo)|oorspronkelijk\w*|aanvankelijk|eerst|vroeger|vorige"
    r"|сначала|изначально|первоначальн\w+|раньше|прежн\w+|в начале)\b"
    r"|原来|原來|最初|一开始|一開始|起初|(?<![日点時时号天期月年周\d一二三四五六])(?:之前|以前)|もともと|元々|当初",
    re.IGNORECASE,
)
_COURSE = re.compile(
    r"\b(?:when (?:did|was|were|have|has|had)|history|over (?:time|the (?:years|months|weeks))|so far|until (?:now|then)|used to"
    r"|(?:how|what) (?:did|has|have|had)\b.*\b(?:chang|evolv|develop)\w*|(?:has|have|did) .*\bchanged?|at one time"
    r"|(?:did|was|were|had)\b.*\bbefore|before(?:\s+(?:that|this|then|now))?(?=\s*(?:[?.!]|$))|earlier(?=\s*(?:[?.!]|$))"
    r"|wann (?:habe?|hat|haben|hast|wurden?|waren?)|verlauf|geschichte|bisher|davor|im lauf\w*|\w*geändert|verändert"
    r"|quand (?:ai|as|a|avons|avez|ont|est-ce que j['’]ai|était)|historique|jusqu['’]ici|avant(?=\s*(?:[?.!]|$))"
    r"|a (?:changé|évolué)"
    r"|cuándo \w+(?:é|ó|aste|iste|aron|imos)|historial|hasta ahora|antes(?=\s*(?:[?.!]|$))|ha(?:n)? cambiado"
    r"|история|как (?:из)?менял\w*|до этого)\b",
    re.IGNORECASE,
)


class Intent(Enum):
    """The time a question asks for."""

    PRESENT = "present"
    BEGINNING = "beginning"
    NEUTRAL = "neutral"


def intent(question: str) -> Intent:
    """Return the time a question asks for, by its words; one that asks for both ("first ... and now") is neutral."""
    present, beginning = bool(_PRESENT.search(question)), bool(_BEGINNING.search(question))
    if present == beginning:
        return Intent.NEUTRAL
    return Intent.PRESENT if present else Intent.BEGINNING


def asks_for_course(question: str) -> bool:
    """Return whether a question asks for the beginning or the course of something, so that messages are best listed by date:
    "When did we move?", "How has the budget changed?", "Where did I live before?"."""
    return intent(question) is Intent.BEGINNING or bool(_COURSE.search(question))
