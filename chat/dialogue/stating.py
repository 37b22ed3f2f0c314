"""Recognise messages that plainly state something, which is acknowledged rather than answered."""

from __future__ import annotations

import re

from chat.dialogue.correcting import correction, kinds
from chat.dialogue.telling import NO_PRONOUN, asks, asks_to_keep, is_pasted, is_so, only_tells, without_greeting
from chat.text import CAPITAL, QUESTION_MARKS, sentences
from chat.text.languages import ENGLISH, language_of

_STATEMENT = re.compile(
    r"^(?:i|i'm|i’m|i've|i’ve|my|we|we're|we’re|our)\b",
    re.IGNORECASE,
)
_WORD = r"[\w'’-]+"
_VERBS = (
    r"ist|sind|waren|haben|hatte|wird|heißt|wohnt|kommt|kommen|geht|gehen|fährt|arbeitet|zieht|ziehen|liegt|steht|beginnt|endet"
    r"|kostet|bleibt|muss|darf|fliegt|spielt|bringt|bekommt|feiert|lernt|studiert"
    r"|ont|sont|habite|s['’]appelle|vient|travaille|aime|doit|coûte"
    r"|está|tiene|vive|se llama|trabaja|viene|cuesta|debe|empieza|llega"
    r"|è|sono|si chiama|abita|lavora|heet|heeft|woont|werkt|зовут|живёт|работает"
)
_WORDS_IN_ENGLISH = r"hat|war|a|es|est|son|ha|part|commence"
"""Verbs that are other words in English."""
_TELLS = tuple(
    re.compile(pattern)
    for pattern in (
        # ich habe am 3. Mai einen Termin, j'habite à Lyon
        r"(?i:(?:ich|wir|je|nous|yo|nosotros|ik|wij|nós|я|мы)\s(?!(?:nach|suche|brauche|möchte|will|wüsste|würde|frage"
        r"|cherche|voudrais|veux|aimerais|me demande|busco|quiero|quisiera|me pregunto|zoek|cerco|vorrei|ищу|хочу)\b"
        r"|habe? (?:noch )?(?:eine? )?frage)\S+\s\S|j['’](?!ai une question|aimerais)\w+\s\S|me llamo\s\S"
        r"|(?:vivo|trabajo)\s(?:en|de|como|con)\s\S)",
        # mein Hund heißt Rex
        r"(?i:mein\w*|unser\w*|mon|ma|mes|notre|nos|mis?|nuestr\w+|mijn|onze|(?:il|la) (?:mio|mia|nostro|nostra)|мой|моя|моё|мои"
        rf"|наш\w*)\s{_WORD}(?:\s{_WORD}){{0,2}}?\s(?i:{_VERBS}|{_WORDS_IN_ENGLISH})\s\S",
        # heute 12 km gelaufen
        r"(?i:heute|gestern|vorgestern|eben|gerade|letzte woche)\s.*"
        r"\b(?:ge\w{3,}(?:t|en)|\w+iert|(?:be|ver|er|ent)\w{3,}(?:t|en))$",
    )
)
"""The beginning of a sentence, not of search terms, in other languages than English; no full stop is needed."""
_NAME = rf"{CAPITAL}{_WORD}(?:\s(?:und|et|y|e|en)\s{CAPITAL}{_WORD})?"
_SOMEBODY = re.compile(rf"{_NAME}\s(?:{_VERBS})\s\S")
_SOMEBODY_IF_FOREIGN = re.compile(rf"{_NAME}\s(?:{_WORDS_IN_ENGLISH})\s\S")
"""The same of a sentence about somebody: "Lisa kommt heute", "Anna hat am 3. Mai Geburtstag"; the latter has to give a value."""
_DID = re.compile(
    r"(?:[A-Z][\w-]+['’]s\s[\w-]+\s(?:is|are|was|were)\s\S"
    r"|(?i:ran|walked|cycled|swam|paid|bought|sold|booked|moved|got|met|saw|called|cancelled|canceled|signed|finished|started|spent"
    r"|weighed|slept|sent|ordered|changed|fixed|planted|lent|borrowed|won|lost)\s"
    r"(?i:the|my|our|an?|some|\d\S*|him|her|them|it|up|from)\s)",
)
"""The beginning of a note that states something if it gives a value: "Anna's birthday is 3 May", "ran 12 km today"."""
_ASKING = re.compile(
    r"\b(?:what|which|where|when|how|who|why|was für|welche\w*|wie|wo|wann|warum|wer|wieso|combien|quand|où|comment|pourquoi"
    r"|quel\w*"
    r"|cuánto|cuándo|dónde|cómo|qué|quién)\b",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"^(?:correction|korrektur|berichtigung|rectification|corrección)\b"
    r"|\b(?:is|are|was|starts?|ends?|begins?|ist|sind|beginnt|endet)\s(?:not|nicht)\b.*\b(?:but|sondern)\b",
    re.IGNORECASE,
)
"""A correction, which states something if it gives a value."""
_WHAT_NOW = re.compile(
    r"\b(?:what now|now what|what next|what (?:do|can|should|must|shall) (?:i|we) do(?: now| next)?|what to do(?: now)?"
    r"|any (?:ideas?|tips?|advice|suggestions?|help)|please help(?: me)?|help me(?:,? please)?|how come"
    r"|was (?:nun|jetzt|tun)|was (?:soll|kann|muss) ich (?:jetzt |nun )?(?:tun|machen)|(?:bitte )?hilfe"
    r"|que faire(?: maintenant)?|et maintenant|qu[eé] hago(?: ahora)?|y ahora qu[eé])\W*$",
    re.IGNORECASE,
)
"""The end of a message that tells of a problem and asks what to do about it."""
_ASKS_BEHIND = re.compile(
    rf"[,.;:–—-]\s+(?:so\s+|and\s+|but\s+)?(?:which {NO_PRONOUN}(?:\w+ ){{1,3}}"
    r"(?:has|have|is|are|do|does|can|should|would)"
    r"|what (?:is|are|do|does|should|can)|how (?:do|does|can|should|much|many|long|often)|who (?:do|can|should)"
    r"|where (?:do|does|can|should|is|are) (?:i|we|the|my|our)|when (?:do|does|can|should)"
    r"|(?:can|may|should|must|do|am) (?:i|we)|(?:is|are) there|welche\w* \w+ (?:hat|haben|ist|sind|kann|können)"
    r"|was (?:muss|kann|soll) ich|wie (?:kann|muss|soll|viel|lange|oft)|(?:kann|darf|muss|soll) ich)\b",
    re.IGNORECASE,
)
"""A question behind a statement, without a question mark: "I have asthma, which ones have a good filter"."""


