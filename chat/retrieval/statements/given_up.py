"""Detect what a message gives up, whatever comes instead: "sold the Civic", "Harlow Lodge fell through", "I quit the choir".

The message that it replaces says that this is so: "I drive an old Honda Civic", "the offsite is at Harlow Lodge". They are
compared by the thing alone, so both must name it, and it must be what the earlier one tells, not whom it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chat.dialogue.change_words import BOOKED_OUT, CANCELLED, INSTEAD, INSTEAD_OF, SOLD_OUT
from chat.retrieval.statements.standing_facts import LONGEST, Holding, is_certain, people_of, roots, roots_of
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS
from chat.text.negation import NO, NOT, WITHOUT

_MOST_TERMS = 4
"""Most terms of what is given up."""
_SHORTEST_HEAD = 5
"""Fewest letters of the end of a compound."""
_WHAT = r"[^,;:!?()]+"
_ENGLISH = re.compile(
    r"\b(?:quit|left|leaving|sold|dropp(?:ed|ing)|ditched|cancell?(?:ed|ing)|called off|gave up(?: on)?|giv(?:en|ing) up(?: on)?"
    r"|(?:to|will|['’]ll) (?:drop|cancel|quit|sell|leave|skip|scrap|stop)|got rid of"
    r"|stopped(?: (?:using|taking|doing|going to|working (?:at|for|with)|playing|eating|drinking))?|scrapped"
    r"|(?:broke|broken|split) up with|mov(?:ed|ing) (?:out of|off|away from|on from)"
    r"|(?:switched|changed|moved|migrated) (?:away )?from|traded in|done with|swapped(?: out)?|replaced|returned|resigned from"
    r"|unsubscribed from|decided against|(?:pulled|backed) out of|let go of|parted ways with|dumped|outgrew|retired|abandoned"
    r"|handed in my (?:notice|badge) at|not (?:going to|doing|taking|moving to)"
    r"|no longer (?:going to|working with|working at|using|with|at|on|doing|taking))"
    rf"\s(?!(?:up|off|out|behind|over|it|for)\b)(?P<what>{_WHAT})"
    rf"|\b(?:took|pulled)\s\w+\sout\sof\s(?P<what_out>{_WHAT})",
    re.IGNORECASE,
)
_ENDED_GERMAN = (
    r"(?:verkauft|gekündigt|abgesagt|storniert|aufgegeben|abgeschafft|verlassen|geschmissen|abbestellt|verworfen|beendet"
    r"|verschenkt|zurückgegeben|hingeschmissen)"
)
_GERMAN = re.compile(
    rf"\b(?:hab|habe|haben|hat)\s(?P<what>(?!(?:ich|wir|er|sie)\b){_WHAT}?)\s{_ENDED_GERMAN}"
    rf"|\b(?:mit|von)\s(?P<what_with>{_WHAT}?)\s(?:aufgehört|getrennt|verabschiedet)"
    rf"|\b(?:{INSTEAD_OF})\s(?P<what_instead>{_WHAT})"
    r"|(?P<what_longer>\w+)\s(?:bin ich|sind wir)\snicht mehr|\b(?:bin|sind)\s(?:jetzt\s)?nicht mehr\s(?P<what_longer_>\w+)",
    re.IGNORECASE,
)
_FRENCH = re.compile(
    r"\b(?:ai|a|avons|as|ont)\s(?:enfin\s|finalement\s)?(?:quitté|vendu|arrêté|annulé|laissé tomber|abandonné|lâché|résilié"
    rf"|rompu avec|plaqué|démissionné de)\s(?P<what>{_WHAT})"
    rf"|\b(?:me suis|m['’]suis|nous sommes)\sséparée?s?\sd[e'’]\s?(?P<what_left>{_WHAT})"
    rf"|\b(?:{INSTEAD_OF}|non (?:pas )?(?:en|au|à|chez))\s(?P<what_instead>{_WHAT})",
    re.IGNORECASE,
)
_SPANISH = re.compile(
    r"\b(?:(?:dejé|dejamos|he dejado|hemos dejado)(?:\scon|\sde usar|\sde ir a)?|vendí|vendimos"
    r"|(?:he|hemos)\s(?:vendido|cancelado|abandonado|anulado)|cancelé|cancelamos|rompí con|abandoné|anulé"
    rf"|me (?:separé|desapunté) de)\s(?P<what>{_WHAT})"
    rf"|\b(?:{INSTEAD_OF})\s(?P<what_instead>{_WHAT})|\bya no\s\w+\s(?:con|en|a|de|el|la)\s(?P<what_longer>{_WHAT})",
    re.IGNORECASE,
)
_BY_LANGUAGE = {"german": _GERMAN, "french": _FRENCH, "spanish": _SPANISH}
_INSTEAD = re.compile(
    r"(?:\b(?:instead of|rather than)|(?:^|[,;]\s|\band\s)(?:not|no longer|no more))\s(?!\w+ing\b)(?:the\s|my\s|our\s|in\s"
    r"|at\s|on\s)?"
    r"(?P<what>(?!(?:what|that|yet|really|sure|even|only|just|so|as|very|a|bad|the)\b)[^\s,;:!?()]+(?:\s[^\s,;:!?()]+)?)"
    r"(?:\safter all)?(?=[\s.!]*$|,\s)",
    re.IGNORECASE,
)
"""Matches what does not hold beside what does: "we go with yellow, not green"."""
_IS = r"(?:['’](?:s|re)|\s(?:is|are|was|were|got|has been|have been|war|waren|wurde|ist|sind))"
_ITSELF = re.compile(
    rf"(?:{_IS}(?<!got)\s(?:just\s|already\s|completely\s)?(?:off|over|out|gone|history)"
    rf"|{_IS}\s(?:just\s|already\s|completely\s|komplett\s|schon\s|leider\s)?(?:{CANCELLED}|{BOOKED_OUT}|discontinued|closed|full"
    r"|too (?:big|small|expensive|pricey|dear|far away|slow|loud|hot|cold|old|complicated|busy|crowded)|not happening"
    r"|no longer (?:available|an option)|out of business"
    r"|geschlossen|pleite|gestorben|verkauft|in (?:elternzeit|rente"
    r"|mutterschutz))"
    r"|(?:\s(?:has|have|had|just|finally|already))*\s(?:fell through|fallen through|passed away|died|retired|closed down"
    r"|shut down"
    r"|isn['’]?t (?:happening|going to happen)|did(?:n['’]t| not) work out|no longer works?|went (?:bust|under|bankrupt)"
    r"|dropped out|(?:backed|pulled) out|said no|bailed|moved (?:to (?:the|another) \w+ (?:team|squad)|out)"
    r"|left(?: (?:us|the (?:company|team|firm))|(?=.*\b(?:took over|takes over|replac)))|resigned|handed over)"
    r"|\s(?:fällt (?:aus|flach)|hat (?:zugemacht|geschlossen|gekündigt|abgesagt)"
    rf"|(?:est|sont|était|étaient|a été|n['’](?:était|est) plus)\s(?:déjà\s)?(?:{BOOKED_OUT}|{CANCELLED}|fermée?s?|partie?s?"
    r"|morte?s?|libre|disponible)|tombe à l['’]eau"
    r"|se (?:canceló|cerró|anuló|cayó|jubiló|fue)|ha (?:cerrado|fallecido|muerto)|murió|cerró"
    rf"|est(?:á|aba) (?:{BOOKED_OUT}|{SOLD_OUT}|{CANCELLED}|llen[oa]|cerrad[oa])"
    rf"|(?:hab|habe|haben|hat)\s(?:ich|wir|er|sie)\s(?:[\w.]+\s){{0,3}}?{_ENDED_GERMAN})"
    r")(?=[\s.!]*$|[\s,;:!])",
    re.IGNORECASE,
)
"""Matches what follows something that comes to an end by itself, or cannot be had."""
_FOR_ANOTHER = re.compile(
    rf"(?:{_IS}|\s(?:has|have|fell|est|es|está))\s(?:been\s|just\s|already\s|schon\s)?(?:(?:too|zu|trop|demasiado)\s\w+|clos(?:ed|ing)"
    rf"|no longer|{SOLD_OUT}|{BOOKED_OUT}|through|out|off)\b",
    re.IGNORECASE,
)
"""Matches what follows something that is given up for what comes "instead": "Sicily is too rainy"."""
_REPLACES = re.compile(rf"[,;:()—–]\s(?:.*\s)?(?:{INSTEAD})\b", re.IGNORECASE)
_TOGETHER = re.compile(r" and I\s(?:have\s|just\s)?(?:broke up|split up|separated|divorced|called it quits)\b")
_FIXED = re.compile(rf"\b(?:fixed|repaired|sorted(?: out)?)\s(?P<what>{_WHAT})", re.IGNORECASE)
_AGAIN = re.compile(
    rf"{_IS}\s(?:fixed|repaired|back(?: up)?(?: online)?)(?=[\s.!]*$|[\s,;:!])|{_IS}?\s(?:recovered|works? (?:again|now)"
    rf"|working (?:again|now)|up and running"
    r"|(?:läuft|geht|funktioniert) wieder|repariert|wieder da|remarche|refonctionne|est réparée?|est de retour"
    r"|(?:ya|vuelve a) funcionar?|está arreglad[oa]|ya va|ha vuelto)(?=[\s.!]*$|[\s,;:!])",
    re.IGNORECASE,
)
"""Matches what follows something that works again, or is back."""
_CLAUSE = re.compile(r"[,;:!?()]")
_PLACED = re.compile(r"^(?:in|at|with|from|bei|mit|aus|beim|chez|dans|en|con)\s", re.IGNORECASE)
_LEFT_FOR_A_WHILE = re.compile(
    r"\s(?:early|late|(?:at|around|before|after) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|noon))\b"
)
_BEHIND = re.compile(rf"\s(?i:to|at|with|for|nach|in|mit|à|avec|con)\s(?i:the\s|my\s)?(?P<name>{CAPITAL}[\w-]+)")
_ADVERB = re.compile(
    r"\b(?:i|we|they|you|he|she|and|so|but|then|have|has|had|just|finally|also|both|already|now|recently|officially|am|are|is"
    r"|was|were|be|to"
    r"|ended|up|decided|going|got|need|must|will|ich|wir|hab|habe|haben|hat|und|jetzt|endlich|je|on|nous|et|enfin|yo|ya|y|me"
    r"|nos|se|lo|que"
    r"|['’]?(?:ve|s|re|m|d|ll))\b|['’]",
    re.IGNORECASE,
)
"""Matches what may stand before the verb, besides who does it."""
_FROM = re.compile(r"\b(?:from|von|de)\s", re.IGNORECASE)
_PRONOUN = re.compile(r"them|him|her|it", re.IGNORECASE)
_NAME = re.compile(rf"\b{CAPITAL}[\w’'-]+")
_DENIED = re.compile(rf"(?:{NO}|{WITHOUT}|\b(?:before|than)\b)(?:\s\w+)?\s?$", re.IGNORECASE)
"""Matches the end of what precedes a verb, if it is denied."""
_NOT = re.compile(NOT, re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\b(?:it|that|this|he|she|they|there|which|what|who|we|i|you|life|times?|things?|everything|es|das|ça|c['’]|eso|esto)['’]?$",
    re.IGNORECASE,
)
"""Matches the end of what precedes a verb, if it names nothing."""
_NO_NAME = re.compile(r"\d(?!\d*\w*(?:st|nd|rd|th)\b)|\b(?:you|your|yourself|dein\w*|ton|ta|tes|votre|vos|tus?)\b", re.IGNORECASE)
"""Matches a number, or what is the reader's."""
_LEAVES = re.compile(
    r"\b(?:left|quit|resigned|retired|moved to|handed over|elternzeit|rente|mutterschutz|gekündigt|jubiló)\b", re.IGNORECASE
)
_CUT = re.compile(
    r"\s(?:of|von|des|del|on|in|over|at|for|to|and|or|but|because|so|since|after|last|this|next|yesterday|today|when|while"
    r"|with|as|just|back"
    r"|again"
    r"|from|entirely|completely|altogether|about|seit|weil|und|am|im|vor|zum|für|parce|et|depuis|pour|il y a|en|y|porque|hace"
    r"|para|desde)\b.*$",
    re.IGNORECASE,
)
"""Matches what follows the thing given up."""
_DETERMINER = re.compile(
    r"^(?:(?:the|my|our|his|her|their|that|this|an?|all|both|using|taking|eating|drinking|going to|doing|der|die|das|den|dem"
    r"|meine?[nm]?|unsere?[nm]?|le|la|les|mon|ma|mes|notre|nos|el|los|las|mi|mis|nuestr[oa]s?|lo de|wegen)\s|l['’])+",
    re.IGNORECASE,
)
_JOBS = frozenset(
    terms("job work company firm agency")
    + terms("stelle arbeit firma", "german")
    + terms("boulot travail", "french")
    + terms("trabajo empleo", "spanish")
)
_WORKS = frozenset(
    terms("work working job employed")
    + terms("arbeite arbeiten job", "german")
    + terms("travaille bosse", "french")
    + terms("trabajo", "spanish")
)
_NO_THING = frozenset(terms(" ".join((*MONTHS, *WEEKDAYS)))) | frozenset(
    terms("it that this them him her me you there home early late time day way place thing one everything nothing fun")
)
_ROOTS = roots(
    "quit left leaving sold dropped dropping drop ditched cancelled called gave given giving got stopped scrapped broke"
    " broken split moved moving switched changed migrated traded done swapped replaced returned resigned unsubscribed"
    " decided pulled backed let parted dumped outgrew retired abandoned handed not no verkauft gekündigt"
    " aufgegeben abgeschafft verlassen geschmissen abbestellt verworfen beendet verschenkt zurückgegeben"
    " hingeschmissen aufgehört getrennt verabschiedet nicht quitté vendu arrêté annulé laissé"
    " abandonné lâché résilié rompu plaqué démissionné séparé non dejé dejamos dejado vendí vendimos vendido"
    " cancelado cancelé abandoné anulé rompí separé desapunté ya off over out gone history"
    " discontinued closed full too happening longer geschlossen pleite gestorben elternzeit rente"
    " mutterschutz fell fallen passed died shut isn went bust bailed fällt zugemacht fermé parti mort"
    " libre disponible tombe canceló cerró anuló cayó jubiló cerrado fallecido muerto murió lleno fixed repaired"
    " sorted back recovered works working up wieder repariert remarche refonctionne réparé retour funciona arreglado"
    " vuelto took fue zu trop demasiado said separated divorced skip sell stop"
) | roots_of(f"{INSTEAD_OF}|{CANCELLED}|{BOOKED_OUT}|{SOLD_OUT}")


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Something that a sentence gives up, or that came to an end."""

    subject: frozenset[str]
    """Its terms."""
    said: frozenset[str]
    """All terms of the sentence."""
    by: frozenset[str]
    """Terms of who gives it up, if not the speaker."""
    beside: frozenset[str]
    """Terms of the names behind it, which tell it from others: "the trip to Rome"."""
    people: frozenset[str]
    """Terms for the people whose it is, if it is not the speaker's."""
    by_itself: bool = False
    """It came to an end, rather than somebody ending it."""
    leaves: bool = False
    """It is somebody who leaves what they did."""
    again: bool = False
    """It works again, or is back: what ends is its trouble."""
    instead: bool = False
    """It is named beside what comes instead."""


