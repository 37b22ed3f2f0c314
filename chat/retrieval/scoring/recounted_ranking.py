"""Rank the messages of a period, for a question that asks for nothing but what was said then."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np
from numpy.typing import NDArray

from chat.index.among import Among
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.scoring import conversation
from chat.retrieval.scoring.evidence import Evidence
from chat.retrieval.scoring.ranked import Ranked
from chat.retrieval.scoring.sums import Sums
from chat.threads.base import Turns

_FIRST_OR_LAST = 50
"""Number of messages returned for what was said first or last: some of them are only questions."""
_LEAST_SCORE = 0.5
"""Score of the last message; the first one scores 1."""
_CONFIDENCE = 0.9
"""Confidence that the messages of the period are what the question asks for."""


def rank(evidence: Evidence, turns: Turns, recounting: Recounting, among: Among, words: Sequence[str]) -> Ranked | None:
    """Rank the messages of the period a question asks for, the most specific first.

    What was said first or last is returned in chronological or reverse chronological order instead. `among` restricts the chunks;
    `None` allows all. `evidence` is aligned with `turns`, and its terms with `words`.

    `None` is returned if the question may ask for something else after all: it names something that is neither a speaker nor what
    something happened to, or nothing was said then and it does not ask about what one person said.
    """
    chosen = _chosen(evidence, turns, recounting, among, words)
    if chosen is None:
        return None
    telling = _mentioning(recounting.deed.forms, evidence, words) if recounting.deed else np.zeros(len(chosen), dtype=np.bool_)
    chunks = _in_order(chosen, telling, evidence, turns, recounting)
    in_order = np.linspace(1.0, _LEAST_SCORE, len(chunks))
    return Ranked.of(
        evidence,
        chunks,
        covered=evidence.covered[chunks],
        fused=in_order,
        strength=1.0,
        confidence=_CONFIDENCE,
        recounted=True,
        sums=Sums((("period", in_order),)),
    )


def _chosen(
    evidence: Evidence, turns: Turns, recounting: Recounting, among: Among, words: Sequence[str]
) -> NDArray[np.bool_] | None:
    """Return a mask of the chunks said in the period; `None` if that is not what the question asks for."""
    chosen = recounting.chosen(turns)
    if chosen is None and recounting.happened:
        chosen = _happened(evidence, turns, recounting, words)
    if chosen is None:
        return None
    if not among.is_all:
        chosen &= among.mask(turns.ids)[turns.numbers]
    if not chosen.any() and (recounting.events or (recounting.whose is None and not recounting.names)):
        return None
    return chosen


def _happened(evidence: Evidence, turns: Turns, recounting: Recounting, words: Sequence[str]) -> NDArray[np.bool_] | None:
    """Return a mask of the chunks of the period that mention what something happened to; of all of them if only the beginning of
    the conversation mentions it, as that is then what the conversation is about; `None` if neither does."""
    mentions = _mentioning(recounting.names, evidence, words)
    then = recounting.in_time(turns)
    if (mentions & then).any():
        return mentions & then
    return then if bool((mentions & (turns.ordinals == 0)).any()) else None


def _mentioning(terms: Set[str], evidence: Evidence, words: Sequence[str]) -> NDArray[np.bool_]:
    """Return a mask of the chunks that contain one of these terms."""
    rows = [row for row, word in enumerate(words) if word in terms]
    return np.asarray((evidence.by_term(related=False)[rows] > 0).any(axis=0), dtype=np.bool_)


def _in_order(
    chosen: NDArray[np.bool_], telling: NDArray[np.bool_], evidence: Evidence, turns: Turns, recounting: Recounting
) -> NDArray[np.intp]:
    """Return the first chunk of each chosen message in final order, as indexes into the table of turns; messages with a chunk
    that is `telling` come first."""
    firsts = conversation.first_chunks(turns)
    messages = np.flatnonzero(chosen[firsts])
    messages = messages[np.argsort(turns.created_at[firsts][messages], kind="stable")]
    if recounting.place is not None:
        messages = messages[:_FIRST_OR_LAST] if recounting.place == "first" else messages[: -_FIRST_OR_LAST - 1 : -1]
    elif recounting.periods and all(period.start is None for period in recounting.periods):
        messages = messages[::-1]  # before a day is shortly before it
    elif evidence.specificity is not None:
        specificity = conversation.best_by_message(evidence.specificity, firsts)[messages]
        messages = messages[np.argsort(-specificity, kind="stable")]
        told = conversation.best_by_message(telling.astype(np.float64), firsts)[messages]
        messages = messages[np.argsort(-told, kind="stable")]
    return firsts[messages]
