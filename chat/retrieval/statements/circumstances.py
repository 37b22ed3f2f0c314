"""Circumstances of which a person has one at a time: an age, being single or married, what they eat, a job.

"I'm engaged" holds until "we got married on Saturday", without a word for change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from chat.retrieval.statements.clauses import CLAUSE_END
from chat.retrieval.statements.standing_facts import LONGEST, is_certain, roots
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.negation import NO

Kind = Literal["age", "partnership", "diet", "job"]

_AGES = r"(?P<value>[1-9]\d?|1[01]\d)"
_END = r"(?=[\s.!]*$|\s(?:now|and|today|jetzt|und|et|y|since|but)\b)"
_WHO = rf"(?P<who>I|we|(?:my|our)\s[\w-]+(?:\s(?-i:{CAPITAL})[\w-]+)?|(?-i:{CAPITAL})[\w-]+)"
_IS = r"(?:['’](?:m|re|s)|\s(?:am|are|is))(?:\s(?:now|just|also|still|recently|finally|happily|newly))*"
_BECAME = r"\s(?:just\s|finally\s|recently\s)?(?:got|became|turned)"
_EMPLOYER = rf"(?P<value>(?-i:{CAPITAL})[\w&.-]+(?:\s(?-i:{CAPITAL})[\w&.-]+)*)"
_PATTERNS: Mapping[Kind, tuple[re.Pattern[str], ...]] = {
    "age": tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\bI(?:['’]m|\sam)(?:\s(?:now|just|already))?\s{_AGES}(?:\syears?\sold\b|{_END})",
            rf"\bI(?:['’]ve)?(?:\s(?:just|recently))?\sturned\s{_AGES}\b(?!\s(?:of|percent|%))",
            rf"\bich\sbin(?:\s(?:jetzt|gestern|heute|gerade|schon))*\s{_AGES}(?:\s(?:Jahre\salt|geworden)\b|{_END})",
            rf"\bj['’]ai\s(?:maintenant\s|eu\s)?{_AGES}\sans\b(?!\s(?:d|de)\b)",
            rf"\btengo\s(?:ya\s)?{_AGES}\saños\b(?!\sde\b)",
            rf"\bcumplí\s{_AGES}\b",
        )
    ),
    "partnership": (
        re.compile(
            rf"\b{_WHO}(?:{_IS}|{_BECAME})\s(?P<value>single|engaged|married|divorced|separated|widowed)\b(?!\s(?:in|by|out|from|with)\b)",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?P<who>ich|wir)\s(?:bin|sind|haben\suns)\s(?:(?:jetzt|seit\s\S+|inzwischen|gestern|frisch)\s)*"
            r"(?P<value>ledig|verlobt|verheiratet|geschieden|getrennt|verwitwet)\b",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?P<who>je|nous)\s(?:suis|sommes)\s(?:maintenant\s)?(?P<value>célibataire|fianc|mari|divorc|pacs|veu)\w*",
            re.IGNORECASE,
        ),
        re.compile(
            r"\b(?P<who>estoy|soy|estamos|me)\s(?:ya\s|ahora\s)?(?P<value>solter|prometid|casad|divorciad|viud)[oa]s?\b",
            re.IGNORECASE,
        ),
    ),
    "diet": (
        re.compile(rf"\b{_WHO}(?:{_IS}|{_BECAME})\s(?:an?\s)?(?P<value>vegan|vegetarian|pescatarian)\b", re.IGNORECASE),
        re.compile(
            r"\b(?P<who>ich|wir)\s(?:bin|sind|esse|essen|lebe|leben)\s(?:(?:jetzt|inzwischen|seit\s\S+)\s)*"
            r"(?P<value>vegan|vegetari)\w*",
            re.IGNORECASE,
        ),
    ),
    "job": (
        re.compile(rf"\bI\swork\s(?:at|for)\s{_EMPLOYER}", re.IGNORECASE),
        re.compile(rf"\bmy\snew\s(?:job|position|role)\s(?:is\s)?(?:at|with)\s{_EMPLOYER}", re.IGNORECASE),
    ),
}
_ROOTS = roots(
    "am im i'm turned year years jahre geworden bin ans años tengo cumplí single engaged married divorced separated widowed ledig"
    " verlobt verheiratet geschieden getrennt verwitwet célibataire fiancé marié divorcé pacsé veuf veuve soltera prometida"
    " casada divorciada viuda vegan vegetarian pescatarian vegetarisch work job position role"
)
_PAST = re.compile(r"\b(?:was|were|used to|when|until|before|war|als|bis|étais|quand|era|cuando|wish|if)\b", re.IGNORECASE)
_DENIES = re.compile(NO, re.IGNORECASE)
_SPEAKER = frozenset(("", "i", "we", "ich", "wir", "je", "nous", "estoy", "soy", "estamos", "me"))


@dataclass(frozen=True, slots=True)
class Circumstance:
    """What a sentence says of somebody that is so one way at a time."""

    kind: Kind
    who: frozenset[str]
    """Terms for the person; none for the speaker."""
    value: str

    @property
    def subject(self) -> frozenset[str]:
        return self.who | {self.kind}


def circumstances(sentence: str, language: str) -> Iterator[Circumstance]:
    """Yield what a sentence says of this kind; `language` is that of `chat.text.languages.language_of`."""
    if len(sentence) > LONGEST or sentence.rstrip().endswith(QUESTION_MARKS) or _ROOTS.isdisjoint(roots(sentence)):
        return
    for clause in CLAUSE_END.split(sentence):
        if clause and is_certain(clause) and not (_DENIES.search(clause) or _PAST.search(clause)):
            yield from _in_clause(clause, language)


def _in_clause(clause: str, language: str) -> Iterator[Circumstance]:
    for kind, patterns in _PATTERNS.items():
        found = next((found for pattern in patterns if (found := pattern.search(clause)) is not None), None)
        if found is not None:
            who = found.groupdict().get("who") or ""
            person = frozenset[str]() if who.casefold() in _SPEAKER else frozenset(terms(who, language))
            yield Circumstance(kind, person, found["value"].casefold().rstrip("."))


def takes_the_place(later: Circumstance, earlier: Circumstance) -> bool:
    """Return whether the later sentence says otherwise of the same person; an age only grows."""
    if (later.kind, later.who) != (earlier.kind, earlier.who):
        return False
    return int(later.value) > int(earlier.value) if later.kind == "age" else later.value != earlier.value