def given_up(sentence: str, language: str) -> Iterator[GivenUp]:
    """Yield what a sentence gives up; `language` is that of `chat.text.languages.language_of`."""
    asks = sentence.rstrip().endswith(QUESTION_MARKS)
    if asks or len(sentence) > LONGEST or _ROOTS.isdisjoint(roots(sentence)) or not is_certain(sentence):
        return
    given, instead = _given(_BY_LANGUAGE.get(language, _ENGLISH), sentence, language), _given(_INSTEAD, sentence, language)
    ended, again = _ended(sentence, language), _again(sentence, language)
    if given or instead or ended or again:
        said, people = frozenset(terms(sentence, language)), people_of(sentence, language)
        nothing = frozenset[str]()
        yield from (GivenUp(thing, said, by, beside, people) for thing, by, beside in given)
        yield from (GivenUp(thing, said, nothing, beside, people, by_itself=True, instead=True) for thing, _, beside in instead)
        yield from (GivenUp(thing, said, nothing, nothing, people, by_itself=True, leaves=leaves) for thing, leaves in ended)
        yield from (GivenUp(thing, said, nothing, nothing, people, by_itself=True, again=True) for thing in again)


def takes_the_place(later: GivenUp, earlier: Holding) -> bool:
    """Return whether what is given up is what the earlier sentence tells."""
    shared = {term for term in later.subject if any(_is_the_head(term, other) for other in earlier.told)}
    if not shared and later.subject.isdisjoint(_JOBS):
        return False
    if not earlier.lasting or later.again != earlier.troubled or not _of_the_same(later, earlier):
        return False
    if not (later.beside | later.by) <= earlier.subject or not later.subject.isdisjoint(earlier.aims_at):
        return False
    if later.subject & _JOBS:
        return earlier.own and not earlier.subject.isdisjoint(_WORKS)
    named = later.subject & earlier.named
    if earlier.language == "german" and shared != later.subject:  # every noun is capitalised
        named = frozenset()
    if later.leaves:
        return bool(named) and earlier.in_a_role
    if named and later.by_itself:
        return True
    same = bool(named) or shared == later.subject or (later.again and len(shared) > 1)
    return same and (earlier.of_the_speaker or later.again or earlier.told[0] not in (named or later.subject))


