from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from chat.index.among import Among
from chat.index.matrix import Matrix
from tests.indexing import best_first

DIMENSIONS = 100


def _vectors(count: int) -> NDArray[np.float32]:
    made = np.random.default_rng(7).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True))


def _ids(count: int) -> list[str]:
    return [str(at) for at in range(count)]


def test_of_many_vectors_those_with_the_signs_of_the_question_are_compared() -> None:
    vectors = _vectors(6_000)
    matrix = Matrix(_ids(6_000), vectors, 1_000)
    query = vectors[77] + 0.3 * vectors[5_000]

    hits = best_first(matrix.search(query))

    assert hits.ids[:2] == ("77", "5000")
    assert 2_000 <= len(hits.ids) < 3_000
    assert (hits.complete, hits.total) == (False, 6_000)


def test_what_came_and_went_later_is_searched_alike() -> None:
    vectors = _vectors(6_000)
    matrix = Matrix(_ids(5_000), vectors[:5_000], 1_000)
    matrix.search(vectors[0])
    matrix.put(_ids(6_000)[5_000:], vectors[5_000:])
    matrix.search(vectors[0])
    matrix.put(["77"], vectors[:1])
    matrix.remove(["0", "12"])

    hits = best_first(matrix.search(vectors[0]))

    assert hits.ids[0] == "77"
    assert not {"0", "12"} & set(hits.ids)
    assert hits.total == 5_998
    assert best_first(matrix.search(vectors[5_500])).ids[0] == "5500"


def test_a_filter_compares_all_that_pass_it() -> None:
    vectors = _vectors(3_000)

    hits = Matrix(_ids(3_000), vectors, 1_000).search(vectors[0], Among(frozenset({"1", "2", "unknown"})))

    assert (set(hits.ids), hits.complete) == ({"1", "2"}, True)


@pytest.mark.parametrize("exact", [10_000, 1_000])
def test_what_is_left_out_neither_competes_nor_counts(exact: int) -> None:
    vectors = _vectors(6_000)

    hits = best_first(Matrix(_ids(6_000), vectors, exact).search(vectors[77], Among(without=frozenset({"77", "unknown"}))))

    assert "77" not in hits.ids
    assert (hits.complete, hits.total) == (exact > 6_000, 5_999)


def test_a_filter_finds_nothing_in_a_matrix_that_never_held_a_vector() -> None:
    nothing = np.zeros((0, 0), dtype=np.float32)

    assert best_first(Matrix([], nothing, 1_000).search(_vectors(1)[0], Among(frozenset({"1"})))).ids == ()
