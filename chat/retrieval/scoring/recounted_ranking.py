"""The messages of a time ranked, for a question that asks for nothing but what was said then."""

from __future__ import annotations

from collections.abc import Set

import numpy as np
from numpy.typing import NDArray

from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.scoring import conversation
from chat.retrieval.scoring.evidence import Evidence
from chat.retrieval.scoring.ranked import Ranked
from chat.threads.base import Turns

_FIRST_OR_LAST = 50
"""Messages given of what was said first or last: some of them are only questions."""
_LEAST_SCORE = 0.5
"""Score of the message that comes last; the first one scores 1."""
_CONFIDENCE = 0.9
"""Confidence that what was said at a time is what was said then."""


def rank(evidence: Evidence, turns: Turns, recounting: Recounting, among: Set[str] | None) -> Ranked | None:
    """The messages of the time that a question asks for (of the chunks `among`; None: of all), the most specific first; of what
    was said first or last, in the order in which it was said or in the reverse order.

    `evidence` is lined up with `turns`. None where the question may ask for something else after all: it names something that is
    no speaker, or nothing was said then and it is not about what one person said.
    """
    chosen = _chosen(turns, recounting, among)
    if chosen is None:
        return None
    chunks = _in_order(chosen, evidence, turns, recounting)
    return Ranked.of(
        evidence,
        chunks,
        covered=evidence.covered[chunks],
        fused=np.linspace(1.0, _LEAST_SCORE, len(chunks)),
        strength=1.0,
        confidence=_CONFIDENCE,
        recounted=True,
    )


def _chosen(turns: Turns, recounting: Recounting, among: Set[str] | None) -> NDArray[np.bool_] | None:
    """Which chunks were said then; None where that is not what is asked."""
    chosen = recounting.chosen(turns)
    if chosen is None:
        return None
    if among is not None:
        chosen &= np.array([turns.ids[number] in among for number in turns.numbers.tolist()], dtype=np.bool_)
    if not chosen.any() and (recounting.events or (recounting.whose is None and not recounting.names)):
        return None
    return chosen


def _in_order(chosen: NDArray[np.bool_], evidence: Evidence, turns: Turns, recounting: Recounting) -> NDArray[np.intp]:
    """The first chunk of each chosen message, as indexes into the table of turns."""
    firsts = conversation.first_chunks(turns)
    messages = np.flatnonzero(chosen[firsts])
    messages = messages[np.argsort(turns.created_at[firsts][messages], kind="stable")]
    if recounting.place is not None:
        messages = messages[:_FIRST_OR_LAST] if recounting.place == "first" else messages[: -_FIRST_OR_LAST - 1 : -1]
    elif evidence.specificity is not None:
        specificity = conversation.best_by_message(evidence.specificity, firsts)[messages]
        messages = messages[np.argsort(-specificity, kind="stable")]
    return firsts[messages]
