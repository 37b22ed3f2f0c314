"""The words by which one language's questions demand something, and by which sentences provide it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

FIGURE = r"(?<![\w-])(?!\d+\.\d+\.\d(?!\d))\d"
"""A digit that is not part of a name or of a version."""
YEAR = r"(?:19|20)\d\d"


@dataclass(frozen=True, slots=True)
class Demand:
    """What a sentence must have to answer."""

    pattern: re.Pattern[str]
    or_adjacent: bool
    """An adjacent sentence may have it instead: "In 1932 Huber came to Graz. There he built the press."."""


@dataclass(frozen=True)
class Words:
    """The words of one language, as patterns without regard to case that are compiled when a question first needs them."""

    times: tuple[str, str]
    """The pattern of questions for a time, and that of a time."""
    others: Sequence[tuple[str, str]]
    """Patterns of questions by what else they ask for, each with that of what an answer must have."""
    deeds: Sequence[tuple[str, str]]
    """Verbs, separated by blanks, with the words that tell the same."""
    questions: str
    """Pattern of questions about who did something or when; `VERBS` in it stands for all these verbs."""
    byline: str
    """Pattern of what tells any deed."""

    @cached_property
    def kinds(self) -> Sequence[tuple[re.Pattern[str], Demand]]:
        """Patterns of questions by what they ask for, each with what an answer must have."""
        of_kinds = [(*self.times, True), *((asks, answers, False) for asks, answers in self.others)]
        return [(_pattern(asks), Demand(_pattern(answer), or_adjacent)) for asks, answer, or_adjacent in of_kinds]

    @cached_property
    def asks_after(self) -> re.Pattern[str]:
        """Pattern of questions about who did something or when; each of its groups captures the verb."""
        return _pattern(self.questions.replace("VERBS", "|".join(self._deeds)))

    def deed(self, verb: str) -> Demand:
        """Return what an answer must have, by the verb of the question."""
        return Demand(_pattern(rf"\b(?:{self._deeds[verb]})\b|{self.byline}"), or_adjacent=True)

    @cached_property
    def _deeds(self) -> Mapping[str, str]:
        return {verb: tells for verbs, tells in self.deeds for verb in verbs.split()}


def in_each_form(participles: str, endings: Sequence[str]) -> str:
    """Combine participle stems with the endings of gender and number."""
    return " ".join(f"{participle}{ending}" for participle in participles.split() for ending in endings)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
