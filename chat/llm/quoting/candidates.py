"""Collect the sentences of the sources that may be quoted, with their surroundings, up to a limit per source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.headings import Path, is_heading, paths
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.question.analysis import Question
from chat.llm.quoting.question.qualifiers import months
from chat.text import terms
from chat.text.markdown import without_targets

_NUMBER_SIGNS = {
    "english": (re.compile(r"\b[Nn]o\.(?=\s?:?\s?[A-Z]*-?\d)|№"), "number"),
    "german": (re.compile(r"(?:(?<=[a-z-])|\b)[Nn]r\.(?=\s?:?\s?\w*\d)|№"), "nummer"),
    "french": (re.compile(r"\b[Nn][°º](?=\s?:?\s?\w)|№"), "numéro"),
}
_SENTENCES = 48
"""Most sentences embedded for one answer; each costs a few milliseconds."""
_HEADINGS = 2
"""Number of innermost headings above a passage that say what its sentences are about."""
_FIGURES = 0.3
"""Share of a line's words from which it counts as a row of figures."""
_LOWER_CASE_WORDS = 3
"""Number of lower-case words from which a line is a sentence, however many figures it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A sentence that may be quoted, with its surroundings."""

    source: int
    """Index of the source, from 0."""
    at: int
    """Index among the pieces of the source."""
    piece: Piece
    terms: frozenset[str]
    context: frozenset[str]
    """Its terms with those of the headings above it, the sentence before it, the question that it answers and, if the question is
    how to do something, the code below it."""
    is_figures: bool
    """It is a line of figures that was not recognised as part of a table, so that a single shared word says nothing."""
    heading_covers_question: bool
    """The heading right above it holds all terms of the question, which are more than one."""
    question_covers_heading: bool
    """All terms of the heading right above it are in the question."""
    months: frozenset[int]
    """Months, 1 to 12, of the last heading above it that names any."""
    path: Path
    """The headings above it."""

    @property
    def heading_terms(self) -> frozenset[str]:
        """The terms of all headings above it."""
        return frozenset[str]().union(*(each.terms for each in self.path))

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.path)


def best_candidates(evidence: Evidence, question: Question) -> list[Candidate]:
    """Return, for each source, the sentences that share most terms with the question, up to a limit per source."""
    candidates: list[Candidate] = []
    room = max(1, _SENTENCES // max(1, sum(map(bool, evidence.pieces))))
    indexed = (terms(source.chunk.indexed, question.language) for source in evidence.sources)
    known = question.terms & set[str]().union(*indexed)
    for source in range(len(evidence.pieces)):
        counted_terms = [
            (shared, each)
            for shared, each in _candidates_of_source(source, evidence, question)
            if not each.is_figures or 2 * len(known & each.terms) > len(known)
        ]
        counted_terms.sort(key=lambda counted: -counted[0])
        candidates += sorted((each for _, each in counted_terms[:room]), key=lambda each: each.at)
    return candidates


def _candidates_of_source(source: int, evidence: Evidence, question: Question) -> Iterator[tuple[int, Candidate]]:
    """Yield the quotable sentences of a source, each with the number of terms that it shares with the question."""
    pieces, section = evidence.pieces[source], evidence.sources[source].chunk.section
    wanted, language = question.terms, question.language
    under = paths(evidence.sources[source], pieces, language)
    of_section = frozenset(terms(" ".join(section[-_HEADINGS:]), language))
    right_above = frozenset(terms(" ".join(section[-1:]), language))
    heading, columns, before = frozenset[str](), frozenset[str](), frozenset[str]()
    dated = months(" ".join(section))
    for at, piece in enumerate(pieces):
        own = frozenset(terms(_number_in_words(without_targets(piece.text), language), language))
        if piece.quotable:
            asked_for = frozenset(terms(_belonging_text(piece, question), language))
            title = heading or right_above
            yield (
                len(wanted & (own | asked_for)),
                Candidate(
                    source=source,
                    at=at,
                    piece=piece,
                    terms=own,
                    context=own | before | heading | columns | of_section | asked_for,
                    is_figures=_is_figures(piece),
                    heading_covers_question=len(wanted) > 1 and wanted <= (heading or of_section),
                    question_covers_heading=bool(title) and title <= wanted,
                    months=dated,
                    path=under[at],
                ),
            )
            before = before if piece.comment else own
        elif piece.rephrased:  # the column names of a table
            columns |= own
            before = frozenset()
        elif is_heading(piece):
            columns = frozenset()
            heading = own if at and pieces[at - 1].quotable else heading | own
            dated = months(piece.text) or dated
            before = frozenset()


def _number_in_words(text: str, language: str) -> str:
    """Return a text with the word for "number" in place of its sign or abbreviation, which has no term: "Contrat n° 12"."""
    sign, word = _NUMBER_SIGNS.get(language, (None, ""))
    return sign.sub(word, text) if sign is not None else text


def _belonging_text(piece: Piece, question: Question) -> str:
    return f"{piece.question} {piece.code}" if question.kind == "how to" else piece.question


def _is_figures(piece: Piece) -> bool:
    words = [word for word in piece.text.split() if any(map(str.isalnum, word))]
    if piece.text.endswith(".") and sum(word.isalpha() and word.islower() for word in words) >= _LOWER_CASE_WORDS:
        return False
    figures = sum(any(map(str.isdigit, word)) and not any(map(str.isalpha, word)) for word in words)
    labelled = ":" in piece.text and not piece.is_sentence  # such as "Due date: 12 July 2024"
    return piece.of_document and not piece.rephrased and not labelled and figures >= max(2, _FIGURES * len(words))
