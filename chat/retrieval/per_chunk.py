"""Keep what is read from a chunk as long as the chunk is in memory, as questions find the same ones again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from cachetools import cached

from chat.domain import Chunk

Rest = ParamSpec("Rest")
Read = TypeVar("Read")


def cached_per_chunk(read: Callable[Concatenate[Chunk, Rest], Read]) -> Callable[Concatenate[Chunk, Rest], Read]:
    """Call a function once for each chunk. Other arguments must be the same whenever the chunk is: they are not compared."""
    results: WeakKeyDictionary[Chunk, Read] = WeakKeyDictionary()
    return cached(results, key=lambda chunk, *_, **__: chunk)(read)
