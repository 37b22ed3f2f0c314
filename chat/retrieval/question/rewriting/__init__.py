"""Rewriting of questions that depend on earlier turns: "and in 2023?", "yes, do that", "what about the second one"."""

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
