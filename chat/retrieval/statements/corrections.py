"""Messages that correct what the same user said just before, or before a few questions: "Sorry, I meant Wednesday"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from chat.dialogue.correcting import LONGEST, MOST_BETWEEN, corrected, correction
from chat.domain import Candidate, Passage, Scores, Source
from chat.index.among import Among
from chat.text import QUESTION_MARKS
from chat.threads.base import Described, Turns

_FAR = 2
"""Largest distance, in messages, from one message of the user to the next: an answer may come in between."""


def behind(found: Sequence[Passage], turns: Turns, among: Among) -> list[str]:
    """Return the ids of chunks of short messages that follow a found one by the same user.

    Messages that were found themselves are left out. `among` restricts the chunks.
    """
    known = {passage.chunk.id for passage in found}
    ids = (turns.ids[int(turns.numbers[chunk])] for passage in found for chunk in _following(passage, turns))
    return [id for id in dict.fromkeys(ids) if id not in known and id in among]


def given(described: Iterable[Described]) -> list[Passage]:
    """Return the messages that may correct something, as passages without scores because no search found them."""
    return [
        Passage(
            rank=0,
            score=0.0,
            chunk=message.chunk,
            scores=Scores(dense=None, keyword=None, fused=0.0, recency=1.0),
            role=message.role,
            author=message.author,
            created_at=message.created_at,
        )
        for message in described
        if correction(message.chunk.text) is not None
    ]


def between(described: Iterable[Described]) -> dict[str, str]:
    """Return the text by message id of those that are questions, which may come between a statement and its correction."""
    chunks = [message.chunk for message in described]
    return {chunk.parent: chunk.text for chunk in chunks if chunk.text.rstrip().endswith(QUESTION_MARKS)}


def added(
    superseding: Mapping[str, str], found: Sequence[Candidate], turns: Turns, questions: Mapping[str, str]
) -> dict[str, str]:
    """Return the superseding message id by superseded one: the given pairs, and those of corrections.

    If a message is superseded by one later than its correction, that later one also supersedes the correction.
    """
    passages = [candidate.passage for candidate in found]
    texts = {passage.chunk.parent: passage.chunk.text for passage in passages if _is_said(passage)}
    said_at = {passage.chunk.parent: passage.created_at for passage in passages if passage.created_at is not None}
    superseded_by, known = dict(superseding), {**questions, **texts}
    for passage in passages:
        earlier, later = passage.chunk.parent, _correction_of(passage, turns, known)
        if later is None or later not in texts:
            continue
        latest = superseding.get(earlier, later)
        if latest in said_at and later in said_at and said_at[latest] > said_at[later]:
            superseded_by[later] = latest
        else:
            superseded_by[earlier] = later
    return superseded_by


def _correction_of(passage: Passage, turns: Turns, texts: Mapping[str, str]) -> str | None:
    """Return the id of the message that corrects a passage, among those with known `texts`; `None` if there is none."""
    said = [passage.chunk.text]
    for chunk in _following(passage, turns):
        text = texts.get(turns.messages[chunk])
        if text is None:
            return None
        if corrected(text, said) == len(said) - 1:
            return turns.messages[chunk]
        said.append(text)
    return None


def _following(passage: Passage, turns: Turns) -> Iterator[int]:
    """Yield the first chunk, as index into the table, of each message the same user said next, while these are short."""
    number = turns.ids.number(passage.chunk.id) if _is_said(passage) else None
    if number is None:
        return
    first = int(np.searchsorted(turns.numbers, number))
    last, left = first, MOST_BETWEEN + 1
    for chunk in range(first + 1, len(turns.ordinals)):
        if not left or turns.ordinals[chunk] - turns.ordinals[last] > _FAR:
            return
        if turns.ordinals[chunk] > turns.ordinals[last] and turns.from_user[chunk]:
            if turns.characters[chunk] > LONGEST or turns.authors[chunk] != turns.authors[first]:
                return
            yield chunk
            last, left = chunk, left - 1


def _is_said(passage: Passage) -> bool:
    return passage.chunk.source is Source.MESSAGE and passage.role == "user" and passage.elsewhere is None
