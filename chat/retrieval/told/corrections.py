"""Which messages put right what the same person said before, right behind it or behind questions: "Sorry, I meant Wednesday"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import numpy as np

from chat.dialogue.correcting import LONGEST, MOST_BETWEEN, corrected, correction
from chat.domain import Candidate, Passage, Scores, Source
from chat.text import QUESTION_MARKS
from chat.threads.base import Described, Turns

_FAR = 2
"""Messages on: an answer may stand between what was said and what puts it right."""


def behind(found: Sequence[Passage], turns: Turns, among: Set[str] | None) -> list[str]:
    """Chunks (of those `among` which is searched; `None`: all) of the short messages that people said right behind what was found
    of theirs, but for those that were found too."""
    known = {passage.chunk.id for passage in found}
    ids = (turns.ids[int(turns.numbers[at])] for passage in found for at in _following(passage, turns))
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


def between(described: Iterable[Described]) -> dict[str, str]:
    """By message, the text of those of them that are questions: one may stand in front of what puts right what was told."""
    return {each.chunk.parent: each.chunk.text for each in described if each.chunk.text.rstrip().endswith(QUESTION_MARKS)}


def added(places: Mapping[str, str], found: Sequence[Candidate], turns: Turns, questions: Mapping[str, str]) -> dict[str, str]:
    """By message, the one that takes its place: beside those that are known the corrections. What takes the place of a message
    later than its correction takes that of the correction, too."""
    texts = {each.passage.chunk.parent: each.passage.chunk.text for each in found if _is_said(each.passage)}
    said_at = {each.passage.chunk.parent: each.passage.created_at for each in found if each.passage.created_at is not None}
    taken = dict(places)
    for passage in (each.passage for each in found):
        earlier, later = passage.chunk.parent, _correction_of(passage, turns, {**questions, **texts})
        if later is None or later not in texts:
            continue
        latest = places.get(earlier, later)
        if latest in said_at and later in said_at and said_at[latest] > said_at[later]:
            taken[later] = latest
        else:
            taken[earlier] = later
    return taken


def _correction_of(passage: Passage, turns: Turns, texts: Mapping[str, str]) -> str | None:
    """The message among these texts that puts right what was said."""
    said = [passage.chunk.text]
    for at in _following(passage, turns):
        text = texts.get(turns.messages[at])
        if text is None:
            return None
        if corrected(text, said) == len(said) - 1:
            return turns.messages[at]
        said.append(text)
    return None


def _following(passage: Passage, turns: Turns) -> Iterator[int]:
    """Where in the table the messages begin that its person said next, as long as they are short."""
    number = turns.ids.number(passage.chunk.id) if _is_said(passage) else None
    if number is None:
        return
    own = int(np.searchsorted(turns.numbers, number))
    last, left = own, MOST_BETWEEN + 1
    for at in range(own + 1, len(turns.ordinals)):
        if not left or turns.ordinals[at] - turns.ordinals[last] > _FAR:
            return
        if turns.ordinals[at] > turns.ordinals[last] and turns.from_user[at]:
            if turns.characters[at] > LONGEST or turns.authors[at] != turns.authors[own]:
                return
            yield at
            last, left = at, left - 1


def _is_said(passage: Passage) -> bool:
    return passage.chunk.source is Source.MESSAGE and passage.role == "user" and passage.elsewhere is None
