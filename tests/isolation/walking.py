"""Random walks of a given number of steps, each reproducible by its seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.isolation.house import House
from tests.isolation.machine import Isolation


@dataclass
class Walked:
    """The result of one seed."""

    steps: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    """The number of words seen, by kind of output."""
    failure: str | None = None


def template(folder: Path) -> Path:
    """Return a data folder with all tables, created once."""
    house = House(folder)

    async def made() -> None:
        await house.start()

    house.run(made())
    house.close()
    return folder / "data"


def walk(number: int, steps: int, walks: int, start: Path, shrink: bool = False) -> Walked:
    """Take walks with this seed; the first is Hypothesis' simplest, in which all choices are zero."""

    class Walk(Isolation):
        template = start
        taken: ClassVar = Counter[str]()
        seen: ClassVar = Counter[str]()

    chosen = settings(
        max_examples=walks,
        stateful_step_count=steps,
        database=None,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.normal,
        report_multiple_bugs=False,
    )
    failure = None
    try:
        run_state_machine_as_test(seed(number)(Walk), settings=chosen, _min_steps=0)
    except Exception as error:
        below = error.exceptions if isinstance(error, ExceptionGroup) else ()
        told = [f"{type(each).__name__}: {each}" for each in (error, *below)]
        failure = "\n".join([*told, *getattr(error, "__notes__", ())])
    return Walked(Walk.taken, Walk.seen, failure)
