from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from chat.domain import Source
from chat.embedding.base import Vectors
from chat.errors import IndexFailed
from chat.index.base import Collection
from chat.index.exact import ExactVectorIndex
from tests.fakes import FakeVectorIndex

HERE = Collection("t", Source.DOCUMENT)


class LateFailure(FakeVectorIndex):
    """Does as told, and then says that it failed, as a call that timed out does."""

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        await super().upsert(collection, ids, vectors)
        if "b" in ids:
            raise IndexFailed("too late")


async def test_a_write_that_failed_but_happened_is_found() -> None:
    index = ExactVectorIndex(LateFailure(), 100, 1)
    await index.upsert(HERE, ["a"], np.eye(2, dtype=np.float32)[:1])
    await index.search(HERE, np.eye(2, dtype=np.float32)[0], 5)

    with pytest.raises(IndexFailed):
        await index.upsert(HERE, ["b"], np.eye(2, dtype=np.float32)[1:])

    assert set((await index.search(HERE, np.eye(2, dtype=np.float32)[0], 5)).ids) == {"a", "b"}
