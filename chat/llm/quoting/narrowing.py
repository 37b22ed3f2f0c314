"""Rule out sentences by what a question specifies: things it names, a month, a number, a heading, what it asks of somebody."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chat.domain import Passage, Source
from chat.llm.quoting.candidates import Heard
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.headings import LEVEL
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import run
from chat.llm.quoting.question import designations
from chat.llm.quoting.question.asked import Asked
from chat.llm.quoting.question.attributes import holders
from chat.llm.quoting.question.attributes.attribute import Attribute, attribute
from chat.llm.quoting.question.counted import counts_others
from chat.llm.quoting.question.demands.demanded import demanded
from chat.llm.quoting.question.demands.words import Demand
from chat.llm.quoting.question.heads import compound, tells_of
from chat.llm.quoting.question.presence import speaks_of, thing
from chat.llm.quoting.question.prices import asks_for_a_price, may_tell_a_price
from chat.llm.quoting.question.qualifiers import (
    amount,
    called,
    dated_in_another,
    done,
    excess,
    in_a_row,
    is_of_figures,
    measured,
    measured_thing,
    months,
    numbered,
    of_another_month,
    of_another_number,
    of_another_turn,
    of_other_columns,
    told_of,
    whose,
    without_placeholders,
)
from chat.llm.quoting.question.unspoken import speaking
from chat.text import terms
from chat.text.languages import ENGLISH, language_of

Told = Literal["open", "no", "yes", "plainly"]
"""Whether a turn tells what is asked of somebody. `open`: the question asks nothing of anybody; `plainly`: the turn can hardly
mean anything else."""

_TOLD_BY_CODE = frozenset(("how to", "list", "fact", "compare", "about"))
"""Kinds of question that code under a heading may answer."""
_WHAT_IT_IS = re.compile(r"what(?:['’]s|\s+is)\s+an?\s", re.IGNORECASE)
_DEED_LIKE = 0.6
"""Similarity from which one verb stands for another: to rename is like to redesign (.52), and no way to do it."""
_NUMBERED = re.compile(r"(?:^\W*|#\s+)\d{1,3}(?:\.\d+)*[.)]?(?=\s|$)")
"""Section numbers of headings, which say nothing about the content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """The conditions that a question sets for a sentence to answer it."""

    question: str
    language: str
    spoken_of: tuple[frozenset[str], ...]
    """Sets of terms; for each set, at least one of its terms must be mentioned."""
    whose: tuple[frozenset[str], ...]
    """The same for names, which the sentence or a heading above it must contain."""
    measured: frozenset[str]
    """Terms of something whose measure is asked for, which a row of figures must mention."""
    of_somebody: bool
    """The question asks who, which a row of figures cannot tell."""
    measured_thing: frozenset[str]
    """Terms of the thing whose weight, height or age is asked for; a measure of something else does not answer."""
    compound: str
    """A German compound of which more than the first part must be mentioned."""
    months: frozenset[int]
    numbers: Mapping[str, frozenset[str]]
    in_a_row: Mapping[str, set[str]]
    designations: designations.Designations
    codes: frozenset[str]
    """Numbers of errors, statuses and exit codes."""
    done: frozenset[str]
    """Terms of what the question asks how to do, by its verb."""
    of_code: bool
    """The question may be answered by code under a heading: it asks how to do something, or for none of the kinds of things that
    only words tell."""
    heading: frozenset[str]
    """Terms of a heading that the question refers to by name."""
    of_money: bool
    demands: tuple[Demand, ...]
    foreign: frozenset[int]
    """Indexes of sources in another language than the question's, in which no wording can be demanded."""
    silent: frozenset[int]
    """Indexes of sources of documents that do not mention what the question is about, if another document does."""
    attribute: Attribute | None
    """What is asked of whom."""
    known: holders.Called
    beside_turns: bool
    """Some of the sources are from one person's conversation."""

    @classmethod
    def of(cls, question: Asked, evidence: Evidence) -> Narrowed:
        sources = evidence.sources
        text = " ".join(question.parts)
        things = frozenset[str]().union(*(thing(part, question.language) for part in question.parts))
        titles = [title for source in sources for title in source.chunk.section[1:]]  # the first title is the document's own
        titles += [piece.text for held in evidence.held for piece in held if LEVEL.match(piece.text)]
        asks = attribute(text, question.language)
        return cls(
            question=text,
            language=question.language,
            spoken_of=tuple(filter(None, (things, amount(text), excess(text)))),
            whose=tuple(whose(text, question.language)),
            measured=measured(text, question.language),
            of_somebody=question.kind == "who",
            measured_thing=measured_thing(text) if question.language == ENGLISH else frozenset(),
            compound=compound(text, question.language),
            months=months(text),
            numbers=numbered(text),
            in_a_row=in_a_row(text),
            designations=designations.asked_about(text),
            codes=designations.codes(text),
            done=done(text) if question.language == ENGLISH else frozenset(),
            of_code=question.kind in _TOLD_BY_CODE and not _WHAT_IT_IS.match(text),
            heading=called(text, titles, question.language),
            of_money=asks_for_a_price(text),
            demands=demanded(text, question.language),
            foreign=_foreign(question, sources),
            silent=_silent(question, sources),
            attribute=asks,
            known=holders.called(source.chunk.text for source in sources) if asks is not None else {},
            beside_turns=any(source.of_one_person for source in sources),
        )

    def admits(self, each: Heard, held: Sequence[Piece], source: Passage) -> bool:
        """Return whether a sentence of a document may answer; `held` are the pieces of its source."""
        return (
            (self.attribute is None or self.attribute.is_of(source.chunk.indexed, self.known, not self.beside_turns))
            and all(speaks_of(wanted, each.around, self.language) for wanted in self.spoken_of)
            and all(speaks_of(name, each.under | each.terms, self.language) for name in self.whose)
            and (not self.compound or tells_of(self.compound, each.around))
            and not (self.measured and is_of_figures(each.piece.text) and not self._is_named(each))
            and not (self.of_somebody and is_of_figures(each.piece.text))
            and not (self.measured_thing and self._is_of_another_thing(each, source))
            and not of_another_month(self.months, each.months, each.piece.text)
            and (each.piece.plain or not dated_in_another(self.months, each.piece.text))
            and not of_another_number(self.numbers, each.piece.text)
            and not of_another_turn(self.in_a_row, each.piece.text)
            and not designations.is_of_another(self.designations, each.piece.text, each.headings)
            and designations.has_codes(self.codes, " ".join((*each.headings, each.piece.text)))
            and (not each.piece.titles_code or self._is_asked_for(each))
            and not of_other_columns(self.months, each.piece.text)
            and (may_tell_a_price(each.piece.text) or not self.of_money)
            and (each.source in self.foreign or self._has_what_is_demanded(each, held, source))
            and each.source not in self.silent
            and self.heading <= each.under | each.terms
        )

    @property
    def of_now(self) -> bool:
        """Whether the question asks for the present value of something that has one value at a time."""
        return self.attribute is not None and self.attribute.is_of_now

    def _has_what_is_demanded(self, each: Heard, held: Sequence[Piece], source: Passage) -> bool:
        return all(demand.told.search(_read_with(each, held, source, demand.beside)) for demand in self.demands)

    def _is_of_another_thing(self, each: Heard, source: Passage) -> bool:
        told = told_of(each.piece.text)
        held = each.around | each.under | set(terms(source.document_name or ""))
        return bool(told) and not any(speaks_of([word], held, self.language) for word in self.measured_thing)

    def _is_asked_for(self, each: Heard) -> bool:
        """Return whether what a comment or heading says of its code may be what the question asks how to do."""
        if not (self.of_code or each.piece.comment):
            return False
        held = each.under | each.terms | set(terms(without_placeholders(each.piece.code), self.language))
        return not self.done or speaks_of(self.done, held, self.language, _DEED_LIKE)

    def _is_named(self, each: Heard) -> bool:
        return speaks_of(self.measured, each.around, self.language)

    def told(self, each: Heard, held: Sequence[Piece], source: Passage) -> Told:
        """Return whether a turn, of which `held` are the pieces, tells what is asked.

        In conversations between several people, facts about a person spread over several turns, so only counts and prices are
        checked there: a sum is told in one turn.
        """
        if counts_others(self.question, source.chunk.text, self.language):
            return "no"
        if not source.of_one_person:
            return "no" if self.of_money and not self._may_tell_its_price(run(held, each.at), source.chunk.text) else "open"
        if self.attribute is None:
            return "no" if self.of_money and not may_tell_a_price(run(held, each.at)) else "open"
        if not self.attribute.tells_attribute(run(held, each.at), source.chunk.text, self.known):
            return "no"
        return "plainly" if self.attribute.is_plain(source.chunk.text) else "yes"

    def _may_tell_its_price(self, said: str, message: str) -> bool:
        held = terms(message, self.language)
        return may_tell_a_price(said) and all(speaks_of(wanted, held, self.language) for wanted in self.spoken_of)


