"""Tests specific to the in-memory index; those of the protocol are in tests/promises."""

from __future__ import annotations

import numpy as np

from chat.domain import Source
from chat.index.base import Collection
from chat.index.volatile import VolatileVectors

HERE = Collection("i", Source.DOCUMENT)


async def test_what_is_left_of_many_is_held_in_their_order_without_those_that_went() -> None:
    index, size = VolatileVectors(20_000), 5_000
    made = np.random.default_rng(1).normal(size=(size, 8)).astype(np.float32)
    ids = [str(number) for number in range(size)]
    await index.upsert(HERE, ids, made)

    deleted = await index.delete(HERE, ids[:4_000])
    left, vectors = await index.get(HERE)
    hits = await index.search(HERE, made[4_321], 1)

    assert (deleted, left) == (4_000, tuple(ids[4_000:]))
    assert np.array_equal(vectors, made[4_000:])
    assert list(hits.map) == ids[4_000:]
    assert hits.scores[hits.ids.index("4321")] == made[4_321] @ made[4_321]


async def test_what_is_gone_is_counted_nowhere() -> None:
    index = VolatileVectors(100)
    await index.upsert(HERE, ["a"], np.eye(1, dtype=np.float32))
    await index.upsert(HERE.questions, ["a#0"], np.eye(1, dtype=np.float32))

    await index.discard([HERE.name])
    dropped = await index.drop(HERE.questions)

    assert dropped == 1
    assert (await index.counts(), index.open) == ({}, 0)
