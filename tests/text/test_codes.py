from __future__ import annotations

import pytest

from chat.text.codes import code_alone, has_code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("48213", "48213"),
        ("#48213?", "48213"),
        ("INC-4417", "INC-4417"),
        ("2024-117", "2024-117"),
        ("2024", None),
        ("2019-2024", None),
        ("2026-10-19", None),
        ("19/10/2026", None),
        ("42", None),
        ("order 48213", "48213"),
        ("Ticket no. INC-4417", "INC-4417"),
        ("May 2024", None),
        ("Where is order 48213?", None),
        ("hello", None),
        ("", None),
    ],
)
def test_a_code_alone_is_told_from_dates_and_other_text(text: str, code: str | None) -> None:
    assert code_alone(text) == code


@pytest.mark.parametrize(
    ("text", "has"),
    [("Order 48213.", True), ("48213: lamps", True), ("Order 482130", False), ("Order 48231", False), ("price 48213.50", False)],
)
def test_only_the_very_same_code_counts(text: str, has: bool) -> None:
    assert has_code(text, "48213") == has