def _read_with(each: Heard, held: Sequence[Piece], source: Passage, neighbours: bool) -> str:
    """Return the text of a sentence with the headings above it and the document's question it answers, and with the adjacent
    sentences if `neighbours` is set."""
    near = held[max(0, each.at - 1) : each.at + 2] if neighbours else [each.piece]
    under = (_NUMBERED.sub("", title) for title in (*source.chunk.section, *each.headings))
    return " ".join((*under, each.piece.asked, *(piece.text for piece in near)))


def _foreign(question: Asked, sources: Sequence[Passage]) -> frozenset[int]:
    text = " ".join(question.parts)
    return frozenset(at for at, source in enumerate(sources) if language_of(source.chunk.text, text) != question.language)


def _silent(question: Asked, sources: Sequence[Passage]) -> frozenset[int]:
    """Return the indexes of sources whose document does not mention what is asked about, if another document does."""
    texts, titles = dict[str, str](), dict[str, str]()
    for source in sources:
        chunk = source.chunk
        if chunk.source is Source.DOCUMENT:
            texts[chunk.parent] = f"{texts.get(chunk.parent, source.document_name or '')} {chunk.indexed}"
            titles[chunk.parent] = " ".join((source.document_name or "", *chunk.section[:1]))
    if len(texts) < 2:
        return frozenset()
    told = [speaking(part, list(texts.values()), list(titles.values()), question.language) for part in question.parts]
    silent = {parent for at, parent in enumerate(texts) if not any(spoken[at] for spoken in told)}
    return frozenset(at for at, source in enumerate(sources) if source.chunk.parent in silent)
