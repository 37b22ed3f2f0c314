from __future__ import annotations

import pytest

from chat.llm.asked import asked, expected


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Nora move?", "when"),
        ("How many children does she have?", "how many"),
        ("Who painted it?", "who"),
        ("Which cities did they visit?", "list"),
        ("What activities does Ben like?", "list"),
        ("How do I reset it?", "how to"),
        ("What is the difference between A and B?", "compare"),
        ("Is it raining?", "yes or no"),
        ("Why is it raining?", "why"),
    ],
)
def test_a_question_is_of_a_kind(question: str, kind: str) -> None:
    assert asked(question).kind == kind


@pytest.mark.parametrize(
    ("question", "halves"),
    [
        ("What did he buy and where did he put it?", ("What did he buy", "where did he put it?")),
        ("Who came? How long did they stay?", ("Who came? How long did they stay?",)),
        ("What do salt and pepper cost?", ("What do salt and pepper cost?",)),
    ],
    ids=["two", "too short a half", "one"],
)
def test_a_question_for_two_things_is_two_questions(question: str, halves: tuple[str, ...]) -> None:
    assert asked(question).parts == halves


@pytest.mark.parametrize(
    ("question", "kind", "sentence", "has"),
    [
        ("When did they move?", "when", "We moved last Friday.", True),
        ("When does it start?", "when", "It starts in week 9.", True),
        ("When does it start?", "when", "It starts at 22:00.", True),
        ("When did they move?", "when", "We moved to a flat.", False),
        ("When did they move in May?", "when", "In May it rained.", False),
        ("How many has she?", "how many", "She has nineteen of them.", True),
        ("How many has she?", "how many", "She has some of them.", False),
        ("How long does it take?", "how long", "It takes half an hour.", True),
        ("How long does it take?", "how long", "It needs the filter DX-2.", False),
        ("How often must it be cleaned?", "how often", "Clean it after about 250 cups.", True),
        ("How often must it be cleaned?", "how often", "Clean it with a brush.", False),
        ("Who is on call?", "who", "Marek will be on call.", True),
        ("Who is on call?", "who", "the phone rings at night.", False),
    ],
)
def test_a_sentence_has_what_is_asked_for_beside_the_words_of_the_question(
    question: str, kind: str, sentence: str, has: bool
) -> None:
    assert asked(question).kind == kind
    assert expected(kind, sentence, asked(question).terms) is has
