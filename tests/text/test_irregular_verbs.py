from __future__ import annotations

import pytest

from chat.text.irregular_verbs import with_base_forms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I ran home.", "I run home."),
        ("Ate and drank, has eaten and drunk", "eat and drink, has eat and drink"),
        ("She wrote what was never written.", "She write what was never write."),
        ("Booked in Rantum", "Booked in Rantum"),
        ("", ""),
    ],
)
def test_irregular_forms_become_the_infinitive_and_no_others(text: str, expected: str) -> None:
    assert with_base_forms(text) == expected
