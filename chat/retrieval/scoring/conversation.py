"""Messages as units of search: a long one scored by its best chunk, a short one together with the turns around it."""

from __future__ import annotations

from collections.abc import Set
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from chat.text import terms
from chat.threads.base import Turns

_SHORT = 200
"""In characters; a message this short is always a single chunk."""


def unsaid(turns: Turns, messages: Set[str]) -> tuple[Turns, frozenset[str]]:
    """Return the table of turns without the given messages, and the ids of their chunks."""
    kept = np.array([message not in messages for message in turns.messages], dtype=np.bool_)
    chunks = frozenset(turns.ids[number] for number in turns.numbers[~kept].tolist())
    rest = Turns(
        ids=turns.ids,
        numbers=turns.numbers[kept],
        messages=tuple(compress(turns.messages, kept)),
        ordinals=np.unique(turns.ordinals[kept], return_inverse=True)[1].astype(np.int64),
        from_user=turns.from_user[kept],
        authors=tuple(compress(turns.authors, kept)),
        created_at=turns.created_at[kept],
        characters=turns.characters[kept],
    )
    return rest, chunks


def later(turns: Turns, moment: float) -> frozenset[str]:
    """Return the ids of the messages said after a moment, given in seconds since the epoch."""
    return frozenset(turns.messages[chunk] for chunk in np.flatnonzero(turns.created_at > moment))


def first_chunks(turns: Turns) -> NDArray[np.intp]:
    """Return the index of each message's first chunk in the table, shape (messages,)."""
    return first_of_each(turns.ordinals)


def first_of_each(ordinals: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return the indexes at which a new message begins."""
    return np.flatnonzero(np.diff(ordinals, prepend=-1))


def with_assistant(turns: Turns, long_characters: int) -> bool:
    """Return whether this is one user's conversation with an assistant, or their notes, rather than people taking turns.

    That is the case if most turns have no named author, or if the answers are long on average.
    """
    if 2 * turns.authors.count(None) > len(turns.authors):
        return True
    answers = turns.characters[~turns.from_user]
    return bool(len(answers)) and float(answers.mean()) >= long_characters


def named(turns: Turns, question: str) -> NDArray[np.bool_]:
    """Return a mask of the chunks said by somebody whose name, or a part of it, is in the question. Shape (chunks,)."""
    asked = set(terms(question))
    speakers = {author for author in set(turns.authors) if author and not asked.isdisjoint(terms(author))}
    if not speakers:
        return np.zeros(len(turns.authors), dtype=np.bool_)
    return np.array([author in speakers for author in turns.authors], dtype=np.bool_)


def by_length(scores: NDArray[np.float64], characters: NDArray[np.int64], share: float) -> NDArray[np.float64]:
    """Return the scores minus `share` x the excess of the logarithm of a message's length over the mean. Shape (messages,).

    The best of many chunks scores well by chance alone, so that a long answer would outrank the short message it answers.
    """
    lengths = np.log(np.maximum(characters, _SHORT))
    return np.asarray(scores - share * (lengths - lengths.mean()))


def best_passages(scores: NDArray[np.float64], turns: Turns, firsts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the index of each message's chunk with the highest score, shape (messages,)."""
    if len(firsts) == len(scores):
        return firsts
    order = np.lexsort((-scores, turns.ordinals))
    return order[firsts]


def best_by_message(scores: NDArray[np.float64], firsts: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the highest score of each message's chunks: from shape (..., chunks) to (..., messages); nan if all are nan."""
    if len(firsts) == scores.shape[-1]:
        return scores
    return np.asarray(np.fmax.reduceat(scores, firsts, axis=-1))


def around(dense: NDArray[np.float64], each_side: int) -> NDArray[np.float64]:
    """Return the mean cosine similarity of each turn and `each_side` turns before and after it, shape (turns,).

    Turns that were not returned (nan) are left out of the mean and stay nan.
    """
    reached = ~np.isnan(dense)
    sums, counts = _windowed_sum(np.where(reached, dense, 0.0), each_side), _windowed_sum(reached.astype(np.float64), each_side)
    return np.where(reached, sums / np.maximum(counts, 1), np.nan)


def said_around(by_term: NDArray[np.float64], each_side: int) -> NDArray[np.float64]:
    """Return for each turn the sum over terms of the term's best score within `each_side` turns, shape (turns,).

    `by_term` has shape (terms, turns). What a question asks about is often named in one turn and answered in the next. A term
    said twice counts once, which is worth 3 points of recall over averaging the turns' sums (locomo).
    """
    padded = np.pad(by_term, ((0, 0), (each_side, each_side)))
    turns = by_term.shape[1]
    best = padded[:, :turns].copy()
    for shift in range(1, 2 * each_side + 1):
        np.maximum(best, padded[:, shift : shift + turns], out=best)
    return np.asarray(best.sum(axis=0))


def with_neighbours(scores: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Return each turn's score plus `share` x the scores of the turns directly before and after it, shape (turns,)."""
    padded = np.pad(scores, 1)
    return np.asarray(scores + share * (padded[:-2] + padded[2:]))


def with_what_was_asked(scores: NDArray[np.float64], from_user: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the scores with that of each answer at least that of the user's message directly before it, shape (turns,)."""
    before = np.concatenate(([-np.inf], np.where(from_user, scores, -np.inf)[:-1]))
    return np.where(from_user, scores, np.maximum(scores, before))


def _windowed_sum(values: NDArray[np.float64], each_side: int) -> NDArray[np.float64]:
    padded = np.pad(values, each_side)
    return np.asarray(sum(padded[shift : shift + len(values)] for shift in range(2 * each_side + 1)))
