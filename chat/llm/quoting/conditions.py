"""Rule out sentences by what a question specifies: things it names, a month, a number, a heading, what it asks of somebody."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chat.domain import Passage, Source
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.headings import LEVEL
from chat.llm.quoting.passage.log_lines import is_logged_on_another_day
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import with_context
from chat.llm.quoting.question import designations
from chat.llm.quoting.question.analysis import Question
from chat.llm.quoting.question.attributes import holders
from chat.llm.quoting.question.attributes.attribute import Attribute, attribute
from chat.llm.quoting.question.counted import counts_something_else
from chat.llm.quoting.question.demands.demanded import demands_of
from chat.llm.quoting.question.demands.words import Demand
from chat.llm.quoting.question.heads import asked_compound, mentions_compound
from chat.llm.quoting.question.presence import asked_thing, speaks_of
from chat.llm.quoting.question.prices import asks_for_a_price, may_tell_a_price
from chat.llm.quoting.question.qualifiers import (
    asked_amount,
    asked_quantity,
    contact_names,
    days,
    deed,
    described_thing,
    excess,
    has_another_number,
    has_another_ordinal,
    has_columns_of_other_months,
    heading_referred_to,
    is_dated_in_another_month,
    is_of_another_month,
    is_of_figures,
    measured_thing,
    months,
    numbers_by_word,
    ordinals,
    without_placeholders,
)
from chat.llm.quoting.question.unmentioned import mentioning
from chat.text import terms
from chat.text.languages import ENGLISH, language_of

Verdict = Literal["open", "no", "yes", "plainly"]
"""Whether a turn tells what is asked of somebody. `open`: the question asks nothing of anybody; `plainly`: the turn can hardly
mean anything else."""

_ANSWERED_BY_CODE = frozenset(("how to", "list", "fact", "compare", "about"))
"""Kinds of question that code under a heading may answer."""
_WHAT_IT_IS = re.compile(r"what(?:['’]s|\s+is)\s+an?\s", re.IGNORECASE)
_DEED_LIKE = 0.6
"""Similarity from which one verb stands for another: to rename is like to redesign (.52), and no way to do it."""
_NUMBERED = re.compile(r"(?:^\W*|#\s+)\d{1,3}(?:\.\d+)*[.)]?(?=\s|$)")
"""Section numbers of headings, which say nothing about the content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The conditions that a question sets for a sentence to answer it."""

    question: str
    language: str
    must_mention: tuple[frozenset[str], ...]
    """Sets of terms; for each set, at least one of its terms must be mentioned."""
    must_name: tuple[frozenset[str], ...]
    """The same for names, which the sentence or a heading above it must contain."""
    measured_terms: frozenset[str]
    """Terms of something whose measure is asked for, which a row of figures must mention."""
    asks_who: bool
    """The question asks who, which a row of figures cannot tell."""
    measured_thing: frozenset[str]
    """Terms of the thing whose weight, height or age is asked for; a measure of something else does not answer."""
    compound: str
    """A German compound of which more than the first part must be mentioned."""
    months: frozenset[int]
    days: frozenset[tuple[int, int]]
    """Month and day of each day that the question names."""
    numbers: Mapping[str, frozenset[str]]
    ordinals: Mapping[str, set[str]]
    designations: designations.Designations
    codes: frozenset[str]
    """Numbers of errors, statuses and exit codes."""
    deed_terms: frozenset[str]
    """Terms of what the question asks how to do, by its verb."""
    code_may_answer: bool
    """The question may be answered by code under a heading: it asks how to do something, or for none of the kinds of things that
    only words tell."""
    heading: frozenset[str]
    """Terms of a heading that the question refers to by name."""
    asks_for_price: bool
    demands: tuple[Demand, ...]
    foreign_sources: frozenset[int]
    """Indexes of sources in another language than the question's, in which no wording can be demanded."""
    silent_sources: frozenset[int]
    """Indexes of sources of documents that do not mention what the question is about, if another document does."""
    attribute: Attribute | None
    """What is asked of whom."""
    relations: holders.Relations
    with_turns: bool
    """Some of the sources are from one person's conversation."""

    @classmethod
    def of(cls, question: Question, evidence: Evidence) -> Conditions:
        sources = evidence.sources
        text = " ".join(question.parts)
        things = frozenset[str]().union(*(asked_thing(part, question.language) for part in question.parts))
        titles = [title for source in sources for title in source.chunk.section[1:]]  # the first title is the document's own
        titles += [piece.text for pieces in evidence.pieces for piece in pieces if LEVEL.match(piece.text)]
        asks = attribute(text, question.language)
        return cls(
            question=text,
            language=question.language,
            must_mention=tuple(filter(None, (things, asked_amount(text), excess(text)))),
            must_name=tuple(contact_names(text, question.language)),
            measured_terms=asked_quantity(text, question.language),
            asks_who=question.kind == "who",
            measured_thing=measured_thing(text) if question.language == ENGLISH else frozenset(),
            compound=asked_compound(text, question.language),
            months=months(text),
            days=days(text),
            numbers=numbers_by_word(text),
            ordinals=ordinals(text),
            designations=designations.asked_designations(text),
            codes=designations.codes(text),
            deed_terms=deed(text) if question.language == ENGLISH else frozenset(),
            code_may_answer=question.kind in _ANSWERED_BY_CODE and not _WHAT_IT_IS.match(text),
            heading=heading_referred_to(text, titles, question.language),
            asks_for_price=asks_for_a_price(text),
            demands=demands_of(text, question.language),
            foreign_sources=_foreign_sources(question, sources),
            silent_sources=_silent_sources(question, sources),
            attribute=asks,
            relations=holders.name_relations(source.chunk.text for source in sources) if asks is not None else {},
            with_turns=any(source.of_one_person for source in sources),
        )

    def admits(self, candidate: Candidate, pieces: Sequence[Piece], source: Passage) -> bool:
        """Return whether a sentence of a document may answer; `pieces` are those of its source."""
        return (
            (self.attribute is None or self.attribute.is_of(source.chunk.indexed, self.relations, not self.with_turns))
            and all(speaks_of(wanted, candidate.context, self.language) for wanted in self.must_mention)
            and all(speaks_of(name, candidate.heading_terms | candidate.terms, self.language) for name in self.must_name)
            and (not self.compound or mentions_compound(self.compound, candidate.context))
            and not (self.measured_terms and is_of_figures(candidate.piece.text) and not self._is_named(candidate))
            and not (self.asks_who and is_of_figures(candidate.piece.text))
            and not (self.measured_thing and self._is_of_another_thing(candidate, source))
            and not is_of_another_month(self.months, candidate.months, candidate.piece.text)
            and (candidate.piece.is_sentence or not is_dated_in_another_month(self.months, candidate.piece.text))
            and not is_logged_on_another_day(self.days, candidate.piece.text)
            and not has_another_number(self.numbers, candidate.piece.text)
            and not has_another_ordinal(self.ordinals, candidate.piece.text)
            and not designations.has_other_designations(self.designations, candidate.piece.text, candidate.headings)
            and designations.has_codes(self.codes, " ".join((*candidate.headings, candidate.piece.text)))
            and (not candidate.piece.titles_code or self._is_asked_for(candidate))
            and not has_columns_of_other_months(self.months, candidate.piece.text)
            and (may_tell_a_price(candidate.piece.text) or not self.asks_for_price)
            and (candidate.source in self.foreign_sources or self._has_what_is_demanded(candidate, pieces, source))
            and candidate.source not in self.silent_sources
            and self.heading <= candidate.heading_terms | candidate.terms
        )

    @property
    def asks_for_present_value(self) -> bool:
        """Whether the question asks for the present value of something that has one value at a time."""
        return self.attribute is not None and self.attribute.is_of_now

    def _has_what_is_demanded(self, candidate: Candidate, pieces: Sequence[Piece], source: Passage) -> bool:
        return all(demand.pattern.search(_read_with(candidate, pieces, source, demand.or_adjacent)) for demand in self.demands)

    def _is_of_another_thing(self, candidate: Candidate, source: Passage) -> bool:
        described = described_thing(candidate.piece.text)
        context = candidate.context | candidate.heading_terms | set(terms(source.document_name or ""))
        return bool(described) and not any(speaks_of([word], context, self.language) for word in self.measured_thing)

    def _is_asked_for(self, candidate: Candidate) -> bool:
        """Return whether what a comment or heading says of its code may be what the question asks how to do."""
        if not (self.code_may_answer or candidate.piece.comment):
            return False
        context = (
            candidate.heading_terms | candidate.terms | set(terms(without_placeholders(candidate.piece.code), self.language))
        )
        return not self.deed_terms or speaks_of(self.deed_terms, context, self.language, _DEED_LIKE)

    def _is_named(self, candidate: Candidate) -> bool:
        return speaks_of(self.measured_terms, candidate.context, self.language)

    def judge_turn(self, candidate: Candidate, pieces: Sequence[Piece], source: Passage) -> Verdict:
        """Return whether a turn, with its `pieces`, tells what is asked.

        In conversations between several people, facts about a person spread over several turns, so only counts and prices are
        checked there: a sum is given in one turn.
        """
        if counts_something_else(self.question, source.chunk.text, self.language):
            return "no"
        if not source.of_one_person:
            return (
                "no"
                if self.asks_for_price and not self._may_tell_its_price(with_context(pieces, candidate.at), source.chunk.text)
                else "open"
            )
        if self.attribute is None:
            return "no" if self.asks_for_price and not may_tell_a_price(with_context(pieces, candidate.at)) else "open"
        if not self.attribute.tells_attribute(with_context(pieces, candidate.at), source.chunk.text, self.relations):
            return "no"
        return "plainly" if self.attribute.is_plain(source.chunk.text) else "yes"

    def _may_tell_its_price(self, text: str, message: str) -> bool:
        message_terms = terms(message, self.language)
        return may_tell_a_price(text) and all(speaks_of(wanted, message_terms, self.language) for wanted in self.must_mention)


