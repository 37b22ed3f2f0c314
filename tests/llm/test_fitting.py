from __future__ import annotations

import pytest

from chat.llm.fitting import asked, bonus, features, fits, named
from tests.passages import from_document, from_message


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


def test_a_sentence_with_what_is_asked_for_is_preferred() -> None:
    assert bonus("when", "We moved last Friday.") > bonus("when", "We moved to a flat.")
    assert bonus("how many", "She has three of them.") > bonus("how many", "She has some of them.")


def test_who_is_named_matters_only_where_others_speak_too() -> None:
    nora, ben = from_message("I moved.", author="Nora"), from_message("I stayed.", author="Ben", rank=2)

    assert named(asked("When did Nora move?").terms, [nora, ben]) == [1.0, 0.0]
    assert named(asked("When did Nora move?").terms, [nora]) == [0.5]
    assert named(asked("Who moved?").terms, [nora, ben]) == [0.5, 0.5]
    assert named(asked("When did Nora move?").terms, [nora, from_document("Flats."), ben]) == [1.0, 0.5, 0.0]


def test_a_turn_of_whom_the_question_names_fits_better_than_the_same_of_another() -> None:
    said = [
        from_message("I moved to the coast.", author=author, rank=rank) for rank, author in enumerate(["Ben", "Nora"], start=1)
    ]

    other, own = fits(features(asked("When did Nora move to the coast?").terms, said, [0.5, 0.5]))

    assert own > other
