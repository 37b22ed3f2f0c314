"""Which chunks of a collection a search may find."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.index.id_map import IdMap


@dataclass(frozen=True, slots=True)
class Among:
    """A restriction of a search to some chunks of a collection, applied before anything is cut off.

    What is left out is named, and not everything else: a long conversation is searched without its last turns, which the answer
    has in view anyway, and a set of all others would have to be built for each question.
    """

    only: frozenset[str] | None = None
    """Ids; those that the collection does not hold count for nothing. `None`: all of the collection."""
    without: frozenset[str] = frozenset()
    """Ids that are left out of these."""

    def __contains__(self, id: str) -> bool:
        return (self.only is None or id in self.only) and id not in self.without

    @property
    def is_all(self) -> bool:
        return self.only is None and not self.without

    @property
    def chosen(self) -> frozenset[str] | None:
        """The ids that may be found; `None` if only those that may not are known."""
        return None if self.only is None else self.only - self.without

    def mask(self, ids: IdMap) -> NDArray[np.bool_]:
        """Return which of the numbered ids may be found. Shape (ids,)."""
        allowed = np.full(len(ids), self.only is None)
        if self.only is not None:
            allowed[ids.known(self.only)] = True
        allowed[ids.known(self.without)] = False
        return allowed


ALL = Among()
