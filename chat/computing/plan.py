"""What is to be computed over a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Aggregate(StrEnum):
    COUNT = "count"
    DISTINCT = "distinct"
    """How many different values."""
    VALUES = "values"
    """Which values there are."""
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    HIGHEST = "highest"
    LOWEST = "lowest"
    SHARE = "share"
    """Of all rows those that fit."""
    DIFFERENCE = "difference"
    """Of two columns in one row."""


@dataclass(frozen=True, slots=True)
class Among:
    """The cell is one of these words; negated, it is another one (not an empty one)."""

    column: int
    codes: frozenset[int]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """The number or day is at least `low` and below `high`."""

    column: int
    low: float
    high: float
    words: str
    """As the question says it: `over 100`, `in 2023`."""
    low_open: bool = False
    """`low` itself does not belong to it."""
    high_closed: bool = False
    """`high` itself does."""


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing stands in the cell, or the number zero."""

    column: int


Condition = Among | Range | Empty
By = Literal["value", "year", "month"]


@dataclass(frozen=True, slots=True)
class Group:
    column: int
    by: By = "value"


@dataclass(frozen=True, slots=True)
class Plan:
    """One computation over one table. Columns are given by their place."""

    aggregate: Aggregate
    measure: int | None = None
    """What is added up or compared, or whose values are asked for; `None` counts rows."""
    conditions: tuple[Condition, ...] = ()
    group: Group | None = None
    best: Literal["highest", "lowest"] | None = None
    """Of groups: only those with the highest or lowest result."""
    top: int = 1
    """How many rows or groups when the best are asked for."""
    less: int | None = None
    """What is taken off the measure, of a difference."""
    label: int | None = None
    """The column that names a row in the answer."""
