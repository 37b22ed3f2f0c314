"""What the rankings of all collections are made for."""

from __future__ import annotations

from dataclasses import dataclass

from chat.domain import Question
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.question.query import Query
from chat.retrieval.scoring.evidence import Mode


@dataclass(frozen=True, slots=True)
class RankingRequest:
    """A question with what was read from it, the same for every collection."""

    question: Question
    query: Query
    mode: Mode
    """`keyword` where a hybrid search has to do without vectors."""
    recounting: Recounting | None
    """Which messages the question asks for by their time alone; None where it does not."""
