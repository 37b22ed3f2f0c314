"""Which messages put right what the same person said right before: "Sorry, I meant Wednesday"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

import numpy as np

from chat.correcting import LONGEST, correction, puts_right
from chat.domain import Candidate, Passage, Scores, Source
from chat.threads.base import Described, Turns

_FAR = 2
"""Messages on: an answer may stand between what was said and what puts it right."""


def behind(found: Sequence[Passage], turns: Turns, among: Set[str] | None) -> list[str]:
    """Chunks (of those `among` which is searched; `None`: all) of the short messages that people said right behind what was found
    of theirs, but for those that were found too."""
    known = {passage.chunk.id for passage in found}
    following = (_next(passage, turns) for passage in found)
    ids = (turns.ids[int(turns.places[at])] for at in following if at is not None)
    return [id for id in dict.fromkeys(ids) if id not in known and (among is None or id in among)]


def given(described: Iterable[Described]) -> list[Passage]:
    """Those of them that may put something right, which nothing found."""
    return [
        Passage(
            rank=0,
            score=0.0,
            chunk=each.chunk,
            scores=Scores(dense=None, keyword=None, fused=0.0, recency=1.0),
            role=each.role,
            author=each.author,
            created_at=each.created_at,
        )
        for each in described
        if correction(each.chunk.text) is not None
    ]


def added(places: Mapping[str, str], found: Sequence[Candidate], turns: Turns) -> dict[str, str]:
    """By message, the one that takes its place: beside those that are known the corrections. What takes the place of a message
    later than its correction takes that of the correction, too."""
    texts = {each.passage.chunk.parent: each.passage.chunk.text for each in found if _is_said(each.passage)}
    said_at = {each.passage.chunk.parent: each.passage.created_at for each in found if each.passage.created_at is not None}
    taken = dict(places)
    for passage in (each.passage for each in found):
        at = _next(passage, turns)
        earlier, later = passage.chunk.parent, turns.messages[at] if at is not None else ""
        if later not in texts or not puts_right(texts[later], texts[earlier]):
            continue
        latest = places.get(earlier, later)
        if latest in said_at and later in said_at and said_at[latest] > said_at[later]:
            taken[later] = latest
        else:
            taken[earlier] = later
    return taken


def _next(passage: Passage, turns: Turns) -> int | None:
    """Where in the table the message begins that its person said next, if it is short."""
    number = turns.ids.number(passage.chunk.id) if _is_said(passage) else None
    if number is None:
        return None
    own = int(np.searchsorted(turns.places, number))
    at = own + 1
    while at < len(turns.ordinals) and turns.ordinals[at] - turns.ordinals[own] <= _FAR:
        if turns.ordinals[at] > turns.ordinals[own] and turns.from_user[at]:
            follows = turns.characters[at] <= LONGEST and turns.authors[at] == turns.authors[own]
            return at if follows else None
        at += 1
    return None


def _is_said(passage: Passage) -> bool:
    return passage.chunk.source is Source.MESSAGE and passage.role == "user" and passage.elsewhere is None
