"""The lines of a table as it is written in a text: Markdown with bars, or cells between tabs."""

from __future__ import annotations

import re

_BETWEEN = re.compile(r"\s*[|\t]\s*")


def has_cells(line: str) -> bool:
    """Return whether a line may be a row of a table."""
    return "|" in line or "\t" in line


def cells_of(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return _BETWEEN.split(line.strip(" |"))
