from __future__ import annotations

import pytest

from chat.text import without_light_verbs


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Wo findet die Versammlung statt?", "Wo die Versammlung?"),
        ("Wann wird die Feier stattfinden?", "Wann wird die Feier ?"),
        ("Où a lieu la fête ?", "Où la fête ?"),
        ("Quand la réunion aura-t-elle lieu ?", "Quand la réunion ?"),
        ("¿Dónde tiene lugar la boda?", "¿Dónde la boda?"),
        ("Waar vindt de vergadering plaats?", "Waar de vergadering?"),
        ("Dove ha luogo la cerimonia?", "Dove la cerimonia?"),
    ],
)
def test_that_something_happens_is_not_looked_for(question: str, left: str) -> None:
    assert without_light_verbs(question) == left


@pytest.mark.parametrize(
    "question",
    ["Wo findet man die Schlüssel statt der Karten?", "Was kostet ein Platz?", "When does it take place?", "Stattfinden?"],
)
def test_other_questions_stand_as_they_are(question: str) -> None:
    assert without_light_verbs(question) == question
