from __future__ import annotations

import pytest

from chat.text.table_lines import cells_of, has_cells


@pytest.mark.parametrize(
    ("line", "cells"),
    [("| Basic | 9 euros |", ["Basic", "9 euros"]), ("Basic\t9 euros", ["Basic", "9 euros"]), ("Basic | 9", ["Basic", "9"])],
)
def test_a_line_is_split_at_bars_and_tabs(line: str, cells: list[str]) -> None:
    assert has_cells(line)
    assert cells_of(line) == cells


def test_a_line_without_either_is_no_row() -> None:
    assert not has_cells("Basic: 9 euros")
