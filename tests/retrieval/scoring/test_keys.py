from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.index.base import Hits
from chat.retrieval.scoring.keys import with_questions
from tests.indexing import best_first


def _hits(scores: dict[str, float], complete: bool = True) -> Hits:
    return Hits.of(tuple(scores), np.array(list(scores.values()), dtype=np.float32), complete)


def _scores(hits: Hits) -> dict[str, float]:
    return dict(zip(hits.ids, hits.scores.tolist(), strict=True))


def test_the_best_question_lifts_its_passage() -> None:
    both = with_questions(_hits({"a": 0.5, "b": 0.2}), _hits({"b#1": 0.9, "b#0": 0.3, "a#0": 0.1}), 0.5)

    assert best_first(both).ids == ("b", "a")
    assert _scores(both) == pytest.approx({"b": 0.55, "a": 0.5})
    assert (both.complete, both.total) == (True, 2)


def test_without_questions_nothing_changes() -> None:
    content = _hits({"a": 0.5})

    assert with_questions(content, _hits({}), 0.7) is content


def test_a_question_about_a_passage_that_is_not_there_finds_nothing() -> None:
    assert with_questions(_hits({"a": 0.5}), _hits({"gone#0": 0.9}), 0.7).ids == ("a",)


def test_a_question_reaches_a_passage_that_the_search_of_a_large_collection_did_not() -> None:
    both = with_questions(_hits({"a": 0.5, "b": 0.2}, complete=False), _hits({"far#0": 0.9}), 0.5)

    assert _scores(both) == pytest.approx({"far": 0.55, "a": 0.5, "b": 0.2})


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1, width=32)),
    st.dictionaries(st.sampled_from([f"{chunk}#{n}" for chunk in "abcdef" for n in range(3)]), st.floats(-1, 1, width=32)),
    st.floats(0, 1),
)
def test_no_passage_is_lost_or_lowered(content: dict[str, float], questions: dict[str, float], weight: float) -> None:
    both = _scores(with_questions(_hits(content), _hits(questions), weight))

    assert both.keys() == content.keys()
    assert all(both[chunk] >= np.float32(score) - 1e-6 for chunk, score in content.items())
