"""Decide whether a source supports a sentence of an answer.

The thresholds were chosen on 290 labelled pairs of a passage and a sentence (`threadwise eval support`; decision 063).
"""

from __future__ import annotations

import re

from chat.answering.checking.claim import CheckableClaim, checkable_claim
from chat.answering.checking.comparing.figures import miscounted
from chat.answering.checking.comparing.names import misnamed
from chat.answering.checking.comparing.polarity import turned
from chat.answering.checking.comparing.quotations import misquoted, without_verbatim
from chat.answering.checking.comparing.words import unsaid
from chat.answering.checking.figures.reading import read_figures
from chat.answering.checking.overlap import share
from chat.answering.checking.plain_text import flat, without_markup
from chat.answering.checking.source import CheckableSource
from chat.answering.checking.table_rows import is_row
from chat.answering.checking.verdict import Reason, Verdict
from chat.answering.checking.words import content_terms

_COMPARED = (misquoted, miscounted, misnamed, turned, unsaid)
"""In the order in which the first difference becomes the reason."""
_PLAIN_SHARE = 0.8
"""Share of a sentence's words that one statement of a source must hold for a marker to be added."""
_LEAST_PLAIN = 3
"""Fewest words and figures of such a sentence."""
_OPERATOR = re.compile(r"\w \*\*? \w")
"""An operator in quoted code."""


def check(sentence: str, source: CheckableSource) -> Verdict:
    """Check a sentence against its source. A sentence without a claim is supported, and so is one copied from the source,
    or a row of a table that is put into words."""
    if _OPERATOR.search(sentence):
        sentence = without_verbatim(sentence, source)  # before `*` is taken for emphasis
    text = without_verbatim(without_markup(sentence), source)
    if flat(text) in source.flat_sentences or is_row(text, source.rows):
        return Verdict()
    claim = checkable_claim(text)
    if claim.empty:
        return Verdict()
    return Verdict(_difference(claim, source), share(claim.terms, source.terms, claim.figures))


def _difference(claim: CheckableClaim, source: CheckableSource) -> Reason | None:
    return next((reason for compared in _COMPARED if (reason := compared(claim, source)) is not None), None)


def plainly_supported(sentence: str, source: CheckableSource) -> bool:
    """Return whether the source certainly supports the sentence: the condition for adding a marker that the writer left out."""
    text = without_markup(sentence)
    terms, figures = content_terms(text), read_figures(text)
    if len(terms) + len(figures.numbers) + len(figures.days) < _LEAST_PLAIN or source.is_in_another_language(text):
        return False
    nearest = max((share(terms, statement.terms) for statement in source.statements), default=0.0)
    return nearest >= _PLAIN_SHARE and check(sentence, source).supported
