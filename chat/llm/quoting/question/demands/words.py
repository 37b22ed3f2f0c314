"""The words by which one language's questions demand something, and by which sentences provide it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FIGURE = r"(?<![\w-])(?!\d+\.\d+\.\d(?!\d))\d"
"""A digit that is not part of a name or of a version."""
YEAR = r"(?:19|20)\d\d"


@dataclass(frozen=True, slots=True)
class Demand:
    """What a sentence must have to answer."""

    told: re.Pattern[str]
    beside: bool
    """An adjacent sentence may have it instead: "In 1932 Huber came to Graz. There he built the press."."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    kinds: tuple[tuple[re.Pattern[str], Demand], ...]
    """Patterns of questions by what they ask for, each with what an answer must have."""
    asks_after: re.Pattern[str]
    """Pattern of questions about who did something or when; each of its groups captures the verb."""
    deeds: Mapping[str, Demand]
    """What an answer must have, by verb of the question."""


def words(
    times: tuple[str, str], kinds: Sequence[tuple[str, str]], deeds: Sequence[tuple[str, str]], asks_after: str, byline: str
) -> Words:
    """Compile one language's patterns, all case-insensitive.

    `times` is the pattern of questions for a time with that of a time; `deeds` pairs verbs, separated by blanks, with the words
    that tell the same; `VERBS` in `asks_after` stands for all these verbs; `byline` tells any deed.
    """
    of_kinds = [(*times, True), *((asks, told, False) for asks, told in kinds)]
    did = {verb: rf"\b(?:{told})\b|{byline}" for verbs, told in deeds for verb in verbs.split()}
    return Words(
        tuple((_pattern(asks), Demand(_pattern(told), beside)) for asks, told, beside in of_kinds),
        _pattern(asks_after.replace("VERBS", "|".join(did))),
        {verb: Demand(_pattern(told), True) for verb, told in did.items()},
    )


def in_each_form(participles: str, endings: Sequence[str]) -> str:
    """Combine participle stems with the endings of gender and number."""
    return " ".join(f"{participle}{ending}" for participle in participles.split() for ending in endings)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
