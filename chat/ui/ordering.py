"""The order of what a thread's page is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Step = TypeVar("Step")


def parents_first(steps: Sequence[Step], ids: Callable[[Step], tuple[str, str | None]]) -> list[Step]:
    """In their order, but none before the step that it hangs on: the page leaves out what it has no parent for. An answer and the
    run that it came out of are written by different hands at the same moment. `ids` are a step's own and its parent's."""
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
