"""The order of the steps from which a thread's page is rendered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Step = TypeVar("Step")


def parents_first(steps: Sequence[Step], ids: Callable[[Step], tuple[str, str | None]]) -> list[Step]:
    """Return the steps in their order, but none before its parent; `ids` returns a step's id and that of its parent.

    The page omits a step whose parent it does not have yet, and an answer and its parent run are stored concurrently.
    """
    known = {ids(step)[0] for step in steps}
    ordered: dict[str, Step] = {}
    waiting: dict[str, list[Step]] = {}

    def put(step: Step) -> None:
        id, _ = ids(step)
        ordered[id] = step
        for child in waiting.pop(id, ()):
            put(child)

    for step in steps:
        id, parent = ids(step)
        if parent is None or parent == id or parent not in known or parent in ordered:
            put(step)
        else:
            waiting.setdefault(parent, []).append(step)
    return [*ordered.values(), *(step for ring in waiting.values() for step in ring)]
