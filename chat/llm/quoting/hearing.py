"""Which sentences of the sources may be quoted, with what stands around them: as many of each as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Passage
from chat.llm.quoting.passage.headings import Path, is_heading, paths
from chat.llm.quoting.passage.quotable import Piece
from chat.llm.quoting.question.asked import Asked
from chat.llm.quoting.question.qualifiers import months
from chat.text import terms

_SENTENCES = 48
"""Most sentences that are embedded for one answer; each costs a few milliseconds."""
_HEADINGS = 2
"""Of those above a passage, the last ones say what its sentences are about."""
_FIGURES = 0.3
"""Share of a line's words from which it is one of figures."""
_SAID = 3
"""Words in small letters of what is a sentence, however many figures it has."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence that may be quoted."""

    source: int
    """From 0."""
    at: int
    """Among the pieces of the source."""
    piece: Piece
    terms: frozenset[str]
    around: frozenset[str]
    """With those of what it stands under and of the sentence before it."""
    row: bool
    """It is a line of figures that no table was made of: one word of the question in it says nothing."""
    headed: bool
    """The heading right above it holds all that is asked, and more than a word."""
    titled: bool
    """All that the heading right above it says is asked."""
    months: frozenset[int]
    """Of the last heading above it that names one."""
    path: Path
    """What it stands under."""

    @property
    def under(self) -> frozenset[str]:
        """The terms of what it stands under."""
        return frozenset[str]().union(*(each.terms for each in self.path))

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.path)


def most_telling(held: Sequence[Sequence[Piece]], sources: Sequence[Passage], question: Asked) -> list[Heard]:
    """Of each source the sentences that share most with the question, as many of each as there is room for."""
    heard: list[Heard] = []
    wanted, language = question.terms, question.language
    room = max(1, _SENTENCES // max(1, sum(map(bool, held))))
    known = wanted & set[str]().union(*(terms(source.chunk.indexed, language) for source in sources))
    for source, of_source in enumerate(held):
        telling = []
        section = frozenset(terms(" ".join(sources[source].chunk.section[-_HEADINGS:]), language))
        right_above = frozenset(terms(" ".join(sources[source].chunk.section[-1:]), language))
        heading, columns, before = frozenset[str](), frozenset[str](), frozenset[str]()
        dated = months(" ".join(sources[source].chunk.section))
        under = paths(sources[source], of_source, language)
        for at, piece in enumerate(of_source):
            own = frozenset(terms(piece.text, language))
            if piece.quotable:
                asked_for = frozenset(terms(piece.asked, language))
                around = own | before | heading | columns | section | asked_for
                headed = len(wanted) > 1 and wanted <= (heading or section)
                titled = bool(title := heading or right_above) and title <= wanted
                each = Heard(source, at, piece, own, around, _is_row(piece), headed, titled, dated, under[at])
                if not each.row or 2 * len(known & own) > len(known):
                    telling.append(each)
                before = own
            elif piece.told:  # the names of a table's columns
                columns |= own
                before = frozenset()
            elif is_heading(piece):
                columns = frozenset()
                heading = own if at and of_source[at - 1].quotable else heading | own
                dated = months(piece.text) or dated
                before = frozenset()
        telling.sort(key=lambda each: -len(wanted & each.terms.union(terms(each.piece.asked, language))))
        heard += sorted(telling[:room], key=lambda each: each.at)
    return heard


def _is_row(piece: Piece) -> bool:
    words = [word for word in piece.text.split() if any(map(str.isalnum, word))]
    if piece.text.endswith(".") and sum(word.isalpha() and word.islower() for word in words) >= _SAID:
        return False
    figures = sum(any(map(str.isdigit, word)) and not any(map(str.isalpha, word)) for word in words)
    labelled = ":" in piece.text and not piece.plain  # "Due date: 12 July 2024"
    return piece.of_document and not piece.told and not labelled and figures >= max(2, _FIGURES * len(words))
