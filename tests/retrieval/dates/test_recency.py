from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.dialogue.asked_time import Intent
from chat.retrieval.dates.recency import factors

_DAY = 86_400.0


@given(
    st.lists(st.floats(0, 4e9), min_size=1, max_size=30),
    st.floats(0, 4e9),
    st.sampled_from(list(Intent)),
    st.floats(0.1, 1000),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_a_factor_is_never_below_its_floor_and_never_above_one(
    times: list[float], now: float, asked_for: Intent, half_life: float, floor: float, neutral: float
) -> None:
    found = factors(np.array(times), now, asked_for, half_life, floor, neutral)

    assert (found >= (neutral if asked_for is Intent.NEUTRAL else floor) - 1e-12).all()
    assert (found <= 1 + 1e-12).all()


def test_after_one_half_life_a_factor_has_fallen_half_way_to_its_floor() -> None:
    found = factors(np.array([0.0]), 30 * _DAY, Intent.PRESENT, 30, 0.5, 0.95)

    assert found[0] == pytest.approx(0.75)


def test_a_question_about_the_beginning_prefers_the_oldest() -> None:
    oldest, newest = factors(np.array([0.0, 300 * _DAY]), 301 * _DAY, Intent.BEGINNING, 30, 0.5, 0.95)

    assert oldest == 1
    assert newest < 0.51


def test_age_hardly_matters_when_no_time_is_asked_for() -> None:
    oldest, newest = factors(np.array([0.0, 3000 * _DAY]), 3000 * _DAY, Intent.NEUTRAL, 30, 0.5, 0.95)

    assert oldest == pytest.approx(0.95)
    assert newest == 1


def test_a_message_from_the_future_is_as_new_as_can_be() -> None:
    assert factors(np.array([10 * _DAY]), 0.0, Intent.PRESENT, 30, 0.5, 0.95)[0] == 1


def test_no_messages_have_no_factors() -> None:
    assert len(factors(np.zeros(0), 0.0, Intent.BEGINNING, 30, 0.5, 0.95)) == 0