def _is_the_head(term: str, other: str) -> bool:
    """Return whether a term is another, or the end of it as a compound."""
    return term == other or (len(term) >= _SHORTEST_HEAD and other.endswith(term))


def _of_the_same(later: GivenUp, earlier: Holding) -> bool:
    """Return whether both are about the speaker, or about the same people."""
    about = later.said - later.subject if later.instead else later.said
    return later.people <= earlier.subject and (not earlier.people or not earlier.people.isdisjoint(about))


def _given(pattern: re.Pattern[str], sentence: str, language: str) -> list[tuple[frozenset[str], frozenset[str], frozenset[str]]]:
    """Return what somebody gives up, the words behind the verb; who does; and the names behind it."""
    parts = [(match, part) for match in pattern.finditer(sentence) for part in match.groups() if part and not _is_denied(match)]
    things: list[tuple[frozenset[str], frozenset[str], frozenset[str]]] = []
    for found, part in parts:
        whole = f" {_PLACED.sub('', _meant(part, found).strip())}"
        bare = _CUT.sub("", whole)
        if thing := _thing(bare, language):
            if _LEFT_FOR_A_WHILE.search(whole):
                continue
            behind = None if _FROM.search(found[0]) else _BEHIND.match(whole, len(bare))
            by = _ADVERB.sub(" ", _CLAUSE.split(sentence[: found.start()])[-1]).split()
            things.append(
                (
                    thing,
                    frozenset(terms(by[-1], language) if by else ()),
                    frozenset(terms(behind["name"], language) if behind else ()),
                )
            )
    return things


