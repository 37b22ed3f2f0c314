"""What somebody told in their messages that is worth keeping: sentences that say how things are, by rules, without a model.

A fact is a place in its message, so that it can be forgotten or corrected there. What a later fact of the same person takes the
place of is judged as among passages (`superseded`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from chat.domain import Span
from chat.retrieval.superseded import Statement, statements, takes_the_place
from chat.text import sentences, terms

_LONGEST_MESSAGE = 4_000
"""Characters; a longer one is a text, and what it says was not said of oneself."""
_SHORTEST, _LONGEST = 8, 400
_MOST = 20
"""Of one message."""
_GREETS = re.compile(
    r"(?:(?:hi|hello|hey|ok|okay|yes|no|well|so|and|thanks|thank you|sorry|hallo|danke|ja|nein|bonjour|merci|oui|non|hola|gracias"
    r"|sí|привет|спасибо|да|нет)\b[ ,.!–-]*)+",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:please|can you|could you|would you|will you|tell|show|give|list|write|explain|summari[sz]e|translate|find|compare"
    r"|describe|what|who|whom|whose|which|where|when|why|how|is|are|was|were|do|does|did|has|have|should|shall|bitte|zeig\w*"
    r"|erklär\w*|sag|wer|wo|wann|warum|wie|welche\w*|montre|explique|dis|quel\w*|qui|où|quand|pourquoi|comment|muestra|explica"
    r"|dime|qué|quién|dónde|cuándo|cómo|расскажи|покажи|что|кто|где|когда|почему|как)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?:please\s+)?(?:remember|note|fyi|just so you know|for the record|merk\w*|denk\w* daran|retiens|recuerda|запомни)\b",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:i|i['’]m|i['’]ve|my|mine|we|we['’]re|we['’]ve|our|ours|ich|mein\w*|wir|unser\w*|je|j['’]\w+|mon|ma|mes|nous|notre"
    r"|nos|yo|mi|mis|nuestr\w+|tengo|soy|vivo|я|мой|моя|моё|мои|мы|наш\w*|у меня|у нас)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|costs?|lives?|works?|called|named|will|ist|sind|war|hat|haben|heißt|kostet|wohnt|est|sont"
    r"|était|coûte|habite|es|son|era|tiene|cuesta|vive|стоит|зовут|живёт|работает|это)\b|['’]s\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"[{}`;]|==|\w\(|\w=\S|^/")


def facts(text: str) -> tuple[Span, ...]:
    """Where in a message of a person something is told."""
    if len(text) > _LONGEST_MESSAGE:
        return ()
    found = (_trimmed(text, span) for span in sentences(text) if tells(text[span.start : span.end]))
    return tuple(found)[:_MOST]


def _trimmed(text: str, span: Span) -> Span:
    said = text[span.start : span.end]
    return Span(span.start + len(said) - len(said.lstrip()), span.start + len(said.rstrip()))


def tells(sentence: str) -> bool:
    """Whether a sentence says how things are; questions, wishes and greetings do not, and what looks like code does not."""
    bare = sentence.strip()
    if not _SHORTEST <= len(bare) <= _LONGEST or bare.endswith(("?", "？", ":")) or _CODE.search(bare):
        return False
    bare = _GREETS.sub("", bare, count=1) if _GREETS.match(bare) else bare
    if _TOLD.match(bare):
        return len(terms(bare)) > 1
    if _ASKS.match(bare) or not terms(bare):
        return False
    return bool(_OWN.search(bare) or _HOLDS.search(bare))


def replaced(texts: Sequence[str]) -> dict[int, int]:
    """By place of an earlier fact of one person, the last that takes its place; `texts` are in the order of being said."""
    told = [statements(text) for text in texts]
    by_term = _by_term(told)
    places: dict[int, int] = {}
    for later, said in enumerate(told):
        near = {earlier for each in said for term in each.subject for earlier in by_term[term] if earlier < later}
        for earlier in near:
            if any(takes_the_place(new, old) for new in said for old in told[earlier]):
                places[earlier] = max(later, places.get(earlier, later))
    return places


def _by_term(told: Sequence[Sequence[Statement]]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for at, said in enumerate(told):
        for term in {term for each in said for term in each.subject}:
            found[term].append(at)
    return found
