from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.choosing.budget import room


@given(st.lists(st.integers(0, 500)), st.integers(0, 1000))
def test_the_budget_is_never_exceeded_and_nothing_that_still_fits_is_left_out(lengths: list[int], budget: int) -> None:
    kept = [length <= left for length, left in zip(lengths, room(lengths, budget), strict=True)]

    used = sum(length for length, keep in zip(lengths, kept, strict=True) if keep)
    assert used <= budget
    assert all(keep or length > budget - used for length, keep in zip(lengths, kept, strict=True))


def test_the_room_shrinks_by_what_fits_and_what_does_not_is_passed_over() -> None:
    assert room([60, 50, 40], 100) == [100, 40, 40]
