"""Extract statements that a later one may change: "my budget is 500" ... "my budget is now 700".

Only the wording is used, and only clear cases count: a wrong mark misleads, while a missing one merely leaves two messages with
their dates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from chat.dialogue.preamble import stated_in_question
from chat.retrieval.dates.calendar_words import MONTHS
from chat.retrieval.statements import (
    changed_values,
    circumstances,
    ended,
    explicit_corrections,
    given_up,
    negations,
    one_part_changed,
    one_value,
    outstanding,
    value_statements,
    whereabouts,
)
from chat.retrieval.statements.changed_values import Refilled, Slot
from chat.retrieval.statements.circumstances import Circumstance
from chat.retrieval.statements.ended import Ended
from chat.retrieval.statements.explicit_corrections import Announced, Given
from chat.retrieval.statements.given_up import GivenUp
from chat.retrieval.statements.negations import Contradicting
from chat.retrieval.statements.one_part_changed import Framed, Reframed
from chat.retrieval.statements.one_value import OneValue
from chat.retrieval.statements.outstanding import Happened, Outstanding
from chat.retrieval.statements.standing_facts import Holding, holding
from chat.retrieval.statements.value_statements import LONGEST, Settled, Shifted, Statement, Stating, Swapped
from chat.text import CAPITAL
from chat.text.calendar_names import one_of
from chat.text.languages import ENGLISH, language_of
from chat.text.possessives import OURS

_SENTENCE_END = re.compile(
    rf"(?<=[.!?。！？])(?<!\b[DMHF]r\.)(?<!\bM[rs]s\.)(?<!\b(?:St|Ms|Nr)\.)(?<!\bProf\.)(?!(?<=\d\.)\s(?:{one_of(MONTHS)})\b)\s+"
    rf"|\n+",
    re.IGNORECASE,
)
"""Does not split within "5. Mai" and "Dr. Weber"."""
_CODE = re.compile(r"^\s*(?:#|//|--)|[{}`]|;(?!\s+[^\W\d_])|==|\s=\s|\w\(|\w=\S")
_LONGEST_PLAN = 180
"""Most characters of a sentence without a number about a plan or an end; others without a number must be shorter still."""
_DIGIT = re.compile(r"\d")
_SOMEBODY_CHANGED = re.compile(
    r"\b(?:changed|updated|reset|switched|moved|raised|increased|lowered|reduced|cut|set|upped|extended|postponed|rescheduled)"
    r"\s+(?P<what>(?:my|our|the|his|her|their)\s(?:(?!(?:from|to|until|till)\b)[\w'’-]+\s+){1,5})(?:from\s+[^,;]{1,30}?\s+)?"
    r"(?:to|until|till)\s+(?P<value>[^,;]{1,40}?)(?=[\s.!]*$|[,;]\s|\s(?:because|since|for|so|after)\b)",
    re.IGNORECASE,
)
"""Matches a change made by anybody: "The doctor raised my dose to 75 mg" says what the dose is now."""
_REASON = re.compile(
    r"^(?:(?:since|because|considering that|given that|now that|as|weil|da|puisque|porque|ya que)\s)", re.IGNORECASE
)
_PARTS = re.compile(
    r";\s+|,\s+(?=(?:and |so |but )?(?:(?:my|our|the)\s"
    rf"|(?:(?-i:{CAPITAL})[\w.’'-]+\s){{1,2}}(?:is|ist|est|es)\s{OURS}\s))",
    re.IGNORECASE,
)
"""Splits a sentence that says two things, each of which may have one value."""
Valued = Stating | OneValue | Framed | Given | Refilled | Contradicting | Ended | GivenUp | Outstanding | Circumstance
"""Something that a sentence says by itself, without another one that says that something is over."""
Held = Holding | Slot | Happened
"""How things are or what happened, which matters only next to something that it changes or that changes it."""
Told = Valued | Held
"""Something a sentence says that another may replace, or that replaces another."""
_REPLACES: Mapping[type[Told], tuple[type[Told], Callable[[Any, Any], bool]]] = {  # Any: each of the kinds beside it
    Statement: (Statement, value_statements.takes_the_place),
    Swapped: (Statement, value_statements.takes_the_place),
    Settled: (Statement, value_statements.takes_the_place),
    Shifted: (Statement, value_statements.takes_the_place),
    OneValue: (OneValue, one_value.takes_the_place),
    Reframed: (Framed, one_part_changed.takes_the_place),
    Announced: (Given, explicit_corrections.takes_the_place),
    Refilled: (Slot, changed_values.takes_the_place),
    Contradicting: (Holding, negations.takes_the_place),
    GivenUp: (Holding, given_up.takes_the_place),
    Ended: (Holding, ended.ends),
    Holding: (Ended, ended.holds_again),
    Happened: (Outstanding, outstanding.takes_the_place),
    Circumstance: (Circumstance, circumstances.takes_the_place),
}
"""The kind of statement that each kind may replace, and whether one does; kinds that are missing replace none."""
COMPARED: Mapping[type[Told], type[Told]] = {later: earlier for later, (earlier, _) in _REPLACES.items()}


def statements(text: str) -> tuple[Told, ...]:
    """Return the replaceable statements of a text; text that looks like code has none."""
    return (*values(text), *holdings(text))


def index_terms(told: Told) -> frozenset[str]:
    """Return terms of which one that replaces another shares at least one with it."""
    match told:
        case Statement():
            return value_statements.index_terms(told)
        case Swapped():
            return frozenset({told.former})
        case Given():
            former = told.former if isinstance(told, Announced) else {}
            return told.subject.union(*told.values.values(), *former.values())
        case _:
            return told.subject


def values(text: str) -> tuple[Valued, ...]:
    """Return the statements of a text that give a value or say that something is over."""
    said, language = _sentences(text)
    in_sentences = (told for sentence in said for told in _values_in(_told_in(sentence), language))
    corrections = () if _CODE.search(text) else explicit_corrections.corrections_in(text, language)
    return (*in_sentences, *corrections)


def holdings(text: str) -> tuple[Held, ...]:
    """Return the statements of a text about how things are or what happened."""
    said, language = _sentences(text)
    return tuple(held for sentence in said for held in _holdings_in(sentence, language) if held is not None)


def _sentences(text: str) -> tuple[list[str], str]:
    """Return the sentences that may state something, and the language of the text."""
    said = [sentence for part in _SENTENCE_END.split(text) if _may_tell(sentence := part.strip())]
    return said, language_of(text) if said and (len(text) <= LONGEST or _DIGIT.search(text)) else ENGLISH


def _told_in(sentence: str) -> str:
    """Return a sentence, or what it states before it asks as a sentence of its own."""
    stated = stated_in_question(sentence).strip("… ")
    return f"{_REASON.sub('', stated)}." if stated else sentence


def _may_tell(sentence: str) -> bool:
    """Return whether a sentence may state something, by a cheap first test: a long one states nothing of this kind unless it has
    a number."""
    return len(sentence) <= (LONGEST if _DIGIT.search(sentence) else _LONGEST_PLAN) and not _CODE.search(sentence)


def _values_in(sentence: str, language: str) -> Iterator[Valued]:
    yield from _said_in(sentence, language)
    if (changed := _SOMEBODY_CHANGED.search(sentence)) is not None:
        yield from _said_in(f"{changed['what']} is now {changed['value']}.", language)


def _said_in(sentence: str, language: str) -> Iterator[Valued]:
    yield from value_statements.stated(sentence, language)
    for clause in _PARTS.split(sentence):
        if (valued := one_value.valued(clause, language)) is not None:
            yield valued
    yield from one_part_changed.framed(sentence, language)
    yield from whereabouts.whereabouts_in(sentence, language)
    yield from changed_values.refilled(sentence, language)
    yield from negations.contradicting(sentence, language)
    yield from ended.ended(sentence, language)
    yield from given_up.given_up(sentence, language)
    yield from outstanding.outstanding(sentence, language)
    yield from circumstances.circumstances(sentence, language)


def _holdings_in(sentence: str, language: str) -> Iterator[Held | None]:
    yield holding(sentence, language)
    yield changed_values.slot(sentence, language)
    yield from outstanding.happened(sentence, language)


def replaced_by(later: Sequence[Told], before: Sequence[Sequence[Told]]) -> Iterator[int]:
    """Yield the indexes of the messages `before`, oldest first, of which a message's statements replace one.

    A correction that only says that it is one replaces a statement of the last message that it may be about.
    """
    plain, announcing = (
        [told for told in later if not isinstance(told, Announced)],
        [told for told in later if isinstance(told, Announced)],
    )
    corrected = False
    for index in reversed(range(len(before))):
        corrects = not corrected and any(takes_the_place(new, old) for new in announcing for old in before[index])
        corrected = corrected or corrects
        if corrects or any(takes_the_place(new, old) for new in plain for old in before[index]):
            yield index


def takes_the_place(later: Told, earlier: Told) -> bool:
    """Return whether the later statement replaces the earlier one.

    It gives the same thing another value of the same kind, or says that it is over or holds again.
    """
    if type(later) not in _REPLACES:
        return False
    kind, takes_its_place = _REPLACES[type(later)]
    return isinstance(earlier, kind) and takes_its_place(later, earlier)
