"""How far an answer may be trusted: what retrieval makes of its passages, what whoever quotes them does, and how its sentences
stood the check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Citation, Claim, Confidence, Found

_MOST = 0.5
"""Share of an answer's claims from which on unsupported ones make it a low one."""


@dataclass(frozen=True, slots=True)
class Levels:
    """From which confidence an answer is of a level, 0 to 1."""

    high: float
    medium: float


def confidence(found: Found, likely: float | None, claims: Sequence[Claim]) -> float:
    """How likely the answer is what its sources say, and these hold what was asked for; 0 to 1.

    `likely` is what the writer makes of the sources that it cites, the search's confidence where it can't tell. Claims that the
    check doubts lower it by their share.
    """
    borne_out = sum(claim.supported for claim in claims) / len(claims) if claims else 1.0
    return borne_out * (found.confidence if likely is None else likely)


def trust(
    found: Found, likely: float | None, citations: Sequence[Citation], claims: Sequence[Claim], levels: Levels
) -> Confidence:
    """A low one says why. An answer that says that nothing was found is a low one: there may be something."""
    if not found.passages:
        return Confidence("low", "Nothing about this was found in your files or this conversation.")
    if not citations:
        return Confidence("low", "The answer cites none of the sources that were found.")
    doubted = sum(not claim.supported for claim in claims)
    if doubted and doubted >= _MOST * len(claims):
        return Confidence("low", _doubts(doubted, len(claims)))
    sure = confidence(found, likely, ())
    if sure < levels.medium:
        return Confidence("low", "The sources that were found may be about something else.")
    if doubted:
        return Confidence("medium", _doubts(doubted, len(claims)))
    return Confidence("high" if sure >= levels.high else "medium")


def _doubts(doubted: int, many: int) -> str:
    if many == 1:
        return "What it says is not found in the source that it cites."
    return f"{doubted} of its {many} cited statements {'is' if doubted == 1 else 'are'} not found in the sources that they cite."
