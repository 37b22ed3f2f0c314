from __future__ import annotations

import pytest

from chat.llm.quoting.question.of_sources import without_source


@pytest.mark.parametrize(
    "question",
    [
        "What does the manual say about the oiling?",
        "What do our rules state regarding the oiling?",
        "Does the handbook mention the oiling?",
        "Does this text say anything about the oiling?",
        "What is written in the manual about the oiling?",
        "Is there anything in the docs about the oiling?",
    ],
)
def test_a_source_that_is_called_by_its_kind_says_where_to_look_and_not_what_for(question: str) -> None:
    assert without_source(question) == "What about the oiling?"


@pytest.mark.parametrize(
    "question",
    [
        "What does my sister say about the oiling?",
        "When does the manual expire?",
        "Does the contract say when it ends?",
        "Does the manual mention why it stops?",
        "Who wrote the manual?",
    ],
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert without_source(question) == question
