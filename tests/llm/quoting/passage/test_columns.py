"""Tests of the column names in the header line of a financial statement."""

from __future__ import annotations

import pytest

from chat.llm.quoting.passage.columns import Columns, columns_of


@pytest.mark.parametrize(
    ("line", "names", "unit"),
    [
        ("Fiscal years ended December 31 (in millions) 2022 2021", ("2022", "2021"), "million"),
        ("(In thousands) January 28, January 29, 2023 2022 (Unaudited)", ("January 28, 2023", "January 29, 2022"), "thousand"),
        ("12 Weeks Ended 3/25/2023 3/19/2022", ("12 weeks ended 3/25/2023", "12 weeks ended 3/19/2022"), ""),
        (
            "Three Months Ended Six Months Ended (MILLIONS) July 2, 2023 July 3, 2022 July 2, 2023 July 3, 2022",
            (
                "three months ended July 2, 2023",
                "three months ended July 3, 2022",
                "six months ended July 2, 2023",
                "six months ended July 3, 2022",
            ),
            "million",
        ),
        ("Net sales 2022 2021 % Change", ("2022", "2021", "% change"), ""),
    ],
)
def test_years_days_and_periods_name_columns(line: str, names: tuple[str, ...], unit: str) -> None:
    assert columns_of(line) == Columns(names, unit)


def test_columns_behind_the_years_have_no_name() -> None:
    columns = columns_of("(Dollars in Millions) FOURTH QUARTER Percent Change 2022 2021 Total Operations Currency")

    assert columns == Columns(("fourth quarter 2022", "fourth quarter 2021"), "million", more=True)
    assert columns.names_for(5) == ("fourth quarter 2022", "fourth quarter 2021")
    assert columns.names_for(1) == ()


@pytest.mark.parametrize(
    "line",
    [
        "For the full year of fiscal 2022",
        "2022 compared to 2021",
        "From May 2021 to 2022 sales grew",
        "In the second quarter and first six months of 2023, we recognized revenue of 2022",
        "This was so in 2021, 2022.",
        "2022 2022",
    ],
)
def test_a_sentence_in_which_years_stand_names_none(line: str) -> None:
    assert columns_of(line) is None


def test_names_that_do_not_fit_the_figures_of_a_row_name_nothing() -> None:
    assert Columns(("2022", "2021")).names_for(3) == ()
