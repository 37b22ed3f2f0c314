"""English words that are much like another: a passage that tells of cooking may answer a question for a recipe."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

TABLE = Path(__file__).with_name("related.txt.gz")
"""A line a term: the term, and behind it up to twenty terms with their likeness in percent, the likest first. Made of the local
embedding model's own word vectors by `python -m benchmarks.related_words` (all-MiniLM-L6-v2, Apache-2.0)."""

_SAME = """
    lift elev; flat apart; tv televis telli; park car garag; lorri truck; petrol gasolin fuel; wifi wi-fi internet; hoover
    vacuum; rubbish wast litter; chemist pharmaci drugstor; tap faucet; torch flashlight; pram stroller; trouser pant;
    curtain drape; postcod zip; camp campsit; cooker stove; nappi diaper; pavement sidewalk; holiday vacat; hire rent;
    staff employe personnel; mobil cellphon; footpath trail; timet schedul; gym fit;
    back backup; log login; shut shutdown; roll rollback; clean cleanup"""
"""Terms of two names of one thing, that vectors do not tell: who says one of them seldom says the other. Those of the last line
are verbs in two words ("back up") and their nouns in one."""
_SAME_LIKENESS = 0.8


@lru_cache(maxsize=4_096)
def related(term: str) -> Mapping[str, float]:
    """Terms (see `chat.text.terms`) that are much like this one, with their likeness, 0 to 1; English only."""
    told = _lines().get(term, "").split()
    alike = {word: int(percent) / 100 for word, percent in zip(told[::2], told[1::2], strict=True)}
    return {**alike, **dict.fromkeys(_same().get(term, ()), _SAME_LIKENESS)}


@cache
def _same() -> dict[str, list[str]]:
    """By term, those that name the same thing."""
    groups = [group.split() for group in _SAME.split(";")]
    return {term: [other for other in group if other != term] for group in groups for term in group}


@cache
def _lines() -> dict[str, str]:
    """By term, the rest of its line: taken apart when it is asked for. Takes 15 ms and 3 MB."""
    with gzip.open(TABLE, "rt", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file)
