"""Detect statements that something has ended: "We cancelled the trip to Rome", "I no longer work at Acme"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.dialogue.change_words import CANCELLED
from chat.retrieval.statements.clauses import CLAUSE_END
from chat.retrieval.statements.standing_facts import CANCELS, LONGEST, Holding, roots, roots_of, without_now
from chat.text import QUESTION_MARKS, terms

_MOST_BESIDE = 2
"""Most further terms a sentence may have after the ended thing and still be ended by it: "I work at Acme as an engineer"."""
_CANCELLED = re.compile(
    r"(?:(?:i|we)(?:['’]ve)?(?:\s+(?:have|had|just|now|both|to|must))*\s+(?:cancel(?:l?ed)?|call(?:ed)? off|scrapped)"
    r"\s+(?P<en>.+)"
    r"|(?P<passive>.+?)\s+(?:is|was|has been|got|had to be|were|ist|wurde|wird|est|a été|está|fue|ha sido)\s+(?:now\s+|just\s+)?"
    rf"(?:{CANCELLED})|(?P<de>.+?)\s+fällt\s+aus"
    r"|(?:ich|wir)\s+(?:habe|haben|mussten?)\s+(?P<de_>.+?)\s+(?:abgesagt|storniert|absagen|stornieren)"
    r"|(?:j['’]ai|nous avons|on a)\s+annulé\s+(?P<fr>.+)"
    r"|(?:he|hemos)\s+cancelado\s+(?P<es>.+)|(?:cancelé|cancelamos)\s+(?P<es_>.+))[\s.!]*",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(
    r"\bno longer\b|\b(?:do|does|is|are|am|can|have|has)(?:n['’]t|\s+not)\b(?=.*\bany ?more\b)"
    r"|(?<=i)['’]m not\b(?=.*\bany ?more\b)"
    r"|\bany ?more\b|\b(?:have\s+|has\s+)?stopped\b|\bnicht mehr\b|\bkeine?n?\b(?=.*\bmehr\b)|\bn(?:e\s|['’])(?=.*\bplus\b)"
    r"|\bplus\b|\bya no\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:no longer|stopped|nicht mehr|ya no)\b|(?:n['’]t|\bnot)\b.*\bany ?more\b|\bkeine?n?\b.*\bmehr\b"
    r"|\bn(?:e\s|['’]).*\bplus\b",
    re.IGNORECASE,
)
_WHO = re.compile(r"[^\W\d_]+")
_ROOTS = roots(
    "no any anymore stopped nicht kein keine keinen mehr plus ya cancel cancelé cancelamos absagen stornieren fällt"
) | roots_of(CANCELLED)
_GOING = frozenset(
    terms("go going fly flying travel travelling visit visiting drive driving take taking")
    + terms("fahre fahren fliege fliegen reise reisen gehe gehen", "german")
    + terms("vais allons va pars partons", "french")
    + terms("voy vamos viajo viajamos", "spanish")
)
_PLANNING = (
    _GOING
    | frozenset(terms("have got plan planning planned book booked want will do doing subscribe"))
    | frozenset(terms("habe haben plane planen gebucht mache machen werde werden", "german"))
    | frozenset(terms("ai avons prévois prévoyons", "french"))
    | frozenset(terms("tengo tenemos", "spanish"))
)
_TRIP = (
    frozenset(terms("trip visit holiday vacation journey flight travel"))
    | frozenset(terms("reise urlaub flug besuch", "german"))
    | frozenset(terms("voyage vol visite vacances", "french"))
    | frozenset(terms("viaje vuelo visita", "spanish"))
)
"""Words for a trip, which a sentence about going somewhere omits: "We are going to Rome"."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Something that a sentence says is over."""

    subject: frozenset[str]
    who: str | None
    """First word of the sentence, whose state has ended; `None` for something cancelled."""


def ended(sentence: str, language: str) -> tuple[Ended, ...]:
    """Return what a sentence says is over; `language` is that of `chat.text.languages.language_of`."""
    if len(sentence) > LONGEST or _ROOTS.isdisjoint(roots(sentence)) or sentence.rstrip().endswith(QUESTION_MARKS):
        return ()
    found = (_of_clause(clause.strip(), language) for clause in CLAUSE_END.split(sentence) if clause)
    return tuple(each for each in found if each is not None and each.subject)


def is_over(clause: str) -> bool:
    """Return whether the clause says that something is no longer the case."""
    return bool(_ENDS.search(clause))


def ends(ended: Ended, holding: Holding) -> bool:
    """Return whether what is over is what the other sentence states, rather than related to it.

    "A guide for the trip to Rome" is only related to the trip.
    """
    if ended.who is not None:
        beside = holding.subject - ended.subject
        few = ended.subject == holding.subject or (len(ended.subject) > 1 and len(beside) <= _MOST_BESIDE)
        return ended.who == holding.who and few and _begins_with(holding.told, ended.subject, frozenset())
    if not holding.plans:
        return False
    goal = ended.subject - _TRIP
    goes = bool(goal) and goal != ended.subject and not _GOING.isdisjoint(holding.told)
    return _begins_with(holding.told, ended.subject, _PLANNING) or (goes and _begins_with(holding.told, goal, _PLANNING | _TRIP))


def holds_again(holding: Holding, ended: Ended) -> bool:
    """Return whether a sentence states again what another one said is over."""
    return ends(ended, holding)


def _begins_with(told: tuple[str, ...], wanted: frozenset[str], beside: frozenset[str]) -> bool:
    """Return whether the terms of `wanted` come before all others, except those in `beside`."""
    if not wanted <= {*told}:
        return False
    last = max(told.index(term) for term in wanted)
    return all(term in wanted or term in beside for term in told[:last])


def _of_clause(clause: str, language: str) -> Ended | None:
    cancelled = _CANCELLED.fullmatch(clause) if CANCELS.search(clause) else None
    if cancelled is not None:
        thing = next(part for part in cancelled.groups() if part is not None)
        return Ended(frozenset(terms(thing, language)), None)
    plain = without_now(clause)
    who = _WHO.match(plain)
    if who is None or not is_over(plain):
        return None
    return Ended(frozenset(terms(_NO_LONGER.sub(" ", plain), language)), who[0].casefold())
