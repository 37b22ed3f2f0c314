from __future__ import annotations

import gc
import weakref

from chat.domain import Chunk, Source
from chat.retrieval.per_chunk import cached_per_chunk


def _chunk(text: str) -> Chunk:
    return Chunk("m1#0", "t", Source.MESSAGE, "m1", 0, text, "", 0, len(text))


def test_a_chunk_is_read_once_and_what_was_read_goes_with_it() -> None:
    read: list[str] = []

    @cached_per_chunk
    def upper(chunk: Chunk, ending: str) -> str:
        read.append(chunk.text)
        return chunk.text.upper() + ending

    chunk = _chunk("tea")
    gone = weakref.ref(chunk)

    assert [upper(chunk, "!"), upper(chunk, "!"), upper(_chunk("rum"), "!")] == ["TEA!", "TEA!", "RUM!"]
    assert read == ["tea", "rum"]
    del chunk
    gc.collect()
    assert gone() is None
