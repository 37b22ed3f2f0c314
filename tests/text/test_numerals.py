from __future__ import annotations

import pytest

from chat.text.numerals import Numeral, cardinals, declared_scale, in_notation, readings


@pytest.mark.parametrize(
    ("digits", "values"),
    [
        pytest.param("1250", [1250], id="without separators"),
        pytest.param("1,250.50", [1250.5], id="English"),
        pytest.param("1.250,50", [1250.5], id="German"),
        pytest.param("1 250,5", [1250.5], id="French"),
        pytest.param("1’250.50", [1250.5], id="Swiss"),
        pytest.param("12,34,567", [1234567], id="Indian"),
        pytest.param("1.250", [1250, 1.25], id="a point that may be either"),
        pytest.param("1,250", [1250, 1.25], id="a comma that may be either"),
        pytest.param("1250.125", [1250.125], id="too many digits before the mark to be grouped"),
        pytest.param("0.125", [0.125], id="no group is 0"),
        pytest.param("1.2.3", [], id="a version"),
        pytest.param("1,25,3", [], id="a list"),
        pytest.param("5'11", [], id="feet and inches"),
    ],
)
def test_digits_are_read_in_every_notation_that_they_fit(digits: str, values: list[float]) -> None:
    assert [each.value for each in readings(digits)] == values


@pytest.mark.parametrize(("digits", "values"), [("1,250", [1250]), ("1,5", [1.5]), ("1.250", [1250, 1.25])])
def test_a_comma_before_three_digits_may_be_settled(digits: str, values: list[float]) -> None:
    assert [each.value for each in readings(digits, comma_groups=True)] == values


def test_a_known_decimal_mark_leaves_one_reading() -> None:
    assert in_notation("1.250", ".") == Numeral(1.25, decimals=3)
    assert in_notation("1.250", ",") == Numeral(1250)
    assert in_notation("1.25", ",") is None


def test_numbers_in_words_are_of_the_languages_and_range_asked_for() -> None:
    assert cardinals("english", first=11, last=13) == {"eleven": 11, "twelve": 12, "thirteen": 13}
    assert cardinals("german", first=30, last=40) == {"dreißig": 30, "dreissig": 30, "vierzig": 40}
    assert cardinals("french", "spanish", first=17, last=17) == {"dix-sept": 17, "diecisiete": 17}
    assert cardinals("russian", last=100)["сто"] == 100


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("(in millions)", "million"),
        ("Net sales (Dollars in Thousands, except per share)", "thousand"),
        ("(unaudited) in millions", ""),
    ],
)
def test_the_scale_of_a_table_is_declared_in_brackets(text: str, scale: str) -> None:
    assert declared_scale(text) == scale
