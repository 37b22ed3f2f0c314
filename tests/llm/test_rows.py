from __future__ import annotations

import pytest

from chat.llm.rows import columns_at_end, rows

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


def test_a_range_and_an_approximate_figure_are_told_as_they_stand() -> None:
    text = "Net sales $10.95 billion to $11.05 billion\nNew stores, net 25-30\nEffective tax rate approximately 24.6%\n"

    assert told(text) == [
        "Net sales: $10.95 billion to $11.05 billion",
        "New stores, net: 25-30",
        "Effective tax rate: approximately 24.6%",
    ]


DIVISIONS = """(in millions) 12 Weeks Ended 3/25/2023 3/19/2022
Net Revenue
North America $ 5,583 $ 4,839
Total $ 17,846 $ 16,200
Operating Profit
North America $ 1,599 $ 1,296
"""


def test_the_heading_of_a_row_is_told_where_it_is_asked_for() -> None:
    assert told(DIVISIONS, "oper", "profit", "north", "america", "2023")[2] == (
        "Operating Profit, North America: $1,599 million (12 weeks ended 3/25/2023)"
    )
    assert told(DIVISIONS, "net", "revenu", "2023")[1] == "Net Revenue, Total: $17,846 million (12 weeks ended 3/25/2023)"
    assert told(DIVISIONS, "net", "revenu", "2023")[0] == "North America: $5,583 million (12 weeks ended 3/25/2023)"


def test_a_fiscal_year_may_end_in_the_next_one() -> None:
    text = "(In thousands) January 28, January 29, 2023 2022\nTotal assets $ 5,370 $ 4,764\n"

    assert told(text, "fiscal", "2022") == [
        "Total assets: $5,370 thousand (January 28, 2023), $4,764 thousand (January 29, 2022)"
    ]
    assert told(text, "2022") == ["Total assets: $4,764 thousand (January 29, 2022)"]


def test_a_table_goes_on_in_the_next_text() -> None:
    above = columns_at_end("(In thousands) January 28, January 29, 2023 2022\nCash $ 737 $ 431\n")
    [row] = rows("Total assets $ 5,370 $ 4,764\nLiabilities\n", above)

    assert row.inherited
    assert row.columns == ("January 28, 2023", "January 29, 2022")


def test_a_sentence_ends_a_table() -> None:
    assert columns_at_end("Net sales 2022 2021\nThis is all there is to say of it.\n") is None


def test_a_share_beside_amounts_has_no_unit() -> None:
    assert told("(in millions) 2022 2021 % Change\nNet sales 3,226 2,729 18.2%\n") == [
        "Net sales: 3,226 million (2022), 2,729 million (2021), 18.2% (% change)"
    ]
