"""What does not compete for a place: messages of another time than the question asks for, and what no search returned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Candidate, Cut, Elsewhere, Passage, Scores
from chat.index.id_map import IdMap
from chat.retrieval.choosing.shortlist import passage_of
from chat.retrieval.scoring import conversation
from chat.retrieval.scoring.ranked import Ranked
from chat.retrieval.scoring.searching import MessageHits, Searched
from chat.retrieval.scoring.top_k import head
from chat.threads.base import Described

MOST = 200
"""Most of them that are listed; the others are counted."""


@dataclass(frozen=True, slots=True)
class Apart:
    """The units of one collection that do not compete, and the step that cut them."""

    cut: Cut
    count: int
    ranked: Ranked | None
    """A ranking that contains them; `None` if no search returned them."""
    units: Sequence[int]
    """Those to list first, best first, as indexes into `ranked`."""
    ids: Sequence[str]
    """The chunk of each of them."""


def apart(
    searched: Sequence[Searched],
    rankings: Sequence[Ranked],
    counting: Sequence[Ranked],
    usual: Callable[[Searched], Ranked],
    known: Set[str],
) -> list[Apart]:
    """Return what does not compete.

    `rankings` has the ranking of each collection, `counting` those of them that count; `usual` ranks a collection regardless of
    time, and `known` has the ids of the chunks that compete.
    """
    found: list[Apart] = []
    nowhere: list[Apart] = []
    for each, ranked in zip(searched, rankings, strict=True):
        counts = any(ranked is other for other in counting)
        every = usual(each) if ranked.recounted else ranked
        if ranked.recounted or not counts:
            said_then = ranked.numbers if counts else np.zeros(0, dtype=np.int64)
            found.append(_of_another_time(every, _units(each, every.numbers), _units(each, said_then)))
        cut: Cut = "period" if ranked.recounted else "search"
        nowhere.append(_unfound(each, np.union1d(ranked.numbers, every.numbers), cut, known))
    return [each for each in (*found, *nowhere) if each.count]


def listed(
    apart: Sequence[Apart], most: int, described: Mapping[str, Described], elsewhere: Mapping[str, Elsewhere], place: int
) -> list[Candidate]:
    """Return at most so many of them as candidates, best first, with places from `place` on. `described` has their chunks."""
    passages = sorted(_passages(apart, described, elsewhere), key=lambda each: -each[0].score)[:most]
    return [
        Candidate(passage, cut, at, parts=() if ranked is None else ranked.parts(unit))
        for at, (passage, cut, ranked, unit) in enumerate(passages, start=place)
    ]


def counted(apart: Sequence[Apart], listed: Sequence[Candidate]) -> dict[Cut, int]:
    """Return how many of them are not listed, by the step that cut them."""
    every = Counter[Cut]()
    for each in apart:
        every[each.cut] += each.count
    return dict(every - Counter(candidate.cut for candidate in listed if candidate.cut is not None))


def _passages(
    apart: Sequence[Apart], described: Mapping[str, Described], elsewhere: Mapping[str, Elsewhere]
) -> Iterator[tuple[Passage, Cut, Ranked | None, int]]:
    for each in apart:
        for unit, id in zip(each.units, each.ids, strict=True):
            chunk = described.get(id)
            if chunk is None:
                continue
            if each.ranked is not None:
                yield passage_of(each.ranked, unit, chunk, elsewhere), each.cut, each.ranked, unit
            else:
                yield _unscored(chunk, elsewhere), each.cut, None, unit


def _units(searched: Searched, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each chunk the number of its unit: the position of its message, or its own number in a document."""
    if not isinstance(searched, MessageHits):
        return numbers
    return searched.turns.ordinals[np.searchsorted(searched.turns.numbers, numbers)]


def _of_another_time(ranked: Ranked, units: NDArray[np.int64], said_then: NDArray[np.int64]) -> Apart:
    others = np.flatnonzero(~np.isin(units, said_then))
    best = others[head(ranked.score[others], MOST)].tolist()
    return Apart("period", len(others), ranked, best, [ranked.id(unit) for unit in best])


def _unfound(searched: Searched, found: NDArray[np.int64], cut: Cut, known: Set[str]) -> Apart:
    if isinstance(searched, MessageHits):
        return _unfound_messages(searched, np.union1d(found, searched.turns.ids.known(known)), cut)
    hits = [*searched.keyword, *([searched.dense] if searched.dense is not None else [])]
    if not hits:
        return Apart(cut, 0, None, (), ())
    ids = hits[0].map
    numbers = np.flatnonzero(searched.among.mask(ids))
    others = numbers[~np.isin(numbers, found)]
    return _unscored_units(cut, max(each.total for each in hits) - len(found), ids, others)


def _unfound_messages(searched: MessageHits, found: NDArray[np.int64], cut: Cut) -> Apart:
    turns = searched.turns
    chunks = np.flatnonzero(searched.among.mask(turns.ids)[turns.numbers])
    reached = np.isin(turns.numbers, found)
    others = chunks[~np.isin(turns.ordinals[chunks], turns.ordinals[reached])]
    firsts = others[conversation.first_of_each(turns.ordinals[others])]
    return _unscored_units(cut, len(firsts), turns.ids, turns.numbers[firsts][::-1])


def _unscored_units(cut: Cut, count: int, known: IdMap, numbers: NDArray[np.int64]) -> Apart:
    ids = [known[number] for number in numbers[:MOST].tolist()]
    return Apart(cut, max(count, 0), None, range(len(ids)), ids)


def _unscored(described: Described, elsewhere: Mapping[str, Elsewhere]) -> Passage:
    return Passage(
        rank=0,
        score=0.0,
        chunk=described.chunk,
        scores=Scores(dense=None, keyword=None, fused=0.0),
        document_name=described.document_name,
        document_version=described.document_version,
        role=described.role,
        author=described.author,
        created_at=described.created_at,
        elsewhere=elsewhere.get(described.chunk.thread),
    )
