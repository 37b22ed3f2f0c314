from __future__ import annotations

from dataclasses import replace

import pytest

from chat.domain import Passage
from chat.retrieval.askings import lowered
from tests.passages import from_document, from_message


def _first(question: str, best: Passage) -> str:
    told = replace(from_message("My budget is 500 euros.", rank=2), score=0.6)
    return lowered(question, [best, told], 0.5)[0].chunk.text


@pytest.mark.parametrize("asked", ["What was my budget at first?", "How high is my budget?", "My budget?"])
def test_a_question_that_was_asked_before_comes_behind_what_was_told(asked: str) -> None:
    assert _first("What was my budget originally, and how high?", from_message(asked)) == "My budget is 500 euros."


@pytest.mark.parametrize(
    "said",
    [
        from_message("I must keep to a budget of 500 euros in Lisbon, can you plan that?"),
        from_document("What was my budget at first?"),
        from_message("My budget was higher at first."),
    ],
)
def test_what_tells_more_or_is_no_question_of_the_thread_stays(said: Passage) -> None:
    assert _first("What was my budget originally?", said) == said.chunk.text


@pytest.mark.parametrize("question", ["What did I ask about my budget?", "Was habe ich zum Budget gefragt, budget?"])
def test_a_question_for_questions_finds_them(question: str) -> None:
    assert _first(question, from_message("What is my budget?")) == "What is my budget?"
