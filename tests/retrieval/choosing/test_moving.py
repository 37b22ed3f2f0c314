"""Tests of why candidates stand elsewhere than the selection put them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chat.domain import Candidate
from chat.retrieval.choosing.moving import as_said, explained
from tests.passages import from_message


def _candidate(message: str, rank: int, by: str | None = None) -> Candidate:
    passage = from_message(message)
    chunk = replace(passage.chunk, id=message, parent=message)
    return Candidate(replace(passage, chunk=chunk, rank=rank, superseded_by=by), None if rank else "top_k", 1)


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ({"old": 1, "new": 2}, {"new": 1, "old": 2}, {"new": "above_replaced", "old": "below_replacement"}),
        ({"new": 1, "old": 2}, {"new": 1, "old": 2}, {}),
        ({"new": 1, "old": 2}, {"old": 1, "new": 2}, {"new": "below_replaced", "old": "above_replacement"}),
        (
            {"old": 1, "other": 2, "new": 0},
            {"new": 1, "old": 2, "other": 0},
            {"new": "brought_in", "old": "below_replacement", "other": "gave_way"},
        ),
    ],
    ids=["the later one goes above", "nothing moves", "the course of events", "the later one was cut"],
)
def test_a_pair_says_which_of_the_two_was_moved(before: dict[str, int], after: dict[str, int], moved: dict[str, str]) -> None:
    selected = [_candidate(id, rank) for id, rank in before.items()]
    settled = [_candidate(id, rank, "new" if id == "old" else None) for id, rank in after.items()]

    told = explained(selected, settled)

    assert {each.passage.chunk.id: each.moved for each in told if each.moved} == moved


def test_what_is_put_into_the_order_in_which_it_was_said_says_so() -> None:
    before = [_candidate("first", 1), _candidate("second", 2), _candidate("third", 3)]
    after = [_candidate("second", 1), _candidate("first", 2), _candidate("third", 3)]

    assert [each.moved for each in as_said(before, after)] == ["as_said", "as_said", None]
