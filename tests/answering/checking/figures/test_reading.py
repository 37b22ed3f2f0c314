from __future__ import annotations

import pytest

from chat.answering.checking.figures.dates import Day
from chat.answering.checking.figures.reading import Figures, merged, read_figures


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param("1,000.50", (1000.5,), id="English"),
        pytest.param("1.000,50", (1000.5,), id="German"),
        pytest.param("1 000", (1000,), id="grouped by blanks"),
        pytest.param("1.250", (1250, 1.25), id="either notation"),
        pytest.param("1,234,567", (1234567,), id="certainly grouped"),
        pytest.param("12,34,567", (1234567,), id="Indian"),
        pytest.param("0.125", (0.125,), id="no group is 0"),
        pytest.param("3.5k", (3500,), id="thousands"),
        pytest.param("2 million", (2e6,), id="millions"),
        pytest.param("$ -3", (-3,), id="negative"),
        pytest.param("fourteen", (14,), id="a word"),
        pytest.param("forty-two", (42,), id="two words"),
        pytest.param("dreißig", (30,), id="German word"),
        pytest.param("dix-sept", (17,), id="French word with a hyphen"),
        pytest.param("soixante-dix", (70,), id="French tens with a hyphen"),
        pytest.param("3億", (3e8,), id="Japanese scale"),
    ],
)
def test_a_number_is_read_in_each_notation(text: str, values: tuple[float, ...]) -> None:
    [number] = read_figures(f"It was {text} then.").numbers

    assert number.values == values


@pytest.mark.parametrize("text", ["Release 1.2.3.4 is out.", "Written in Python3.", "B2B"])
def test_a_version_or_part_of_a_word_is_no_number(text: str) -> None:
    assert read_figures(text).numbers == ()


@pytest.mark.parametrize(
    ("text", "unit", "base"),
    [
        ("5 km", "m", 5000),
        ("€12", "EUR", 12),
        ("12 USD", "USD", 12),
        ("1000 francs", "CHF", 1000),
        ("two weeks", "s", 1209600),
        ("3 %", "%", 3),
    ],
)
def test_a_number_has_its_unit(text: str, unit: str, base: float) -> None:
    [number] = read_figures(text).numbers

    assert (number.unit, number.values[0] * number.factor) == (unit, base)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        pytest.param("2027-06-30", Day("2027-06-30", 2027, 6, 30, None), id="ISO"),
        pytest.param("30.06.2027", Day("30.06.2027", 2027, 6, 30, None), id="German"),
        pytest.param("12/31/2027", Day("12/31/2027", 2027, 12, 31, None), id="American, as no month is the 31st"),
        pytest.param("June 30, 2027", Day("June 30, 2027", 2027, 6, 30, None), id="month first"),
        pytest.param("30 juin 2027", Day("30 juin 2027", 2027, 6, 30, None), id="French"),
        pytest.param("Q3 2027", Day("Q3 2027", 2027, 103, None, None), id="a quarter"),
        pytest.param("Fridays", Day("Fridays", None, None, None, 4), id="a weekday"),
    ],
)
def test_a_date_is_read_as_far_as_it_is_given_and_no_part_of_it_as_a_number(text: str, day: Day) -> None:
    assert read_figures(text) == Figures((), (day,), ())


def test_may_is_a_month_only_where_it_cannot_be_the_verb() -> None:
    assert read_figures("You may go. May I?").days == ()
    assert [day.month for day in read_figures("It opens in May.").days] == [5]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("14:30", "2:30 pm", True), ("2:30", "14:30", True), ("2:30 am", "14:30", False), ("9 Uhr", "9 am", True)],
)
def test_times_are_the_same_in_either_notation(one: str, other: str, same: bool) -> None:
    [mine], [theirs] = read_figures(one).times, read_figures(other).times

    assert mine.matches(theirs) is same


def test_days_in_digits_are_the_same_if_they_may_be_swapped_elsewhere() -> None:
    [ours], [theirs], [certain] = (read_figures(text).days for text in ("03/05/2024", "3 May 2024", "5 March 2024"))

    assert ours.matches(theirs)
    assert ours.matches(certain)
    assert not theirs.matches(certain)


def test_numbers_of_a_table_in_millions_may_be_cited_either_way() -> None:
    figures = merged([read_figures("777"), read_figures("at 9 am")]).and_scaled(1e6)

    assert [number.values for number in figures.numbers] == [(777,), (777e6,)]
    assert figures.words == "777 777 9 am"
