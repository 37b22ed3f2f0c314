"""Sentences that say how things are or what is planned, which a later one may end: "I drive an old Civic"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from chat.dialogue.change_words import NOW
from chat.retrieval.statements.people import PARENTS_AND_PARTNERS, RELATIVES_AND_FRIENDS
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.negation import NO
from chat.text.possessives import OURS

LONGEST = 160
"""Most characters of a sentence."""
ROOT = 4
"""First letters of a word that are compared before anything else."""
CANCELS = re.compile(r"cancel|call(?:ed)? off|scrapped|abgesagt|absagen|storn|fällt\s+aus|annulé", re.IGNORECASE)
"""Matches what says that something is cancelled, rather than how it is."""
_NOW = re.compile(rf"^(?:{NOW}|actually|currently)\b[\s,]*", re.IGNORECASE)
_DENIES = re.compile(NO, re.IGNORECASE)
_WHO = re.compile(r"[^\W\d_]+")
_PLANS = re.compile(
    r"(?:(?:i|we)(?:['’](?:m|re|ve|ll)|\s+(?:am|are|have|will|plan|want|booked|go|fly|travel|subscribe))\b"
    r"|(?:my|our|the|meine?|unsere?|der|die|das|mon|ma|notre|le|la|l['’]|mi|nuestr[oa]|el)\b"
    r"|(?:ich|wir)\s+(?:habe|haben|fahre|fahren|fliege|fliegen|reise|reisen|plane|planen|mache|machen|gehe|gehen|werde|werden)\b"
    r"|(?:je|nous|on)\s+(?:vais|allons|va|pars|partons|part|prévois|prévoyons|ai|avons)\b|j['’]ai\b"
    r"|(?:voy|vamos|viajo|viajamos|tengo|tenemos)\b)",
    re.IGNORECASE,
)
"""Matches the beginning of a sentence that says what is or will be."""
_SPEAKS = r"(?:i|we|ich|wir|je|on|nous|yo|vivo|trabajo|tengo|estoy|soy|juego|peso|uso|voy|vamos|tenemos|usamos)\b|[ij]['’]"
_OF_THE_SPEAKER = re.compile(_SPEAKS, re.IGNORECASE)
_OWN = re.compile(rf"{_SPEAKS}|{OURS}\b", re.IGNORECASE)
_UNSURE = re.compile(
    r"\b(?:maybe|might|(?-i:may)|perhaps|if|should|would|could|think(?:ing)? (?:of|about)|considering|wish|almost|nearly|dream\w*"
    r"|some ?day|one day|someone|somebody|article|blog|(?:try|trying|want|wants|wanted|hope|hoping|able) to|help me|(?:can"
    r"|will) you"
    r"|vielleicht|sollten?|würden?|könnten?|wenn|falls|fast|beinahe|jemand"
    r"|peut-être|si|devrai\w*|pourrai\w*|presque|quelqu['’]un|quizá\w*|tal vez|debería\w*|podría\w*|casi|alguien)\b",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:used to|years ago|last (?:year|summer|winter)|back (?:then|in)|früher|damals|letzte[sn]? jahr|l['’]an dernier"
    r"|el año pasado)\b",
    re.IGNORECASE,
)
_LATELY = re.compile(
    r"\b(?:yesterday|ago|last (?:month|week|night)|gestern|letzte[rn]? (?:woche|monat)|hier|la semaine dernière|ayer"
    r"|la semana pasada)\b",
    re.IGNORECASE,
)
_IS = re.compile(
    r"\b(?:is|are|am|will|have|has|decided|chose|agreed|booked|ordered|hired|picked|settled|planned)\b|['’](?:m|s|re|ve|ll)\b",
    re.IGNORECASE,
)
"""Matches what says how things are, or what was settled."""
_HAPPENED = re.compile(
    r"\b(?:was|were|did|had|went|saw|met|got|came|took|gave|bought|told|said|won|lost|made|ran|found|felt|kept|drew|wrote"
    r"|spoke|broke"
    r"|drove|ate|drank|fell|flew|grew|knew|led|paid|rode|sang|sat|sent|slept|spent|stood|swam|taught|thought|threw|wore|began"
    r"|(?!called|named|based|scheduled|insured|deployed|used|needed|married|engaged|allowed|supposed|located)[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_TROUBLE = re.compile(
    r"\b(?:broken?|down|out of (?:order|service)|not working|does(?:n['’]t| not) work|offline|leak\w*|faulty|stuck"
    r"|on (?:vacation|holiday|leave)|away|sick|ill|in hospital"
    r"|kaputt|defekt|ausgefallen|geht nicht|funktioniert nicht|krank|im urlaub"
    r"|en panne|cassée?|ne (?:marche|fonctionne) p(?:as|lus)|malade|en vacances"
    r"|rot[oa]|averiad[oa]|estropead[oa]|no funciona|enferm[oa]|de vacaciones)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"\b(?:{RELATIVES_AND_FRIENDS}|{PARENTS_AND_PARTNERS}|competitors?)(?:['’]s)?\b(?:\s(?-i:{CAPITAL})[\w-]+)?", re.IGNORECASE
)
_OF_A_NAME = re.compile(
    rf"\b(?!(?:Let|It|That|There|Here|What|Who|She|He|How|Where)\b)(?P<name>{CAPITAL}[\w-]+)['’]s\s"
    r"(?!(?:been|going|not|now|an?|the|in|on|at|off|out|up|down|back|still|just|to|gone|moving|leaving|closing|coming|getting"
    r"|doing|being|working)\b|\w+ed\b)"
)
_IN_A_ROLE = re.compile(
    r"\b(?:manager|boss|doctor|gp|dentist|lead|landlord|teacher|trainer|therapist|contact|accountant|lawyer|owns?|responsible"
    r"|handles?|in charge|looks? after|works?|runs?|takes? care|does|ask|with"
    r"|chef\w*|ärzt\w+|arzt|zuständig|kümmert|macht|leitet|mit|responsable|s['’]occupe|gère|médecin|avec"
    r"|jef[ea]|encargad[oa]|lleva|médic[oa]|con)\b",
    re.IGNORECASE,
)
_AIMS = re.compile(
    r"(?<!\bpay )(?<!\bpays )\b(?:for|about|before|after|für|vor|nach|pour|para|sobre)\s(?P<aim>(?:the|my|our|an?|die|den|das"
    r"|der|le|la|el|mi)\s[^,;]+)",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"{CAPITAL}[\w’'-]+")


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that a sentence says is the case or is planned.

    What only the few sentences about the same thing are asked is found when it is asked.
    """

    told: tuple[str, ...]
    """Its terms in order."""
    who: str
    """Its first word in lower case."""
    plans: bool
    """Whether it begins like a sentence that says what is or will be."""
    sentence: str
    language: str

    @property
    def subject(self) -> frozenset[str]:
        return frozenset(self.told)

    @property
    def own(self) -> bool:
        """Whether it begins with the speaker or what is theirs."""
        return bool(_OWN.match(self.sentence))

    @property
    def of_the_speaker(self) -> bool:
        """Whether it begins with the speaker."""
        return bool(_OF_THE_SPEAKER.match(self.sentence))

    @property
    def lasting(self) -> bool:
        """Whether it says how things are or what is planned, rather than what happened or may be."""
        return is_lasting(self.sentence)

    @property
    def troubled(self) -> bool:
        """Whether it says that something does not work, or that somebody is away."""
        return bool(_TROUBLE.search(self.sentence))

    @property
    def in_a_role(self) -> bool:
        """Whether it says what somebody does for others, or that one is with somebody."""
        return bool(_IN_A_ROLE.search(self.sentence))

    @property
    def named(self) -> frozenset[str]:
        """Terms of the names in it."""
        return frozenset(term for name in _NAMED.findall(self.sentence) for term in terms(name, self.language))

    @property
    def people(self) -> frozenset[str]:
        """Terms for the people whose things it is about, other than the speaker."""
        return people_of(self.sentence, self.language)

    @property
    def aims_at(self) -> frozenset[str]:
        """Terms of what something else is for, about, before or after: "tickets for the trip"."""
        return aims_of(self.sentence, self.language)


