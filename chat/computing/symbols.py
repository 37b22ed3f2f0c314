"""The symbols into which the words of a question are read: what is asked for, and which parts of the table are mentioned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chat.computing.words import Sign


class Unclear(Exception):
    """The question cannot be computed with certainty over this table."""


@dataclass(frozen=True, slots=True)
class Said:
    sign: Sign


@dataclass(frozen=True, slots=True)
class Named:
    """A mention of a column."""

    column: int
    exact: bool = False
    """The name is in the form in which it is written, `points` rather than `point`."""
    inside: Sign | None = None
    """The sign within its own name: `total` in `total amount`."""


@dataclass(frozen=True, slots=True)
class ColumnValue:
    """A mention of a value, with its codes in each column that has it."""

    codes: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Amount:
    value: float
    unit: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """A period of days from `low`, inclusive, to `high`, exclusive."""

    low: float
    high: float
    words: str
    unit: Literal["year", "day"] = "day"
    """The resolution that a column must have at least for the question to be answered."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The years or months of a date."""

    by: Literal["year", "month"]


@dataclass(frozen=True, slots=True)
class Payer:
    """For whom or what a price is, as in `for guests`: the column of that price."""

    column: int


Symbol = Said | Named | ColumnValue | Amount | When | Unit | Payer
