"""The text of a source, prepared for checking many claims against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rapidfuzz import fuzz

from chat.answering.checking.clauses import clauses_of, sentences_of
from chat.answering.checking.figures.reading import Figures, merged, read_figures
from chat.answering.checking.languages import language_of, script_of
from chat.answering.checking.names import initials, name_forms
from chat.answering.checking.plain_text import flat, normal
from chat.answering.checking.table_rows import Row, rows_of
from chat.answering.checking.words import content_terms
from chat.text.numerals import SCALES, declared_scale

_MOST_CHARACTERS = 20_000
"""Most characters of a source that are checked; the beginning of a whole file."""
_SUBJECT = 2
"""Number of terms at the beginning of a sentence that also apply to its later clauses."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or clause of a source."""

    text: str
    own_terms: frozenset[str]
    terms: frozenset[str]
    """With those carried over from the first clause of the sentence."""


@dataclass(frozen=True, slots=True)
class CheckableSource:
    """A source prepared for checking."""

    flat: str
    """Its text on one line and in lower case."""
    flat_sentences: frozenset[str]
    rows: tuple[Row, ...]
    """The rows of its tables, in lower case."""
    beside: str
    """What is known of it besides its text."""
    terms: frozenset[str]
    """Terms of the text and of what is known besides, as are the next three."""
    name_forms: frozenset[str]
    """Every word in the form in which names are compared, and its terms."""
    initials: str
    figures: Figures
    figures_nearby: tuple[Figures, ...]
    """Figures of each pair of consecutive sentences."""
    sentences: tuple[Statement, ...]
    statements: tuple[Statement, ...]
    """The sentences and their clauses."""
    language: str | None

    def contains(self, words: str, likeness: float) -> bool:
        """Return whether the text has these words, or words so similar; likeness is from 0 to 100."""
        words = flat(words).strip(" .,")
        return words in self.flat or fuzz.partial_ratio(words, self.flat, score_cutoff=likeness) >= likeness

    def is_in_another_language(self, text: str) -> bool:
        """Return whether the source is in another language or script than a text."""
        if script_of(text) != script_of(self.flat):
            return True
        language = language_of(text)
        return language is not None and self.language is not None and language != self.language


@lru_cache(maxsize=256)
def checkable_source(text: str, beside: str = "") -> CheckableSource:
    """Prepare a source for checking. `beside` is what is known of it besides its text: file, headings, speaker, date."""
    text = normal(text[:_MOST_CHARACTERS])
    whole = f"{beside}\n{text}"
    sentences = sentences_of(text)
    scale = SCALES.get(declared_scale(text), 1.0)
    figures = [read_figures(sentence).and_scaled(scale) for sentence in sentences]
    return CheckableSource(
        flat=flat(text),
        flat_sentences=frozenset(map(flat, sentences)),
        rows=rows_of(text),
        beside=beside,
        terms=frozenset(content_terms(whole)),
        name_forms=name_forms(whole),
        initials=initials(whole),
        figures=merged([*figures, read_figures(beside)]),
        figures_nearby=tuple(merged(pair) for pair in pairwise(figures)) or tuple(figures),
        sentences=tuple(map(_statement, sentences)),
        statements=tuple(statement for sentence in sentences for statement in _statements(sentence)),
        language=language_of(text),
    )


def _statements(sentence: str) -> list[Statement]:
    """Return a sentence and its clauses; what a later clause leaves out ("but not the hose") is taken from the first one's
    beginning."""
    clauses = clauses_of(sentence)
    subject = content_terms(clauses[0])[:_SUBJECT] if clauses else []
    return [*(_statement(clause, subject) for clause in clauses if clause != sentence), _statement(sentence)]


def _statement(text: str, subject: Sequence[str] = ()) -> Statement:
    terms = content_terms(text)
    return Statement(text, frozenset(terms), frozenset((*terms, *subject)))
