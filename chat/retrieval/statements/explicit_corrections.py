"""Corrections that say that they are one: "Correction: the party is on the 19th", "the start is not 1 January but the 15th".

They seldom repeat what they correct, so they are compared by whole messages, and one of them replaces only the last message that
it may be about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from chat.dialogue.change_words import BOOKED_OUT, CANCELLED, INSTEAD, INSTEAD_OF, NOW, SOLD_OUT
from chat.retrieval.dates.calendar_words import MONTHS
from chat.retrieval.statements.days import NAMED_DAY, in_one_form
from chat.retrieval.statements.standing_facts import people_of
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.calendar_names import WEEKDAYS, one_of
from chat.text.days import CLOCK
from chat.text.negation import NOT_THIS

_LONGEST = 300
"""Most characters of a message."""
_PART_OF_MONTH = (
    rf"\b(?:end|middle|mid|beginning|start|early|late|ende|anfang|mitte|fin|début)(?: of| de)?\s(?:{one_of(MONTHS)})\b"
)
_DAY = re.compile(rf"{_PART_OF_MONTH}|{NAMED_DAY.pattern}", re.IGNORECASE)
_CLOCK = re.compile(CLOCK, re.IGNORECASE)
_AMOUNT = re.compile(r"(?<![\w.,])\d[\d.,]*\d\s?[€$£%k]?(?![\w-])|(?<![\w.,])\d\s?[€$£%k](?!\w)")
_NAME = re.compile(rf"\b(?!I\b){CAPITAL}[\w’'-]+")
_WORD = re.compile(r"[^\W\d_]+")

_CORRECTS = re.compile(
    r"^\W*(?:(?:small|quick|kleine|kurze)\s)?(?:correction|corrigendum|erratum|korrektur|berichtigung|rectification|rectificatif"
    r"|corrección)\b"
    r"|\b(?:i\s(?:misread|misheard|mistyped|misremembered|mixed\s(?:it|that|them|this|the\s\w+)\sup|was\swrong)"
    r"|(?:i\s)?got\s(?:it|that|this|the\s\w+)\swrong|my\s(?:mistake|bad)|scratch\s(?:that|what)|forget\swhat\si\s(?:said|wrote)"
    r"|(?:hatte|habe?)\s(?:mich|das|es)\s(?:\w+\s)?(?:verguckt|verlesen|vertan|verschrieben|geirrt|verhört|verwechselt)"
    r"|je\sme\ssuis\strompée?|me\s(?:he\s)?equivo(?:qué|cado))\b",
    re.IGNORECASE,
)
"""Matches what says that a message is a correction, whatever it corrects."""
_NO_EARLIER = re.compile(r"\b(?:not\s(?:before|until|till)|nicht\svor|pas\savant|no\santes\sde)\b", re.IGNORECASE)
_IS_NOW = re.compile(
    r"\b(?:it|that|they|we|she|he)(?:['’](?:s|re|ll\sbe)|\s(?:is|are|will\sbe|comes?|starts?|takes\splace))\s"
    r"(?=[^.;!?]*\d)[^.;!?]{1,40}?\s(?:now|instead)\b",
    re.IGNORECASE,
)
"""Matches a value that something has now, where a pronoun stands for it."""
_MOVES = re.compile(
    r"\b(?:push(?:ed|ing)?|mov(?:e|ed|ing)|postpon(?:e|ed|ing)|shift(?:ed|ing)?|reschedul(?:e|ed|ing)|delay(?:ed|ing)?|brought"
    r"|put(?: off| back)?)\s(?:[\w’'-]+\s){0,4}?(?:to|until|till)\s(?:the\s)?"
    rf"(?:\d|(?:{one_of(MONTHS)}|{one_of(WEEKDAYS)})\b)"
    r"|\b(?:verschieben?|verschoben|verlegen?|verlegt)\s(?:[\w’'-]+\s){0,4}?auf\s(?:den\s)?\d"
    r"|\bauf\s(?:den\s)?\d[\w\s.]{0,20}?\b(?:verschoben|verlegt)\b",
    re.IGNORECASE,
)
"""Matches what moves something to another day."""
_NOT = rf"\b{NOT_THIS}\s(?:on\s|at\s|the\s|am\s|um\s|le\s|el\s)*"
_BUT = r",?\s(?:but|sondern|mais|sino)\s"
_NOT_BUT = re.compile(rf"{_NOT}(?P<not>[^.;!?]{{1,25}}?){_BUT}", re.IGNORECASE)
_GIVEN_UP = re.compile(
    rf"(?<!\w)(?P<name>(?!(?i:I|the|der|die|das|den|le|la|el)\b){CAPITAL}[\w’'-]+)(?:\s[^\W\d_A-Z]+){{0,2}}?\s"
    rf"(?:{SOLD_OUT}|{BOOKED_OUT}|discontinued|(?:{CANCELLED})(?:\son\sus)?)\b"
)
_INSTEAD_OF = re.compile(rf"\b(?i:{INSTEAD_OF})\s(?:the\s|dem\s|der\s)?(?P<name>{CAPITAL}[\w’'-]+)")
_REPLACED = re.compile(rf"\b(?:{INSTEAD}|{NOW})\b", re.IGNORECASE)
_CHOSEN = re.compile(
    r"^[^\W\d_][\w’'-]+:\s|\b(?:ordered|book(?:ed)?|decided|settled|picked|reserved|chose|chosen|hired|bought|went\swith"
    r"|going\swith|tak(?:e|ing)|bestellt|gebucht|reserviert|nehmen?|nehme|genommen|verschrieben|prescribed|entschieden|commandée?|réservée?|pris|reservado|pedido)\b",
    re.IGNORECASE,
)
"""Matches what was decided for, rather than only spoken of."""

_PLAN_CHANGED = re.compile(
    r"^\W*(?:change of plans?|plans? (?:have |has )?changed|new plan|(?:kleine )?planänderung"
    r"|changement de (?:plan|programme)|cambio de planes?|cambio di programma|mudança de planos)\b",
    re.IGNORECASE,
)
_PLANS = re.compile(
    r"\b(?:let['’]?s|shall|we(?:['’]ll|['’]re| will| are)?|i['’]ll|i['’]m|plan\w*|wir|lass(?:t)? uns|nous|vamos"
    r"|quedamos|andiamo|vediamo)\b",
    re.IGNORECASE,
)
"""Matches what somebody intends to do, which a change of plan may be about."""

Kind = Literal["day", "clock", "amount", "name", "plan"]


@dataclass(frozen=True, slots=True)
class Given:
    """A message that gives a day, a time of day, an amount, a name that was decided for, or a plan: the message
    itself."""

    subject: frozenset[str]
    """Its terms without these values."""
    values: Mapping[Kind, frozenset[str]]
    people: frozenset[str]
    """Terms for the people whose it is, other than the speaker."""


@dataclass(frozen=True, slots=True)
class Announced(Given):
    """A message that says that it corrects an earlier one."""

    former: Mapping[Kind, frozenset[str]]
    """The values that do not hold, if it says which."""
    moves: bool
    """It only says that something is moved to another day, which is clear only of a message with a single day."""


def corrections_in(text: str, language: str) -> Iterator[Given]:
    """Yield the values of a message, and what it corrects; none if it is long or a question.

    `language` is that of `chat.text.languages.language_of`.
    """
    said = text.strip()
    if not said or len(said) > _LONGEST or said.endswith(QUESTION_MARKS):
        return
    values = _values(said)
    names = frozenset(name.casefold() for name in _NAME.findall(said)) if _CHOSEN.search(said) else frozenset[str]()
    former = _former(said)
    replans = _PLAN_CHANGED.match(said)
    plans = replans or _PLANS.search(said)
    if not (values or names or former or plans):
        return
    subject, people = _subject(said, language), people_of(said, language)
    named: dict[Kind, frozenset[str]] = {"name": names} if names else {}
    planned: dict[Kind, frozenset[str]] = {"plan": frozenset({said})} if plans else {}
    yield Given(subject, {**values, **named, **planned}, people)
    if replans:
        yield Announced(subject, {**values, **planned}, people, former, moves=False)
    elif former or (values and any(cue.search(said) for cue in (_CORRECTS, _NO_EARLIER, _IS_NOW))):
        yield Announced(subject, values, people, former, moves=False)
    elif "day" in values and _MOVES.search(said):
        yield Announced(subject, {"day": values["day"]}, people, former, moves=True)


def takes_the_place(later: Announced, earlier: Given) -> bool:
    """Return whether the correction may be about the earlier message: that has the value that does not hold; or, if the
    correction does not say which that is, another value of the same kind, and a term in common."""
    shared = bool(later.subject & earlier.subject)
    if not later.people <= earlier.people | earlier.subject:
        return False
    if later.former:
        denied = {kind: former & earlier.values.get(kind, frozenset()) for kind, former in later.former.items()}
        tells = bool(denied.get("name")) or any(" " in day for day in denied.get("day", ()))  # a day with its month
        return any(denied.values()) and (tells or shared or not later.subject)
    if later.moves and len(earlier.values.get("day", ())) != 1:
        return False
    kinds = later.values.keys() & earlier.values.keys()
    return shared and any(later.values[kind].isdisjoint(earlier.values[kind]) for kind in kinds)


def _former(said: str) -> dict[Kind, frozenset[str]]:
    """Return the values of which a message says that they do not hold."""
    former: dict[Kind, set[str]] = {}
    for denied in _NOT_BUT.finditer(said):
        new = _values(said[denied.end() :])
        for kind, values in _values(denied["not"]).items():
            if kind in new:
                former.setdefault(kind, set()).update(values)
    names = [found["name"] for found in _INSTEAD_OF.finditer(said)]
    names += [found["name"] for found in _GIVEN_UP.finditer(said) if _REPLACED.search(said[found.end() :])]
    if names:
        former["name"] = {name.casefold() for name in names}
    return {kind: frozenset(values) for kind, values in former.items()}


def _values(text: str) -> dict[Kind, frozenset[str]]:
    words = frozenset(_WORD.findall(text.casefold()))
    if words.isdisjoint(MONTHS) and not any(map(str.isdigit, text)):  # a cheap test before the patterns
        days = words & WEEKDAYS.keys()
        return {"day": days} if days else {}
    found: dict[Kind, frozenset[str]] = {}
    if days := frozenset(in_one_form(match[0]) for match in _DAY.finditer(text)):
        found["day"] = days
    rest = _DAY.sub(" ", text)
    if clocks := frozenset(match[0].casefold().strip() for match in _CLOCK.finditer(rest)):
        found["clock"] = clocks
    if amounts := frozenset(match[0].strip(" .,") for match in _AMOUNT.finditer(_CLOCK.sub(" ", rest))):
        found["amount"] = amounts
    return found


def _subject(said: str, language: str) -> frozenset[str]:
    bare = _AMOUNT.sub(" ", _CLOCK.sub(" ", _DAY.sub(" ", said)))
    return frozenset(term for term in terms(bare, language) if not term.isdigit()) - _SAYS_LITTLE


_SAYS_LITTLE = frozenset(
    terms("correction sorry mistake wrong misread instead now get got go come start take place time day date week month say tell")
    + terms("mr mrs ms dr herr frau good new old first last next today still also just book call ask want need think know make")
    + terms("yes no ok")
    + terms("korrektur jetzt nun tag woche monat uhr heute habe haben hatte", "german")
)
"""Terms by which two messages are not about the same thing."""
