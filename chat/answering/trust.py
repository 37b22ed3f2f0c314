"""Rate how far an answer can be trusted, from the confidence of the search, that of the quoting writer, and the check of its
claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Citation, Claim, Confidence, Found

_MOST = 0.5
"""Share of unsupported claims from which an answer is rated low."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The confidence, 0 to 1, from which an answer has each rating."""

    high: float
    medium: float


def confidence(found: Found, likely: float | None, claims: Sequence[Claim]) -> float:
    """Return how likely the answer agrees with its sources and these hold what was asked for, 0 to 1.

    `likely` is the writer's estimate for the sources it cites; if it is `None`, the search's confidence is used. Unsupported
    claims lower the result by their share.
    """
    borne_out = sum(claim.supported for claim in claims) / len(claims) if claims else 1.0
    return borne_out * (found.confidence if likely is None else likely)


def trust(
    found: Found, likely: float | None, citations: Sequence[Citation], claims: Sequence[Claim], levels: Levels
) -> Confidence:
    """Rate an answer; a low rating comes with a reason. An answer that nothing was found is rated low too: there may be
    something."""
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
