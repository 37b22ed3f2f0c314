from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.scoring.confidence import agreement, of_documents, of_messages, own_share
from chat.settings import RetrievalSettings

COVERED = np.array([0.2, 0.9, 0.4])


@pytest.mark.parametrize(
    ("named", "share"),
    [
        pytest.param([True, False, False], -0.7, id="somebody else has said it"),
        pytest.param([False, True, False], 0.5, id="who is named has said it"),
        pytest.param([False, False, False], 0.0, id="nobody is named"),
        pytest.param([True, True, True], 0.0, id="everybody is named"),
    ],
)
def test_what_counts_is_how_much_more_whom_the_question_names_has_said(named: list[bool], share: float) -> None:
    assert own_share(COVERED, np.array(named)) == pytest.approx(share)


def test_many_good_messages_agree_and_a_single_one_does_not() -> None:
    many, single = np.array([1.0] * 20 + [0.1] * 200), np.array([1.0] + [0.1] * 219)

    assert agreement(many) > 0.9
    assert agreement(single) < 0.2


def test_a_short_thread_says_little_either_way() -> None:
    assert agreement(np.array([1.0])) == pytest.approx(0.55, abs=0.05)
    assert agreement(np.array([1.0, 0.0, 0.0])) == pytest.approx(0.55, abs=0.06)
    assert agreement(np.zeros(3)) == agreement(np.zeros(0)) == 0.55


def test_messages_that_are_about_something_else_hold_no_answer() -> None:
    found = np.array([0.6, 0.5]), np.array([1.0, 0.5]), np.array([1.0, 0.9]), np.zeros(2, dtype=np.bool_)

    assert of_messages(*found, strength=0.0, settings=RetrievalSettings()) == 0
    assert of_messages(*found, strength=0.9, settings=RetrievalSettings()) > 0.5


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_confidence_is_a_share_and_grows_with_the_cosine(units: list[tuple[float, float, float, bool]]) -> None:
    dense, covered, fused = (np.array(column, dtype=np.float64) for column in list(zip(*units, strict=True))[:3])
    named = np.array([unit[3] for unit in units])

    less = of_messages(dense / 2, covered, fused, named, 0.5, RetrievalSettings())
    more = of_messages(dense, covered, fused, named, 0.5, RetrievalSettings())

    assert 0 <= less <= more <= 1


def test_without_any_vector_the_words_decide() -> None:
    nothing = np.full(3, np.nan)

    assert of_messages(nothing, COVERED, COVERED, np.array([False, True, False]), 0.5, RetrievalSettings()) > 0.5


def test_confidence_in_documents_grows_with_their_strength_and_stays_a_share() -> None:
    given = [of_documents(strength, RetrievalSettings()) for strength in (0.0, 0.02, 0.1, 0.2, 0.5, 0.9, 1.0)]

    assert given == sorted(given)
    assert given[0] == 0
    assert given[1] < 0.1
    assert 0.6 < given[3] < given[-1] <= 1
