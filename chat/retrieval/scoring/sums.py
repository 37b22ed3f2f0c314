"""A fused score as a sum of named parts, so that it can be explained."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chat.domain import Part, PartName


@dataclass(frozen=True)
class Sums:
    """The scores of the units of one collection after each part was added.

    The sums are kept rather than the parts: they are computed anyway, and their differences only when they are asked for.
    """

    after: tuple[tuple[PartName, NDArray[np.float64]], ...]
    """The name of each part, and the scores with it. Shape (units,)."""
    rows: NDArray[np.intp] | None = None
    """The units that were found, as indexes into the scores; `None` for all."""
    strength: float = 1.0
    """What the best score was scaled to, see `ranked.comparable`."""
    of_the_time: NDArray[np.bool_] | None = None
    """The units that the question asks for by their time, which alone decides their score; `None` if there are none."""

    @property
    def total(self) -> NDArray[np.float64]:
        return self.after[-1][1]

    def plus(self, name: PartName, amounts: NDArray[np.floating]) -> Sums:
        return self.then(name, np.asarray(self.total + amounts, dtype=np.float64))

    def then(self, name: PartName, scores: NDArray[np.float64]) -> Sums:
        """Add the part that turns the scores into these."""
        return replace(self, after=(*self.after, (name, scores)))

    def parts(self, unit: int) -> tuple[Part, ...]:
        """Return the parts of a unit's fused score that are not 0, and the factor that scaled it unless that is 1."""
        row = unit if self.rows is None else int(self.rows[unit])
        if self.of_the_time is not None and self.of_the_time[row]:
            return (Part("period", 1.0),)
        totals = [(name, float(scores[row])) for name, scores in self.after]
        before = [0.0, *(total for _, total in totals)]
        addends = (Part(name, total - less) for (name, total), less in zip(totals, before, strict=False))
        scale = (Part("scale", self._scale, multiplies=True),) if self._scale != 1 else ()
        return (*(part for part in addends if part.amount), *scale)

    @cached_property
    def _scale(self) -> float:
        scores = self.total if self.rows is None else self.total[self.rows]
        best = float(scores.max(initial=0.0))
        return self.strength / best if best >= 1e-9 else 0.0
