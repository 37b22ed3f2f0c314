"""What the words of a question become, and what the computing of tables reads it by: what is asked for, and what of the table is
spoken of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chat.computing.words import Sign


class Unclear(Exception):
    """The question can't be computed with certainty over this table."""


@dataclass(frozen=True, slots=True)
class Said:
    sign: Sign


@dataclass(frozen=True, slots=True)
class Named:
    """A column."""

    column: int
    exact: bool = False
    """In the form in which its name is written, as `points` and not `point`."""
    inside: Sign | None = None
    """What its own name says: `total` in `total amount`."""


@dataclass(frozen=True, slots=True)
class ColumnValue:
    """A value of one of these columns."""

    codes: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Amount:
    value: float
    unit: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """Days from `low` up to, but without, `high`."""

    low: float
    high: float
    words: str
    unit: Literal["year", "day"] = "day"
    """The least that a column must tell for the question to be answered."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Years or months of a date."""

    by: Literal["year", "month"]


@dataclass(frozen=True, slots=True)
class Payer:
    """Whom or what a price is for, `for guests`: the column of that price."""

    column: int


Symbol = Said | Named | ColumnValue | Amount | When | Unit | Payer
