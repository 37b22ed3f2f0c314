from __future__ import annotations

import pytest

from chat.llm.quoting.question.nested import name_in, nested_question


@pytest.mark.parametrize(
    ("question", "inner", "outer"),
    [
        (
            "Who replaced the person who led the migration at kickoff?",
            "Who led the migration at kickoff?",
            "Who replaced Priya?",
        ),
        ("Where does the colleague who fixed the printer live?", "Who fixed the printer?", "Where does Priya live?"),
        (
            "Wer hat die Person ersetzt, die die Migration geleitet hat?",
            "Wer die Migration geleitet hat?",
            "Wer hat Priya ersetzt?",
        ),
        ("Qui a remplacé la personne qui dirigeait la migration ?", "Qui dirigeait la migration ?", "Qui a remplacé Priya?"),
    ],
)
def test_a_question_about_somebody_named_by_another_question_is_two(question: str, inner: str, outer: str) -> None:
    both = nested_question(question)

    assert both is not None
    assert (both.inner, both.of("Priya")) == (inner, outer)


@pytest.mark.parametrize("question", ["Who led the migration?", "Who is the person?", "What about the lamp that broke?", ""])
def test_any_other_question_is_one(question: str) -> None:
    assert nested_question(question) is None


def test_the_name_is_one_that_other_texts_have_as_well() -> None:
    text, question = "At Harbour House Priya led it on Monday.", "Who replaced the person who led it at Harbour House?"

    assert name_in(text, question, ["Priya moved to another team."]) == "Priya"
    assert name_in(text, question, ["Nothing about her."]) is None
