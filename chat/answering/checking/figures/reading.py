"""Read all numbers, dates and times of a text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from chat.answering.checking.figures.dates import Day, take_days
from chat.answering.checking.figures.numbers import Number, read_numbers
from chat.answering.checking.figures.times import TimeOfDay, take_times


@dataclass(frozen=True, slots=True)
class Figures:
    """All numbers, dates and times of a text."""

    numbers: tuple[Number, ...]
    days: tuple[Day, ...]
    times: tuple[TimeOfDay, ...]

    @property
    def words(self) -> str:
        """The words they are written with, including units."""
        figures: tuple[Number | Day | TimeOfDay, ...] = (*self.numbers, *self.days, *self.times)
        return " ".join(figure.text for figure in figures)

    @property
    def empty(self) -> bool:
        return not (self.numbers or self.days or self.times)

    def and_scaled(self, scale: float) -> Figures:
        """Return the figures with each number a second time, multiplied: a table in millions may be cited either way."""
        if scale == 1:
            return self
        scaled = (replace(each, values=tuple(value * scale for value in each.values)) for each in self.numbers)
        return replace(self, numbers=(*self.numbers, *scaled))


def read_figures(text: str) -> Figures:
    """Read a text's figures: dates and times first, so that their parts are not taken for numbers."""
    days, text = take_days(unicodedata.normalize("NFKC", text).replace("−", "-"))
    times, text = take_times(text)
    return Figures(tuple(read_numbers(text)), tuple(days), tuple(times))


def merged(several: Iterable[Figures]) -> Figures:
    """Merge the figures of several texts."""
    held = list(several)
    return Figures(
        tuple(number for each in held for number in each.numbers),
        tuple(day for each in held for day in each.days),
        tuple(time for each in held for time in each.times),
    )
