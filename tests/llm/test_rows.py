from __future__ import annotations

import pytest

from chat.llm.rows import rows

STATEMENT = """Fiscal years ended December 31 (in millions) 2022 2021
Net income $ 8,978 $ 7,679
Cash payments (224) —
Average discount rate 2.34 % 2.30 %
Net income per share $ 6.42 $ 5.49
"""


def told(text: str, *wanted: str) -> list[str]:
    return [row.said(set(wanted)) for row in rows(text)]


def test_figures_are_told_with_the_years_above_them_and_what_they_are_counted_in() -> None:
    assert told(STATEMENT) == [
        "Net income: $8,978 million (2022), $7,679 million (2021)",
        "Cash payments: (224) million (2022)",
        "Average discount rate: 2.34% (2022), 2.30% (2021)",
        "Net income per share: $6.42 (2022), $5.49 (2021)",
    ]


def test_only_the_year_that_is_asked_for_is_told() -> None:
    assert told(STATEMENT, "2021")[0] == "Net income: $7,679 million (2021)"
    assert told(STATEMENT, "1999")[0] == "Net income: $8,978 million (2022), $7,679 million (2021)"


@pytest.mark.parametrize(
    "text",
    [
        "Revenue grew to 12\nand then again.",
        "Region A 1 2 3\nRegion B 4 5 6",
        "For the full year of fiscal 2022\nOf all years 2021",
    ],
    ids=["a sentence broken by a line", "columns without names", "years that are no figures"],
)
def test_what_nobody_can_name_is_no_row(text: str) -> None:
    assert told(text) == []


def test_rows_know_where_they_stand() -> None:
    [first, *_] = rows(STATEMENT)

    assert STATEMENT[first.start : first.end] == "Net income $ 8,978 $ 7,679\n"