def holding(sentence: str, language: str) -> Holding | None:
    """Return what a sentence says is the case; `None` if it denies something or asks. `language` is that of
    `chat.text.languages.language_of`."""
    plain = without_now(sentence.strip())
    who = _WHO.match(plain)
    if len(plain) > LONGEST or who is None or plain.endswith(QUESTION_MARKS) or _DENIES.search(plain) or CANCELS.search(plain):
        return None
    return Holding(tuple(terms(plain, language)), who[0].casefold(), bool(_PLANS.match(plain)), plain, language)


def without_now(sentence: str) -> str:
    """Return the sentence without "now" or "actually" at its beginning."""
    return _NOW.sub("", sentence)


def is_lasting(sentence: str) -> bool:
    """Return whether a sentence says how things are or what is planned, rather than what happened or may be."""
    return is_certain(sentence) and not _LATELY.search(sentence) and bool(_IS.search(sentence) or not _HAPPENED.search(sentence))


def is_certain(sentence: str) -> bool:
    """Return whether a sentence tells neither of long ago nor of what may be."""
    return not (_LONG_AGO.search(sentence) or _UNSURE.search(sentence))


def people_of(sentence: str, language: str) -> frozenset[str]:
    """Return the terms for the people whose things a sentence is about, other than the speaker."""
    people = [found[0] for found in _OTHERS.finditer(sentence)] + [found["name"] for found in _OF_A_NAME.finditer(sentence)]
    return frozenset(term for named in people for term in terms(named, language))


def aims_of(sentence: str, language: str) -> frozenset[str]:
    """Return the terms of what something in a sentence is for, about, before or after: "tickets for the trip"."""
    return frozenset(term for found in _AIMS.finditer(sentence) for term in terms(found["aim"], language))


def roots_of(alternatives: str) -> frozenset[str]:
    """Return the first letters of the longest word of each alternative of a pattern, without which it does not match.

    The alternatives have no groups with others in them; the first letters of their words are written out.
    """
    return frozenset(max(_WHO.findall(each.casefold()), key=len)[:ROOT] for each in alternatives.split("|"))


@lru_cache(maxsize=64)
def roots(text: str) -> frozenset[str]:
    """Return the first letters of the words of a text: a cheap test, before patterns, of what it may say.

    It is cached because several modules ask for the same sentence in turn.
    """
    return frozenset(word[:ROOT] for word in _WHO.findall(text.casefold()))
