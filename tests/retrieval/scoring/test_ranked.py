from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.index.id_map import IdMap
from chat.retrieval.scoring.ranked import Ranked, best_named, comparable, merged


def _ranked(*units: tuple[str, float, float]) -> Ranked:
    """Return a ranking from (id, BM25, coverage) of each unit."""
    ids, keyword, covered = zip(*units, strict=True) if units else ((), (), ())
    zeros = np.zeros(len(ids))
    collection, places = np.zeros(len(ids), dtype=np.intp), np.arange(len(ids))
    scores = zeros, np.array(keyword), np.array(covered), zeros, zeros, zeros + 1
    return Ranked((IdMap(ids),), collection, places, *scores)


@given(st.lists(st.tuples(st.floats(-5, 10), st.floats(0, 1)), min_size=1, max_size=20))
def test_the_common_scale_keeps_a_collections_order(units: list[tuple[float, float]]) -> None:
    fused, strengths = np.array(units).T

    scaled, _ = comparable(fused, strengths, 5)

    assert (scaled >= 0).all()
    assert (scaled <= 1).all()
    assert (np.diff(scaled[np.argsort(fused)]) >= 0).all()


def test_the_best_unit_scores_as_much_as_the_evidence_of_its_collections_leaders() -> None:
    assert comparable(np.array([4.0, 3.9, 1.0]), np.array([0.5, 0.8, 0.9]), 5)[0].max() == pytest.approx(0.9)
    assert comparable(np.array([4.0, -1.0]), np.array([0.1, 0.1]), 5)[0].tolist() == [0.1, 0]


def test_a_collection_is_as_strong_as_the_strongest_of_its_leaders() -> None:
    assert comparable(np.array([4.0, 3.9, -1.0]), np.array([0.5, 0.8, 0.9]), 2)[1] == 0.8


def test_a_collection_without_any_unit_above_the_average_scores_nothing() -> None:
    assert comparable(np.array([0.0, 0.0]), np.array([0.9, 0.9]), 5)[0].tolist() == [0, 0]


def test_the_best_keyword_hit_names_most_of_what_is_asked_whatever_its_collection() -> None:
    units = merged([_ranked(("a", 9.0, 0.2), ("b", 1.0, 0.9)), _ranked(), _ranked(("c", 3.0, 0.95), ("d", 2.0, 0.1))])

    assert [units.id(at) for at in range(len(units))] == ["a", "b", "c", "d"]
    assert best_named(units) == [2, 1]


def test_without_any_keyword_hit_there_is_no_best_one() -> None:
    assert best_named(_ranked(("a", 0.0, 0.0))) == []
    assert best_named(_ranked()) == []
