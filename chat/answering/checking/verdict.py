"""The result of checking a claim against a source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reason = Literal["quote", "number", "date", "name", "negation", "direction", "words"]
"""What in the claim the source does not support; `direction`: more instead of less, before instead of after."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a claim."""

    reason: Reason | None = None
    """Why the claim is not supported; `None` if it is."""
    strength: float = 1.0
    """Share of the claim's words that the source holds."""

    @property
    def supported(self) -> bool:
        return self.reason is None
