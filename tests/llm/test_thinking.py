from __future__ import annotations

import pytest

from chat.llm.thinking import Answering, answer_of


def heard(text: str, unopened: bool = False) -> str:
    """Return what is passed on of a text that arrives character by character."""
    answering = Answering(unopened)
    return "".join(answering.feed(each) for each in text) + answering.end()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("For 12 months.", "For 12 months."),
        ("<think>Is it [1]?</think>For 12 months.", "For 12 months."),
        ("\n<think>\n\n</think>\n\nFor 12 months.", "For 12 months."),
        ("<thinking>a</thinking> <think>b</think> For 12 months.", "For 12 months."),
        ("<think>cut in the mid", ""),
        ("<th", "<th"),
        ("<b>For</b> 12", "<b>For</b> 12"),
        ("For <think>12</think>", "For <think>12</think>"),
        ("  \n", ""),
    ],
)
def test_what_is_thought_before_an_answer_is_left_out(text: str, answer: str) -> None:
    assert heard(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Hm.\n</think>\n\nFor 12 months.", "For 12 months."),
        ("<think>Hm.</think>For 12 months.", "For 12 months."),
        ("For 12 months.", "For 12 months."),
        ("<think>cut in the mid", ""),
    ],
)
def test_a_model_that_is_known_to_begin_in_thoughts_is_waited_for(text: str, answer: str) -> None:
    assert heard(text, unopened=True) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Hm.\n</think>\n\nFor 12 months.", "For 12 months."),
        ("Thoughts end with `</think>` there.", "Thoughts end with `</think>` there."),
    ],
)
def test_thoughts_that_nothing_opens_are_told_by_the_line_that_ends_them(text: str, answer: str) -> None:
    assert answer_of(text) == answer
