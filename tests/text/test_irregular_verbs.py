from __future__ import annotations

import pytest

from chat.text.irregular_verbs import verb_terms, with_base_forms


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


def test_forms_of_a_verb_have_the_same_terms_in_english_alone() -> None:
    assert verb_terms("I ran a marathon", "english") == verb_terms("run marathon", "english")
    assert verb_terms("Er sang", "german") != verb_terms("Er sing", "german")
