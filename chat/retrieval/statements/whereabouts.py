"""Statements on where somebody lives, where something takes place, and who does something, if a later one changes them.

"I moved to Graz" after "I live in Linz", "we meet at the town hall instead", "Farid brings the first aid kit instead".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.dialogue.change_words import INSTEAD, INSTEAD_OF
from chat.dialogue.telling import without_lead
from chat.retrieval.statements.one_value import Kind, OneValue, named_plainly, says_so, without_change
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of
from chat.text.negation import NO
from chat.text.possessives import OURS

_LONGEST = 120
"""Most characters of a sentence."""
_NAME = rf"(?:{CAPITAL}[\w'’-]+)(?:\s{CAPITAL}[\w'’-]+)?"
_TOWN = rf"(?P<town>{CAPITAL}[\w'’-]+(?:[ -]{CAPITAL}[\w'’-]+)*)"
_WHO = (
    rf"(?:(?i:{OURS})\s[^\W\d_A-Z]\w+\s(?={CAPITAL})|(?i:meine?|unsere?)\s\w+\s(?={CAPITAL}))?"
    r"(?P<who>(?i:i|we|ich|wir|je|j['’]|nous|on|(?:my|our|meine?|unsere?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?)\s[^\W\d_]+)"
    rf"|{_NAME})"
)
_FIRST_PERSON = frozenset(("i", "we", "ich", "wir", "je", "j'", "j’", "nous", "on", ""))
"""First person forms, treated alike: in "we moved", the speaker moved too."""
_ALSO = (
    r"(?i:(?:,\s[^,.!?]{2,30}|\s(?:with|near|since|for|and|und|et|y|together|mit|seit|bei|avec|depuis|près|con|desde"
    r"|cerca)\b[^.!?]{1,40}))?"
)
_LATELY = (
    r"(?i:,?\s(?:last (?:week|month|night|weekend|spring|summer|autumn|fall|winter)|yesterday|today|recently|this (?:week"
    r"|month|year)"
    rf"|in (?:spring|summer|autumn|winter|{one_of(MONTHS)})\b(?! \d)"
    r"|(?:with|for) (?:my|our|work|a (?:new )?job)\b[^.!?\d]{0,30}))?"
)
"""Matches what may follow a move, as long as it is recent."""
_END = r"[\s.!]*"
_LIVES = re.compile(
    rf"{_WHO}(?i:(?:['’]m|\s(?:am|is|are))?\s(?:live|lives|living|wohne|wohnt|wohnen|lebe|lebt|leben)\s(?:in)"
    rf"|(?:['’]s|\s(?:is|are))\s(?:kept|based|moored|berthed|stored|stabled|parked)\s(?:in|at))\s"
    rf"{_TOWN}{_ALSO}{_END}"
    rf"|{_WHO.replace('?P<who>', '?P<who_fr>')}\s?(?i:habite|habites|habitons|habitent|vis|vit|vivons|vivent)\s(?i:à)\s"
    rf"{_TOWN.replace('?P<town>', '?P<town_fr>')}{_ALSO}{_END}"
    rf"|(?:{_WHO.replace('?P<who>', '?P<who_es>')}\s)?(?i:vivo|vive|vivimos|viven)\s(?i:en)\s"
    rf"{_TOWN.replace('?P<town>', '?P<town_es>')}{_ALSO}{_END}"
)
_MOVED = re.compile(
    rf"{_WHO}(?i:['’](?:ve|s)|\s(?:have|has))?(?i:\s(?:just|recently|finally))?\s(?i:moved"
    rf"|relocated)(?i:\shere)?(?:\s(?i:from)\s{_NAME})?"
    rf"(?i:\sback)?\s(?i:to)\s{_TOWN}{_LATELY}{_END}"
    rf"|{_WHO.replace('?P<who>', '?P<who_de>')}\s(?i:bin|ist|sind)(?:\s(?i:gerade|vor kurzem|endlich|letzte Woche"
    rf"|letzten Monat))?"
    rf"(?:\s(?i:von|aus)\s{_NAME})?\s(?i:nach)\s{_TOWN.replace('?P<town>', '?P<town_de>')}\s(?i:umgezogen|gezogen){_END}"
    rf"|{_WHO.replace('?P<who>', '?P<who_fr>')}\s?(?i:ai|avons|a|ont)\s(?i:déménagé)(?:\s(?i:de)\s{_NAME})?\s(?i:à)\s"
    rf"{_TOWN.replace('?P<town>', '?P<town_fr>')}{_END}"
    rf"|(?:{_WHO.replace('?P<who>', '?P<who_es>')}\s)?(?i:me he|nos hemos|se ha|se han|me|nos|se)\s(?i:mudado|mudé|mudamos"
    rf"|mudó|mudaron)"
    rf"(?:\s(?i:de)\s{_NAME})?\s(?i:a)\s{_TOWN.replace('?P<town>', '?P<town_es>')}{_END}"
)
_TAKES_PLACE = re.compile(
    r"(?P<what>(?:the|our|my|der|die|das|unsere?|meine?|le|la|notre|el|nuestr[oa])\s[\w'’-]+(?:\s[\w'’-]+){0,3}?\s"
    r"(?:is|are|will be|takes place|will take place|ist|sind|findet|est|es|será)"
    r"|(?:i|we|they|everybody|everyone)\s(?:(?:will|are|all)\s)?(?:meet|meeting|gather|start)"
    r"|wir\streffen\suns|(?:on|nous)\s(?:se|nous)\s(?:retrouve|voit|retrouvons|voyons)|quedamos|nos\s(?:vemos|encontramos))"
    r"\s(?:(?:at|in|on|by|inside|outside|behind|in front of|an|bei|vor|à|dans|devant|en|delante de)\s)?"
    r"(?P<where>(?:the|a|an|our|my|am|im|beim|dem|der|den|die|das|la|le|l['’]|au|chez|el)\s?\b[\w'’ -]{2,40}"
    r"|[\w-]+['’]s?\s[\w'’ -]{2,30})"
    r"(?:\sstatt)?[\s.!]*",
    re.IGNORECASE,
)
_PLACING = re.compile(
    r"\s(?:at|in|on|by|inside|outside|behind|in front of|an|am|im|beim|bei|vor|à|au|dans|devant|chez|en|delante de)\s",
    re.IGNORECASE,
)
_ON = re.compile(r"\s(?:is|are)\s(?:\w+\s)?on\s", re.IGNORECASE)
"""Matches a state, not a place: a house in the village may be on the market."""
_NO_PLACE = re.compile(
    rf"\b(?:\d+|{one_of(WEEKDAYS)}s?|{one_of(MONTHS)}|noon|midnight|morning|afternoon|evening|night|week|weekend|month|year"
    rf"|end|way"
    r"|beginning|moment|middle|process|phone|spring|summer|autumn|winter|morgen|mittag|abend|nachmittag|nacht|woche"
    r"|wochenende|monat"
    r"|jahr|ende|anfang|matin|midi|soir|nuit|semaine|mois|fin|mañana|tarde|noche|semana|mes|fin)\b",
    re.IGNORECASE,
)
"""Matches a time, or a figure of speech."""
_INSTEAD = re.compile(
    rf",?\s\b(?i:{INSTEAD}|(?:{INSTEAD_OF})\s(?P<of>(?-i:{_NAME})|(?:my|our)\s\w+|me|us|(?:the|a)\s.+))(?=[\s.!]*$|\s)"
    rf"|,\s(?:and\s)?(?:not|nicht|pas|no)\s(?P<not>{_NAME})(?=[\s.!]*$)"
)
_DOES = re.compile(
    rf"(?:(?i:{OURS})\s[^\W\d_A-Z][\w-]+\s(?={CAPITAL}))?"
    rf"(?P<doer>(?!(?:The|An?|Der|Die|Das|Les?|La|El|Los|Las|It|This|That|There)\b){_NAME}|(?i:(?:my|our|meine?|mon|ma"
    rf"|mi)\s[^\W\d_]+))\s(?P<does>[^\W\d_A-ZÄÖÜ][^,;:!?]{{3,80}}?)[\s.!]*"
)
_TAKES = re.compile(
    r"(?:(?:is|are|am)\s)?(?:hav(?:e|ing)|has|want\w*|like\w*|prefer\w*|order\w*|drink\w*|eat\w*|choos\w*|chose|pick\w*|is"
    r"|are|was|were"
    r"|nimmt|will(?! be\b)|möchte|trinkt|isst|ist|prend|veut|est|toma|quiere|es)\b",
    re.IGNORECASE,
)
"""Matches what everybody does for themselves, with "instead" of something else."""
_CLAUSE_END = re.compile(r"[,;:–—]\s+(?!(?:and\s)?(?:not|nicht|pas|no)\s)|\s(?=so\s)|\s(?=and\s)")
_SO = re.compile(r"^(?:so|and|but|then|also|und|et|y)\s+", re.IGNORECASE)
_REFUSES = re.compile(
    rf"(?:(?P<who>{_NAME})|(?i:she|he|they|sie|er|elle|il|ella|él))(?i:['’]d|\swould)?\s(?i:rather\snot|(?:does|do|did|wo|ca|could)"
    r"n['’]?t(?:\s(?:want\sto|feel\slike))?|will\snot|cannot|no\slonger\swants?\sto|möchte\snicht|will\snicht|kann\snicht)"
    r"\s(?P<does>[^,;:!?]{3,80}?)[\s.!]*"
)
_FEWEST = 2
"""Least terms of what somebody does."""
_DENIES = re.compile(rf"{NO}|\b(?:almost|nearly|beinahe|fast|presque|casi)\b", re.IGNORECASE)


_MAY_LIVE = re.compile(
    r"\b(?:liv|leb|wohn|habit|kept|based|moored|berthed|stored|stabled|parked|viv|vis\b|vit\b|moved|relocated|umgezogen|gezogen|déménag|mud)",
    re.IGNORECASE,
)
_MAY_PLACE = re.compile(
    r"(?:the|our|my|der|die|das|unsere?|meine?|le|la|notre|el|nuestr[oa]|i|we|they|every\w+|wir|on|nous|quedamos|nos)\s",
    re.IGNORECASE,
)
"""Cheap test before the full patterns."""


def whereabouts_in(sentence: str, language: str) -> Iterator[OneValue]:
    """Yield what a sentence says about where or who; `language` is that of `chat.text.languages.language_of`."""
    if len(sentence) > _LONGEST or sentence.endswith(QUESTION_MARKS):
        return
    yield from _doer(sentence, language)
    said = without_lead(sentence).strip()
    lives, takes_place = _MAY_LIVE.search(said), _MAY_PLACE.match(said)
    if not (lives or takes_place) or _DENIES.search(said):
        return
    if lives and (home := _home(said, sentence)) is not None:
        yield home
    if takes_place and (place := _place(said, sentence, language)) is not None:
        yield place


def _home(said: str, sentence: str) -> OneValue | None:
    bare = without_change(said)
    lives = _LIVES.fullmatch(bare)
    found = lives or _MOVED.fullmatch(bare)
    if found is None:
        return None
    named = {name.partition("_")[0]: part for name, part in found.groupdict().items() if part}
    who = named.get("who", "").casefold()
    if who in _FIRST_PERSON:
        subject = frozenset(("i",)) if who or re.match(r"(?:vivo|vivimos|me|nos)\b", bare, re.IGNORECASE) else frozenset[str]()
    else:
        subject = frozenset(terms(who))
    return _valued(subject, "home", named["town"], changed=lives is None or says_so(sentence))


def _place(said: str, sentence: str, language: str) -> OneValue | None:
    became = named_plainly(said)
    found = _TAKES_PLACE.fullmatch(without_change(became))
    if found is None or _NO_PLACE.search(found["where"]):
        return None
    if became == said and not _PLACING.search(said):
        return None
    value = " ".join(terms(found["where"], language))
    about = {*terms(found["what"], language), *(("on",) if _ON.search(said) else ())}
    return _valued(frozenset(about), "place", value, changed=became != said or says_so(sentence))


def _doer(sentence: str, language: str) -> Iterator[OneValue]:
    for clause in _CLAUSE_END.split(sentence):
        bare = _SO.sub("", without_lead(clause.strip()))
        if (refuses := _REFUSES.fullmatch(bare)) is not None and (who := refuses["who"] or _first_name(sentence)):
            yield OneValue(frozenset(terms(refuses["does"], language)), "doer", ("", who.casefold()), one=False, changed=True)
        instead = _INSTEAD.search(bare)
        found = _DOES.fullmatch(_INSTEAD.sub("", bare, count=1) if instead else bare)
        if found is None or _TAKES.match(found["does"]) or _DENIES.search(found[0]):
            continue
        does = frozenset(terms(without_change(found["does"]), language))
        if len(does) >= _FEWEST:
            of = next((part for part in instead.groups() if part), "") if instead else ""
            valued = _valued(does, "doer", found["doer"], changed=bool(instead), before=of.casefold())
            if valued is not None:
                yield valued


def _first_name(sentence: str) -> str:
    found = re.match(_NAME, sentence)
    return found[0] if found is not None else ""


def _valued(subject: frozenset[str], kind: Kind, value: str, changed: bool, before: str = "") -> OneValue | None:
    return OneValue(subject, kind, (value.casefold(), before), one=False, changed=changed) if subject and value else None
