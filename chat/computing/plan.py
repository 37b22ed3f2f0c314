"""A plan: what to compute over a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Aggregate(StrEnum):
    COUNT = "count"
    DISTINCT = "distinct"
    """How many distinct values."""
    VALUES = "values"
    """Which distinct values."""
    VALUE = "value"
    """The one figure that is left of a sum or an average if a single row matches."""
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    HIGHEST = "highest"
    LOWEST = "lowest"
    SHARE = "share"
    """The share of all rows that match."""
    DIFFERENCE = "difference"
    """The difference of two columns in one row."""


@dataclass(frozen=True, slots=True)
class Among:
    """The cell has one of these words; if negated, another word (but is not empty)."""

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
    """The condition as the question words it: `over 100`, `in 2023`."""
    low_open: bool = False
    """`low` itself is excluded."""
    high_closed: bool = False
    """`high` itself is included."""


@dataclass(frozen=True, slots=True)
class Empty:
    """The cell is empty or holds the number zero."""

    column: int


Condition = Among | Range | Empty
By = Literal["value", "year", "month"]


@dataclass(frozen=True, slots=True)
class Group:
    column: int
    by: By = "value"


@dataclass(frozen=True, slots=True)
class Plan:
    """One computation over one table. Columns are given by their index."""

    aggregate: Aggregate
    measure: int | None = None
    """The column to add up or compare, or whose values are asked for; `None` counts rows."""
    conditions: tuple[Condition, ...] = ()
    group: Group | None = None
    best: Literal["highest", "lowest"] | None = None
    """Keep only the groups with the highest or lowest result."""
    top: int = 1
    """How many of the best rows or groups."""
    less: int | None = None
    """The column to subtract from the measure, for a difference."""
    label: int | None = None
    """The column that names a row in the answer."""
