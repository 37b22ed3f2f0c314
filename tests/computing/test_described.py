from __future__ import annotations

from chat.computing.described import described
from chat.computing.rows import TableText, typed

ROWS = [
    "Name: Anna; Team: Sales; Joined: 2020-03-01; Pay: €1,200.50",
    "Name: Ben; Team: Support; Joined: 2018-11-20; Pay: €900.00",
    "Name: Clara; Team: Sales; Joined: 2024-01-07; Pay: €1,000.00",
]


def test_a_table_is_told_by_its_rows_and_columns() -> None:
    table = TableText("staff.csv", ("Name", "Team", "Joined", "Pay"), "\n".join(ROWS))

    assert described(typed(table)) == (
        "The columns are Name, Team, Joined and Pay",
        [
            "3 rows.",
            "Name: Anna (1), Ben (1) and Clara (1).",
            "Team: Sales (2) and Support (1).",
            "Joined: 2018-11-20 to 2024-01-07.",
            "Pay: €900.00 to €1,200.50, €3,100.50 in total.",
        ],
    )


def test_amounts_in_several_currencies_are_not_added_up() -> None:
    text = "Item: Rent; Amount: 900; Currency: EUR\nItem: Hosting; Amount: 20; Currency: USD"

    _, counted = described(typed(TableText("costs.csv", ("Item", "Amount", "Currency"), text)))

    assert "Amount: 20 to 900." in counted


def test_many_values_are_counted_and_an_empty_column_is_called_so() -> None:
    text = "\n".join(f"City: C{at % 9}; Code: X{at:03}" for at in range(30))

    columns, counted = described(typed(TableText("t.csv", ("City", "Code", "Note"), text)))

    assert columns == "The columns are City, Code and Note"
    assert counted == [
        "30 rows.",
        "City: 9 different values, most often C0 (4), C1 (4) and C2 (4).",
        "Code: 30 different values.",
        "Note: empty.",
    ]
