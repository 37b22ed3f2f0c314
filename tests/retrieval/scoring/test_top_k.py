from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.scoring.top_k import head


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]) | st.floats(-5, 5), max_size=400), st.integers(0, 7))
def test_the_head_is_that_of_all_in_order(scores: list[float], count: int) -> None:
    every = np.array(scores, dtype=np.float64)

    assert head(every, count).tolist() == np.argsort(-every, kind="stable")[:count].tolist()
