from __future__ import annotations

import gc
from collections.abc import Collection

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from chat.index.id_map import IdMap

ids = st.lists(st.sampled_from([f"c{at}" for at in range(12)]), unique=True)


def test_ids_are_numbered_in_the_order_in_which_they_came() -> None:
    numbered = IdMap(["b", "a"])

    assert numbered.append("c") == 2
    assert (list(numbered), len(numbered), numbered[0], numbered.number("a")) == (["b", "a", "c"], 3, "b", 1)
    assert numbered.numbers(["c", "nobody", "b"]).tolist() == [2, -1, 0]
    assert numbered.known(["c", "nobody", "b"]).tolist() == [2, 0]


def test_an_id_is_numbered_once() -> None:
    with pytest.raises(ValueError, match="numbered already"):
        IdMap(["a", "a"])


@given(st.lists(st.tuples(st.booleans(), ids), max_size=6))
def test_the_numbers_in_another_map_stay_right_while_both_grow(steps: list[tuple[bool, list[str]]]) -> None:
    here, there = IdMap(), IdMap()

    for which, more in steps:
        grown = here if which else there
        grown.extend(id for id in more if id not in grown)
        assert here.numbers_in(there).tolist() == there.numbers(list(here)).tolist()
        assert there.numbers_in(here).tolist() == here.numbers(list(there)).tolist()


def test_an_answer_given_before_does_not_change_later() -> None:
    here, there = IdMap(["a", "b"]), IdMap(["a"])
    before = here.numbers_in(there)

    there.append("b")

    assert here.numbers_in(there).tolist() == [0, 1]
    assert before.tolist() == [0, -1]


def test_an_id_that_comes_while_it_is_looked_for_is_found_the_next_time() -> None:
    """This happens when one thread indexes what another searches."""

    class Growing(IdMap):
        def numbers(self, ids: Collection[str]) -> NDArray[np.int64]:
            found = super().numbers(ids)
            if "b" not in self:
                self.append("b")
            return found

    here, there = IdMap("ab"), Growing("a")

    assert here.numbers_in(there).tolist() == [0, -1]
    assert here.numbers_in(there).tolist() == [0, 1]


def test_numbers_in_itself_are_its_own() -> None:
    assert np.array_equal((same := IdMap("abc")).numbers_in(same), [0, 1, 2])


def test_a_map_that_is_gone_is_not_held_in_memory() -> None:
    here, there = IdMap("ab"), IdMap("b")
    here.numbers_in(there)

    del there
    gc.collect()

    assert len(here._elsewhere) == 0
