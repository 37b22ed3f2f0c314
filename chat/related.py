"""English words that are much like another: a passage that tells of cooking may answer a question for a recipe."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

TABLE = Path(__file__).with_name("related.txt.gz")
"""A line a term: the term, and behind it up to twenty terms with their likeness in percent, the likest first. Made of the local
embedding model's own word vectors by `python -m benchmarks.related_words` (all-MiniLM-L6-v2, Apache-2.0)."""


@lru_cache(maxsize=4_096)
def related(term: str) -> Mapping[str, float]:
    """Terms (see `chat.text.terms`) that are much like this one, with their likeness, 0 to 1; English only."""
    told = _lines().get(term, "").split()
    return {word: int(percent) / 100 for word, percent in zip(told[::2], told[1::2], strict=True)}


@cache
def _lines() -> dict[str, str]:
    """By term, the rest of its line: taken apart when it is asked for. Takes 15 ms and 3 MB."""
    with gzip.open(TABLE, "rt", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file)
