from __future__ import annotations

import pytest

from chat.llm.quoting.answer_likelihood import capped, features, fits, named, nearly, rarity, share
from chat.llm.quoting.question.asked import asked
from tests.passages import from_document, from_message


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

    other, own = fits(features(asked("When did Nora move to the coast?"), said, [0.5, 0.5]))

    assert own > other


def test_a_related_word_counts_in_part() -> None:
    weights = {"deliv": 2.0, "roof": 2.0}

    assert share(weights, {"deliveri"}) == 0.0
    assert 0.0 < nearly(weights, {"deliveri"}) < nearly(weights, {"deliv"}) == 0.5


def test_what_nothing_holds_counts_no_more_than_what_one_source_holds() -> None:
    sources = [from_document("Flour for the cake."), from_document("Milk.", rank=2)]
    weights = rarity(asked("flour remaining"), sources)

    assert share(weights, {"flour"}) < 0.5
    assert share(capped(weights, len(sources)), {"flour"}) == pytest.approx(0.5)
