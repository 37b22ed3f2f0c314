"""Rewrite a question that leans on earlier turns so that it stands by itself.

`leaning` tells whether it does, by the `forms` of such questions; `rules` rewrite it from the `exchanges` before it, or a model
does (`by_model`).
"""

from __future__ import annotations

from chat.retrieval.question.rewriting.exchanges import Exchange, exchanges
from chat.retrieval.question.rewriting.leaning import (
    begins_elsewhere,
    corrects_what_was_told,
    is_question,
    leans,
    names_nothing,
)
from chat.retrieval.question.rewriting.rules import rewritten

__all__ = [
    "Exchange",
    "begins_elsewhere",
    "corrects_what_was_told",
    "exchanges",
    "is_question",
    "leans",
    "names_nothing",
    "rewritten",
]
