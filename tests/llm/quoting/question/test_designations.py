"""Tests of designations made of letters and a number."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.designations import asked_designations, codes, has_codes, has_other_designations

_HANDBOOK = ("Service handbook", "Model K116", "Battery")


@pytest.mark.parametrize(
    ("question", "text", "headings", "of_another"),
    [
        ("How heavy is the battery of model K117?", "Its battery weighs 17 kilograms.", _HANDBOOK, True),
        ("How heavy is the battery of model K116?", "Its battery weighs 17 kilograms.", _HANDBOOK, False),
        ("How heavy is the battery of model k-116?", "Its battery weighs 17 kilograms.", _HANDBOOK, False),
        ("How heavy is the battery of model K117?", "Like that of the K117, its battery weighs 17 kilograms.", _HANDBOOK, False),
        ("How heavy is the battery of model K117?", "All batteries weigh 17 kilograms.", ("Service handbook",), False),
        ("How heavy is the battery?", "Its battery weighs 17 kilograms.", _HANDBOOK, False),
        ("What does E5 mean?", "E10: Dust container missing", (), True),
        ("What does E5 mean?", "E5: Dust container missing", (), False),
        ("What was the revenue in Q3?", "In Q2 it was 4 million.", (), True),
        ("What was the revenue in Q3?", "In H1 it was 4 million.", (), False),
        ("Which model replaces the K117?", "The K118 came out in 2018.", (), False),
        ("What is new since v2?", "v3 has a dark theme.", (), False),
        ("Is check-in possible at 3pm?", "Check-in begins at 2pm.", (), False),
    ],
)
def test_what_is_of_another_one_is_no_answer(question: str, text: str, headings: tuple[str, ...], of_another: bool) -> None:
    assert has_other_designations(asked_designations(question), text, headings) is of_another


def test_the_number_of_an_error_or_a_status_must_be_told() -> None:
    assert codes("What does error 503 mean?") == {"503"}
    assert codes("What does exit code 74 mean?") == {"74"}
    assert codes("Which status 3.5 ?") == codes("How many errors are there in 2024?") == frozenset()
    assert has_codes({"503"}, "`503`: Not ready.")
    assert has_codes({"204"}, "Answer with any 2xx status.")
    assert not has_codes({"503"}, "`409`: Exists.")
    assert not has_codes({"74"}, "174 files")
