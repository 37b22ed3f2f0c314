from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.choosing.diversity import margins, repeated, spread

_candidates = st.lists(st.tuples(st.floats(0, 1), st.sampled_from("abcd")), max_size=30).map(
    lambda found: sorted(found, key=lambda one: -one[0])
)


@given(_candidates, st.integers(1, 4), st.floats(0, 2))
def test_the_best_candidate_of_a_source_never_falls(candidates: list[tuple[float, str]], per_source: int, margin: float) -> None:
    scores, sources = np.array([score for score, _ in candidates]), [source for _, source in candidates]

    order = spread(scores, margins(sources, per_source, margin)).tolist()

    assert sorted(order) == list(range(len(candidates)))
    for source in set(sources):
        assert order.index(sources.index(source)) <= sources.index(source)


def test_another_source_gets_its_turn_when_it_is_nearly_as_good() -> None:
    order = spread(np.array([0.9, 0.89, 0.88, 0.87]), margins(["a", "a", "a", "b"], 2, 0.05))

    assert order.tolist() == [0, 1, 3, 2]


def test_a_source_that_really_holds_the_answer_keeps_its_places() -> None:
    order = spread(np.array([0.9, 0.89, 0.88, 0.5]), margins(["a", "a", "a", "b"], 2, 0.05))

    assert order.tolist() == [0, 1, 2, 3]


def test_a_single_source_is_not_reordered() -> None:
    assert spread(np.array([0.9, 0.5, 0.4, 0.3]), margins(["a"] * 4, 2, 0.5)).tolist() == [0, 1, 2, 3]


def test_texts_that_differ_only_in_white_space_are_repeats_of_the_first() -> None:
    assert repeated(["one two", "three", "one\n two ", "Three"]) == [False, False, True, False]
