from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.budget import room, within


@given(st.lists(st.integers(0, 500)), st.integers(0, 1000))
def test_the_budget_is_never_exceeded_and_nothing_that_still_fits_is_left_out(lengths: list[int], budget: int) -> None:
    kept = within(lengths, budget)

    used = sum(length for length, keep in zip(lengths, kept, strict=True) if keep)
    assert used <= budget
    assert all(keep or length > budget - used for length, keep in zip(lengths, kept, strict=True))


def test_a_passage_that_does_not_fit_is_passed_over_and_the_next_one_tried() -> None:
    assert within([60, 50, 40], 100) == [True, False, True]


def test_the_room_shrinks_by_what_fits_and_by_nothing_else() -> None:
    assert room([60, 50, 40], 100) == [100, 40, 40]
