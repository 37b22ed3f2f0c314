from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.index.base import Hits, Near
from chat.index.id_map import IdMap
from chat.retrieval.scoring.evidence import coverage, gather, strength
from chat.retrieval.scoring.fusion import fuse
from chat.settings import RetrievalSettings

_NONE = np.zeros(0, dtype=np.int64)


def _hits(total: int, **scores: float) -> Hits:
    return Hits.of(tuple(scores), np.array(list(scores.values()), dtype=np.float32), total=total)


def _by_words(chunks: str, *terms: dict[str, float]) -> list[Hits]:
    """Return the hits of each term, in a collection whose chunks are named by one letter each."""
    numbered = IdMap(chunks)
    return [
        Hits(numbered, numbered.numbers(list(term)), np.array(list(term.values()), dtype=np.float32), True, len(chunks))
        for term in terms
    ]


def test_both_searches_are_lined_up_by_chunk() -> None:
    found = gather(_hits(4, a=0.9, b=0.1), _by_words("abcd", {"c": 2.0}, {"a": 1.0}), [1, 1], None, _NONE, 10)

    assert [found.map[number] for number in found.numbers] == ["a", "b", "c"]
    assert found.dense == pytest.approx([0.9, 0.1, np.nan], nan_ok=True)
    assert found.keyword.tolist() == [1, 0, 2]
    assert found.covered == pytest.approx([0.5, 0, 0.5])
    assert found.awaiting == 0


def test_of_a_large_collection_the_rest_counts_in_sum() -> None:
    """Scores are fused as if all chunks were listed, though most are not."""
    rng = np.random.default_rng(3)
    numbered = IdMap(str(at) for at in range(5_000))
    named = [np.flatnonzero(rng.random(5_000) < share) for share in (0.7, 0.2, 0.01)]
    words = [Hits(numbered, at, rng.random(len(at)).astype(np.float32) + 0.1, True, 5_000) for at in named]
    near = rng.choice(5_000, 300, replace=False)
    cosines = rng.random(300).astype(np.float32)

    some = gather(Hits(numbered, near, cosines, False, 5_000), words, [1, 1, 1], None, _NONE, 10)
    every = gather(Hits(numbered, near, cosines, True, 5_000), words, [1, 1, 1], None, _NONE, 10)

    assert len(some.numbers) < 1_100 < len(every.numbers)
    settings = RetrievalSettings()
    fused = fuse(some.dense, some.keyword, 0.6, "score", settings, unlisted=some.unlisted_keyword)
    listed = np.searchsorted(every.numbers, some.numbers)
    assert fused == pytest.approx(fuse(every.dense, every.keyword, 0.6, "score", settings)[listed], abs=0.02)
    best = every.numbers[np.argsort(-fuse(every.dense, every.keyword, 0.6, "score", settings))[:100]]
    assert set(best.tolist()) <= set(some.numbers.tolist())


def test_chunks_that_are_not_asked_for_are_left_out() -> None:
    dense = _hits(2, gone=0.9, b=0.5)

    found = gather(dense, [_hits(2, gone=2.0), _hits(2, later=1.0, c=2.0)], [1, 1], IdMap(["b", "c", "later"]), np.arange(2), 10)

    assert found.dense == pytest.approx([0.5, np.nan], nan_ok=True)
    assert found.by_term(related=True).tolist() == [[0, 0], [0, 2]]
    assert found.found.tolist() == [True, True]


def test_without_words_the_units_are_those_of_the_vectors() -> None:
    found = gather(_hits(2, a=0.9, b=0.1), [], [], None, _NONE, 10)

    assert [found.map[number] for number in found.numbers] == ["a", "b"]
    assert not found.covered.any()


def test_a_rare_term_covers_more_of_a_question_than_a_common_one() -> None:
    common = {chr(0x4E00 + at): 1.0 for at in range(99)}
    found = gather(None, _by_words("".join([*common, "x"]), common, {"x": 1.0}), [1, 1], None, _NONE, 10)

    assert found.covered[0] < 0.1
    assert found.covered[-1] > 0.9


def test_a_term_that_stands_nowhere_counts_as_not_covered() -> None:
    found = gather(None, _by_words("abcdefgh", {"a": 1.0}, {}), [1, 1], None, _NONE, 10)

    assert found.covered[0] < 0.5


def test_what_units_name_together_is_counted_once() -> None:
    by_term = np.array([[0.0, 2.0], [1.0, 1.0]])

    assert coverage(by_term, np.array([3.0, 1.0])) == pytest.approx([0.25, 1.0])
    assert coverage(np.zeros((0, 2)), np.zeros(0)).tolist() == [0, 0]


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 0.5), st.sampled_from(["hybrid", "dense", "keyword"]))
def test_evidence_is_a_share_and_grows_with_cosine_and_coverage(cosine: float, covered: float, more: float, mode: str) -> None:
    cosines, coverages = np.array([cosine, cosine + more]), np.array([covered, covered + more])

    less, stronger = strength(cosines, coverages, mode, RetrievalSettings())  # type: ignore[arg-type]  # one of the modes

    assert 0 <= less <= stronger <= 1


def test_a_related_word_adds_to_a_score_and_names_a_share_of_its_term() -> None:
    units = IdMap(["a", "b", "c"])
    near = Near(np.array([0, 2]), np.array([0.5, 1.5], dtype=np.float32), np.array([0.0, 0.4], dtype=np.float32))
    paint = Hits(units, np.array([0]), np.array([2.0], dtype=np.float32), True, 3, near)

    found = gather(None, [paint], [1], units, np.arange(3), 10)

    assert found.keyword.tolist() == [2.5, 0, 1.5]
    assert found.covered == pytest.approx([1, 0, 0])
    assert found.covered_with_related == pytest.approx([1, 0, 0.4])
    assert found.by_term(related=True).tolist() == [[2.5, 0, 1.5]]
    assert found.by_term(related=False).tolist() == [[2, 0, 0]]
