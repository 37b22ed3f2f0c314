from __future__ import annotations

import pytest

from chat.llm.quoting.question.deciding import decide

COVERED = "Does the warranty cover water damage?"


@pytest.mark.parametrize(
    ("question", "sentence", "said"),
    [
        (COVERED, "The warranty covers water damage.", "Yes"),
        (COVERED, "The warranty does not cover water damage.", "No"),
        ("Did Nora paint the old harbour?", "Nora painted the old harbour.", "Yes"),
        ("Is alcohol reimbursed?", "Alcohol is not reimbursed.", "No"),
    ],
)
def test_what_is_said_in_the_words_of_the_question_decides_it(question: str, sentence: str, said: str) -> None:
    assert decide(question, sentence) == said


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (COVERED, "The warranty covers water damage if it is reported at once."),
        (COVERED, "The warranty may cover water damage."),
        (COVERED, "The warranty covers damage by fire, and water is cheap."),
        (COVERED, "The warranty, which does not end in May, covers water damage."),
        (COVERED, "The warranty covers water damage but not in winter."),
        ("Does the warranty always cover water damage?", "The warranty covers water damage."),
        ("Does the warranty cover all water damage?", "The warranty covers water damage."),
        ("Will Nora paint the old harbour?", "Nora painted the old harbour."),
        ("Does Ben like Nora's dog?", "Nora's dog likes Ben."),
        ("Is the pack covered for 24 months?", "The pack is covered for 12 months."),
        ("Is it open?", "It is open."),
        ("Is smoking allowed?", "Smoking is not allowed in the building."),
    ],
)
def test_what_needs_reading_decides_nothing(question: str, sentence: str) -> None:
    assert decide(question, sentence) is None
