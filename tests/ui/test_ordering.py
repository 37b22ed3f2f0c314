"""Tests of ordering a thread's steps for its page."""

from __future__ import annotations

import pytest

from chat.ui.ordering import parents_first

Ids = tuple[str, str | None]


@pytest.mark.parametrize(
    ("steps", "order"),
    [
        (
            [("question", None), ("answer", "run"), ("note", "answer"), ("run", "question"), ("next", "gone")],
            "question run answer note next",
        ),
        ([("a", None), ("b", "a"), ("c", "a"), ("d", None)], "a b c d"),
        ([("a", "b"), ("b", "a"), ("c", "c")], "c a b"),
    ],
    ids=["an answer that was written before its run", "in order", "rings"],
)
def test_no_step_stands_before_the_one_that_it_hangs_on(steps: list[Ids], order: str) -> None:
    assert [id for id, _ in parents_first(steps, lambda step: step)] == order.split()
