"""Related English words: a passage about cooking may answer a question for a recipe."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

TABLE = Path(__file__).with_name("related.txt.gz")
"""One line per term: the term, followed by up to twenty terms with their similarity in percent, the most similar first. Made from
the local embedding model's own word vectors by `python -m benchmarks.related_words` (all-MiniLM-L6-v2, Apache-2.0)."""

_SAME = """
    lift elev; flat apart; tv televis telli; park car garag; lorri truck; petrol gasolin fuel; wifi wi-fi internet; hoover
    vacuum; rubbish wast litter; chemist pharmaci drugstor; tap faucet; torch flashlight; pram stroller; trouser pant;
    curtain drape; postcod zip; camp campsit; cooker stove; nappi diaper; pavement sidewalk; holiday vacat; hire rent;
    staff employe personnel; mobil cellphon; footpath trail; timet schedul; gym fit;
    back backup; log login; shut shutdown; roll rollback; clean cleanup"""
"""Terms for two names of one thing, which word vectors do not reveal: people who use one of them seldom use the other. The last
line has phrasal verbs ("back up") and their nouns."""
_SAME_LIKENESS = 0.8


@lru_cache(maxsize=4_096)
def related(term: str) -> Mapping[str, float]:
    """Return terms (see `chat.text.terms`) similar to this one, with their similarity, 0 to 1; English only."""
    told = _lines().get(term, "").split()
    alike = {word: int(percent) / 100 for word, percent in zip(told[::2], told[1::2], strict=True)}
    return {**alike, **dict.fromkeys(_same().get(term, ()), _SAME_LIKENESS)}


@cache
def _same() -> dict[str, list[str]]:
    """Return the other terms for the same thing, by term."""
    groups = [group.split() for group in _SAME.split(";")]
    return {term: [other for other in group if other != term] for group in groups for term in group}


@cache
def _lines() -> dict[str, str]:
    """Return the rest of each line by term, parsed only when needed. Takes 15 ms and 3 MB."""
    with gzip.open(TABLE, "rt", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file)
