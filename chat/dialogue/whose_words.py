"""Determine whose words a question asks for: "What did you recommend?", "What did I say about the flat?", "What did Ann say?"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from chat.domain import Role

_LONGEST = 300
"""Most characters of such a question; a longer one asks for more."""
_YOU = r"(?:you|u)"
_SAY = r"(?:say|tell|mention|write|recommend|suggest|advise|propose|explain|answer|reply|list|describe)"
_SAID = r"(?:said|told|mentioned|wr[io]t\w+|recommended|suggested|advised|proposed|explained|answered|replied|listed|described)"
_OFTEN = r"(?:(?:already|also|once|ever|actually|just|first) )?"
_OF_ASSISTANT = re.compile(
    rf"\b(?:did {_YOU} {_OFTEN}{_SAY}|(?:have|had) {_YOU} {_OFTEN}{_SAID}|{_YOU}(?:['’]ve| have| had)? {_OFTEN}{_SAID}"
    r"|(?:was|were|is) your (?:\w+ )?(?:recommendations?|suggestions?|advice|answers?|explanations?|proposals?|guess(?:es)?"
    r"|opinion|verdict|estimate|view|take(?= on\b))"
    r"|(?:hast du|haben sie|du hast|hattest du)\b.*\b(?:gesagt|erzählt|erwähnt|geschrieben|empfohlen|vorgeschlagen|geraten"
    r"|erklärt|geantwortet)|(?:war|ist|waren) dein\w* (?:\w+ )?(?:vorschl[aä]g\w*|rat|antwort\w*|empfehlung\w*|vermutung"
    r"|einschätzung|meinung|tipps?)"
    r"|(?:as-tu|avez-vous|tu m['’]as|vous m['’]avez)\b.*\b(?:dit|conseillé|recommandé|suggéré|proposé|expliqué|répondu)"
    r"|(?:me )?has (?:dicho|recomendado|sugerido|aconsejado)|(?:recomend|sugeri|dij|aconsej|propus|explic)(?:aste|iste|ste))\b",
    re.IGNORECASE,
)
_OF_PERSON = re.compile(
    rf"\b(?:did (?:i|we) {_OFTEN}{_SAY}|(?:have|had) (?:i|we) {_OFTEN}{_SAID}"
    r"|(?:habe|hatte) ich\b.*\b(?:gesagt|erzählt|erwähnt|geschrieben)"
    r"|(?:ai-je|j['’]ai)\b.*\b(?:dit|raconté|mentionné|écrit)|(?:he|había) (?:dicho|contado|mencionado|escrito))\b",
    re.IGNORECASE,
)

_OPINES = (
    r"(?:think|thinks|thought|feel|says?|tells?|gesagt|gemeint|geschrieben|erzählt|vorgeschlagen|dit|écrit|dicho|detto|scritto)"
)


def whose_words(question: str) -> Role | None:
    """Return whether a question asks for what the assistant or the user said; `None` if for neither or both. English, German,
    French and Spanish."""
    if len(question) > _LONGEST:
        return None
    of_assistant, of_person = _OF_ASSISTANT.search(question), _OF_PERSON.search(question)
    if bool(of_assistant) == bool(of_person):
        return None
    return "assistant" if of_assistant else "user"


def named_speaker(question: str, names: Iterable[str]) -> str | None:
    """Return the one of these names whose words a question asks for: "What did Ann say about the flat?"."""
    if len(question) > _LONGEST:
        return None
    for name in names:
        called = rf"(?:{re.escape(name)}|{re.escape(name.split()[0])})" if name.strip() else r"(?!)"
        said = rf"\b(?:did|does|has|had|hat|hatte|a|ha) {called} {_OFTEN}(?:[^?.!]{{0,60}}\b)?(?:{_SAY}|{_SAID}|{_OPINES})\b"
        if re.search(rf"{said}|\b(?:according to|laut|selon|según) {called}\b", question, re.IGNORECASE):
            return name
    return None
