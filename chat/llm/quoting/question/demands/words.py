"""One language's words of what a question demands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FIGURE = r"(?<![\w-])(?!\d+\.\d+\.\d(?!\d))\d"
"""One that is no part of a name, nor of a version."""
YEAR = r"(?:19|20)\d\d"


@dataclass(frozen=True, slots=True)
class Demand:
    """What a sentence must have to answer."""

    told: re.Pattern[str]
    beside: bool
    """A sentence next to it may have it instead: "In 1932 Huber came to Graz. There he built the press."."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language's."""

    kinds: tuple[tuple[re.Pattern[str], Demand], ...]
    """How a kind of thing is asked for, and what tells it."""
    asks_after: re.Pattern[str]
    """How a deed is asked after; each of its groups is the verb."""
    deeds: Mapping[str, Demand]
    """By verb."""


def words(
    times: tuple[str, str], kinds: Sequence[tuple[str, str]], deeds: Sequence[tuple[str, str]], asks_after: str, byline: str
) -> Words:
    """All are patterns whose letters' case does not matter. `deeds` are verbs with a blank between them, and the words that tell
    of what they mean; `VERBS` stands for all of them in `asks_after`. `byline` tells of any deed."""
    of_kinds = [(*times, True), *((asks, told, False) for asks, told in kinds)]
    did = {verb: rf"\b(?:{told})\b|{byline}" for verbs, told in deeds for verb in verbs.split()}
    return Words(
        tuple((_pattern(asks), Demand(_pattern(told), beside)) for asks, told, beside in of_kinds),
        _pattern(asks_after.replace("VERBS", "|".join(did))),
        {verb: Demand(_pattern(told), True) for verb, told in did.items()},
    )


def in_each_form(participles: str, endings: Sequence[str]) -> str:
    """Participles, written up to the letters that tell gender and number, with each of these behind them."""
    return " ".join(f"{participle}{ending}" for participle in participles.split() for ending in endings)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