def _meant(what: str, match: re.Match[str]) -> str:
    """Return what is given up; for a pronoun, the name before it: "Boxwell kept delivering late, so we dropped them"."""
    if not _PRONOUN.fullmatch(what.strip(" .!")):
        return what
    return next(reversed([name[0] for name in _NAME.finditer(match.string, 0, match.start())]), what)


def _ended(sentence: str, language: str) -> list[tuple[frozenset[str], bool]]:
    """Return what comes to an end by itself, the words before the verb, and whether it is somebody who leaves."""
    patterns = (_ITSELF, _TOGETHER, _FOR_ANOTHER) if _REPLACES.search(sentence) else (_ITSELF, _TOGETHER)
    found = [match for pattern in patterns for match in pattern.finditer(sentence) if not _is_denied(match)]
    things = [(_thing(_before(match), language), bool(_LEAVES.search(match[0]))) for match in found]
    return [(thing, leaves) for thing, leaves in things if thing]


def _again(sentence: str, language: str) -> list[frozenset[str]]:
    """Return what works again."""
    parts = [match["what"] for match in _FIXED.finditer(sentence)] + [_before(match) for match in _AGAIN.finditer(sentence)]
    things = (_thing(part, language) for part in parts)
    return [thing for thing in things if thing]


def _is_denied(match: re.Match[str]) -> bool:
    return bool(_DENIED.search(match.string, 0, match.start())) if match.re is not _INSTEAD else False


def _before(match: re.Match[str]) -> str:
    """Return the words of the clause before a match; none if they end with a pronoun."""
    words = _CLAUSE.split(match.string[: match.start()])[-1]
    return "" if _NO_NOUN.search(words) else words


def _thing(what: str, language: str) -> frozenset[str]:
    """Return the terms of what is given up; none if it is a pronoun, a time, too long or denied: "den Golf nicht verkauft"."""
    named = frozenset(terms(_DETERMINER.sub("", what.strip()), language)) - _NO_THING
    return named if len(named) <= _MOST_TERMS and not (_NO_NAME.search(what) or _NOT.search(what)) else frozenset()
