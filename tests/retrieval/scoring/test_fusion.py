from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.scoring.fusion import NOTHING, BackgroundScores, by_rank, fuse, standardised
from chat.settings import RetrievalSettings

SETTINGS = RetrievalSettings()
UNRELATED = BackgroundScores(mean=0.1, deviation=0.1, units=10)

_pairs = st.lists(st.tuples(st.floats(-1, 1), st.floats(0, 30)), min_size=2, max_size=40)
_methods = st.sampled_from(["score", "rrf"])


@given(_pairs, st.floats(0, 1), _methods)
def test_a_unit_that_is_no_worse_in_both_searches_never_stands_below(
    pairs: list[tuple[float, float]], weight: float, method: str
) -> None:
    dense, keyword = np.array(pairs).T

    fused = fuse(dense, keyword, weight, "score" if method == "score" else "rrf", SETTINGS)

    for first in range(len(pairs)):
        below = (dense <= dense[first]) & (keyword <= keyword[first])
        assert (fused[below] <= fused[first] + 1e-9).all()


@given(_pairs, st.floats(0, 1), _methods, st.randoms(use_true_random=False))
def test_the_order_of_the_units_makes_no_difference(
    pairs: list[tuple[float, float]], weight: float, method: str, random: st.DataObject
) -> None:
    dense, keyword = np.array(pairs).T
    order = np.array(random.sample(range(len(pairs)), len(pairs)))  # type: ignore[attr-defined]  # hypothesis' Random
    name = RetrievalSettings(fusion="score" if method == "score" else "rrf").fusion

    shuffled = fuse(dense[order], keyword[order], weight, name, SETTINGS)

    assert shuffled == pytest.approx(fuse(dense, keyword, weight, name, SETTINGS)[order])


def test_how_much_better_counts_by_score_but_not_by_rank() -> None:
    dense, keyword = np.array([0.9, 0.3, 0.29]), np.array([1.0, 1.1, 1.05])

    by_score, by_rank = (fuse(dense, keyword, 0.5, method, SETTINGS) for method in ("score", "rrf"))

    assert by_score.argmax() == 0
    assert by_rank[1] == pytest.approx(by_rank.max(), abs=0.001)


def test_a_unit_that_the_vector_search_did_not_reach_counts_as_the_worst_reached() -> None:
    z = standardised(np.array([0.9, 0.4, np.nan, 0.2]), UNRELATED)

    assert z[2] == z[3]


def test_the_only_chunk_of_a_collection_stands_out_when_it_is_similar_and_not_otherwise() -> None:
    similar, unrelated = standardised(np.array([0.6]), UNRELATED), standardised(np.array([0.1]), UNRELATED)

    assert similar[0] > 2
    assert unrelated[0] == pytest.approx(0)


def test_scores_that_are_all_alike_say_nothing() -> None:
    assert not fuse(np.full(3, np.nan), np.zeros(3), 0.5, "score", SETTINGS).any()


def test_what_no_term_matches_gets_nothing_from_the_keyword_ranking() -> None:
    by_meaning, by_words = by_rank(np.array([0.5, 0.4]), np.array([0.0, 2.0]), 0.5, 60)

    assert by_meaning.tolist() == pytest.approx([0.5 / 61, 0.5 / 62])
    assert by_words.tolist() == pytest.approx([0.0, 0.5 / 61])


def test_backgrounds_together_are_that_of_all_their_units() -> None:
    every = np.array([0.1, 0.5, 0.2, 0.9, 0.4])
    first = BackgroundScores.between(every[:2], every[:0], 2)
    rest = BackgroundScores.between(every, every[:2], 3)

    both = first + rest

    assert [both.mean, both.deviation, both.units] == pytest.approx([every.mean(), every.std(), 5])
    assert NOTHING + NOTHING == NOTHING