def _read_with(candidate: Candidate, pieces: Sequence[Piece], source: Passage, neighbours: bool) -> str:
    """Return the text of a sentence with the headings above it and the document's question it answers, and with the adjacent
    sentences if `neighbours` is set."""
    read = pieces[max(0, candidate.at - 1) : candidate.at + 2] if neighbours else [candidate.piece]
    under = (_NUMBERED.sub("", title) for title in (*source.chunk.section, *candidate.headings))
    return " ".join((*under, candidate.piece.question, *(piece.text for piece in read)))


def _foreign_sources(question: Question, sources: Sequence[Passage]) -> frozenset[int]:
    text = " ".join(question.parts)
    return frozenset(at for at, source in enumerate(sources) if language_of(source.chunk.text, text) != question.language)


def _silent_sources(question: Question, sources: Sequence[Passage]) -> frozenset[int]:
    """Return the indexes of sources whose document does not mention what is asked about, if another document does."""
    texts, titles = dict[str, str](), dict[str, str]()
    for source in sources:
        chunk = source.chunk
        if chunk.source is Source.DOCUMENT:
            texts[chunk.parent] = f"{texts.get(chunk.parent, source.document_name or '')} {chunk.indexed}"
            titles[chunk.parent] = " ".join((source.document_name or "", *chunk.section[:1]))
    if len(texts) < 2:
        return frozenset()
    by_part = [mentioning(part, list(texts.values()), list(titles.values()), question.language) for part in question.parts]
    silent = {parent for at, parent in enumerate(texts) if not any(spoken[at] for spoken in by_part)}
    return frozenset(at for at, source in enumerate(sources) if source.chunk.parent in silent)
