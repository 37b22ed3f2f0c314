from __future__ import annotations

import pytest

from chat.dialogue.pronouns import named, points_back


@pytest.mark.parametrize(
    ("question", "before", "self_contained"),
    [
        ("when do I get it back?", "What is the deposit", "when do I get the deposit back?"),
        ("when was she elected?", "Who is the treasurer", "when was the treasurer elected?"),
        ("who approved them?", "Where are the minutes?", "who approved the minutes?"),
        ("what is its capacity?", "Where is the boiler?", "what is the boiler's capacity?"),
        ("what does it cost?", "Is there parking for visitors", "what does parking for visitors cost?"),
        ("how much is it?", "Is there a sauna?", "how much is the sauna?"),
        ("is it possible to cancel?", "What is the deposit", "is it possible to cancel?"),
        ("how does that program work?", "What is the deposit", "how does that program work?"),
        ("where is the key?", "What is the deposit", "where is the key?"),
    ],
)
def test_a_pronoun_gives_way_to_what_the_question_before_is_about(question: str, before: str, self_contained: str) -> None:
    assert named(question, before) == self_contained


def test_a_pronoun_behind_what_it_stands_for_points_nowhere_else() -> None:
    assert points_back("When do I get it back?")
    assert not points_back("When does the landlord return the deposit after receiving it?")