_REMINDS = re.compile(
    r"\W*(?:please |bitte )?(?:(?:can|could|would|will) you )?(?:please )?remind (?:me|us)"
    r" (?:to|that|(?:on|at) (?!which|what)|tomorrow|tonight|later|next|every|in (?:an?|the|\d))\b"
    r"|(?:bitte )?erinner\w* (?:mich|uns) (?:bitte )?(?:daran|an|morgen|am|um|nächste)\b"
    r"|rappelle-(?:moi|nous) (?:de|d['’]|que|demain)\b|recuérda(?:me|nos) (?:que|de|mañana|llamar)\b",
    re.IGNORECASE,
)
"""Asks to be reminded of what is to be done, rather than of what was said."""


def asks_for_a_reminder(text: str) -> bool:
    """Return whether a message asks to be reminded of something at some time: "Remind me to pay the rent on Friday"."""
    return bool(_REMINDS.match(text))


def is_statement(text: str) -> bool:
    """Return whether a message plainly states something rather than asks; only clear cases count."""
    said = text.strip()
    if is_pasted(said) or asks_for_a_reminder(said):
        return True
    asked = _WHAT_NOW.search(said) or _ASKS_BEHIND.search(said)
    if any(mark in said for mark in QUESTION_MARKS) or asks(without_greeting(said)) or asked:
        return False
    if _STATEMENT.match(said) or asks_to_keep(without_greeting(said)) or only_tells(said):
        return True
    if correction(said) is not None:
        return True
    alone = len(list(sentences(said))) == 1
    if alone and not _ASKING.search(said) and _begins_to_tell(without_greeting(said)):
        return True
    return alone and bool(kinds(said)) and bool(is_so(said) or _DID.match(said) or _CORRECTS.search(said))


def _begins_to_tell(said: str) -> bool:
    if any(form.match(said) for form in (*_TELLS, _SOMEBODY)):
        return True
    return bool(_SOMEBODY_IF_FOREIGN.match(said) and kinds(said)) and language_of(said) != ENGLISH
