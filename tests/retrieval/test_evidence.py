from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.index.base import Hits
from chat.retrieval.evidence import coverage, gather, strength
from chat.settings import RetrievalSettings


def _hits(total: int, **scores: float) -> Hits:
    return Hits(tuple(scores), np.array(list(scores.values()), dtype=np.float32), True, total)


def test_both_searches_are_lined_up_by_chunk() -> None:
    found = gather(
        _hits(3, a=0.9, b=0.1), {"battery": _hits(3, c=2.0), "warranty": _hits(3, a=1.0)}, {"battery": 1, "warranty": 1}, None, 10
    )

    assert found.ids == ("a", "b", "c")
    assert found.dense == pytest.approx([0.9, 0.1, np.nan], nan_ok=True)
    assert found.by_term.tolist() == [[0, 0, 2], [1, 0, 0]]


def test_chunks_that_are_not_asked_for_are_left_out() -> None:
    found = gather(_hits(2, gone=0.9, b=0.5), {"battery": _hits(2, gone=2.0)}, {"battery": 1}, ("b", "c"), 10)

    assert found.dense == pytest.approx([0.5, np.nan], nan_ok=True)
    assert not found.by_term.any()


def test_a_rare_term_covers_more_of_a_question_than_a_common_one() -> None:
    everywhere = {f"c{at}": 1.0 for at in range(99)}
    found = gather(None, {"common": _hits(100, **everywhere), "rare": _hits(100, x=1.0)}, {"common": 1, "rare": 1}, None, 10)

    covered = dict(zip(found.ids, coverage(found.by_term, found.rarity), strict=True))

    assert covered["c0"] < 0.1
    assert covered["x"] > 0.9


def test_a_term_that_stands_nowhere_counts_as_not_covered() -> None:
    found = gather(None, {"known": _hits(50, a=1.0), "unheard": _hits(50)}, {"known": 1, "unheard": 1}, None, 10)

    assert coverage(found.by_term, found.rarity)[0] < 0.5


def test_a_question_without_terms_covers_nothing() -> None:
    found = gather(_hits(1, a=0.5), {}, {}, None, 10)

    assert coverage(found.by_term, found.rarity).tolist() == [0]


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 0.5), st.sampled_from(["hybrid", "dense", "keyword"]))
def test_evidence_is_a_share_and_grows_with_cosine_and_coverage(cosine: float, covered: float, more: float, mode: str) -> None:
    cosines, coverages = np.array([cosine, cosine + more]), np.array([covered, covered + more])

    less, stronger = strength(cosines, coverages, mode, RetrievalSettings())  # type: ignore[arg-type]  # one of the modes

    assert 0 <= less <= stronger <= 1
