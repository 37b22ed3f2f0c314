from __future__ import annotations

import numpy as np

from chat.domain import Chunk, Source
from chat.retrieval.documents.representatives import Vector, representative, thinned
from tests.retrieval.documents.chunks import chunk


def test_a_part_has_its_first_chunk_and_those_nearest_to_its_middle() -> None:
    chunks = [chunk(at) for at in range(5)]
    usual, other = np.array([1.0, 0.0], dtype=np.float32), np.array([0.0, 1.0], dtype=np.float32)
    vectors: dict[str, Vector] = {"c0": usual, "c1": other, "c2": usual, "c3": usual, "c4": other}

    assert [one.id for one in representative(chunks, vectors, 3)] == ["c0", "c2", "c3"]


def test_rows_of_a_table_stand_back() -> None:
    chunks = [chunk(0), chunk(1, rows=(1, 5)), chunk(2)]
    vectors: dict[str, Vector] = dict.fromkeys(("c0", "c1", "c2"), np.array([1.0, 0.0], dtype=np.float32))

    assert [one.id for one in representative(chunks, vectors, 2)] == ["c0", "c2"]


def test_without_vectors_shared_words_tell() -> None:
    chunks = [chunk(at) for at in range(3)]
    alike = [Chunk(f"a{at}", "t", Source.DOCUMENT, "d", at, "The pump needs oil.", "", 0, 9) for at in range(3)]

    assert {one.id for one in representative([chunks[0], *alike], {}, 3)} >= {"c0"}
    assert len(representative([*chunks, *alike], {}, 3)) == 3


def test_what_is_too_long_is_thinned_out_part_by_part() -> None:
    parts = [[chunk(at, 600) for at in range(10)], [chunk(at, 600) for at in range(10, 14)], [chunk(20, 600)]]

    found = thinned(parts, {}, 4_500)

    assert [len(part) for part in found] == [4, 1, 1]
    assert thinned(parts, {}, 100_000) == parts
