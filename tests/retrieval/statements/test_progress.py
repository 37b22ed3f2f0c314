from __future__ import annotations

import pytest

from chat.retrieval.statements.progress import progress


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("My goal is to save $2,000.", "goal"),
        ("I've reached 60% of my goal.", "reached"),
        ("Mein Ziel sind 2000 Euro.", "goal"),
        ("2000 Euro sind erreicht.", "reached"),
        ("I have $2,000.", None),
    ],
)
def test_a_goal_is_told_from_what_has_been_reached(sentence: str, expected: str | None) -> None:
    assert progress(sentence) == expected
