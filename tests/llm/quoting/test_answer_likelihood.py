from __future__ import annotations

import pytest

from chat.llm.quoting.answer_likelihood import cap_weights, features, fits, related_share, said_by_named, share, term_weights
from chat.llm.quoting.question.analysis import analyse
from tests.passages import from_document, from_message


def test_who_is_named_matters_only_where_others_speak_too() -> None:
    nora, ben = from_message("I moved.", author="Nora"), from_message("I stayed.", author="Ben", rank=2)

    assert said_by_named(analyse("When did Nora move?").terms, [nora, ben]) == [1.0, 0.0]
    assert said_by_named(analyse("When did Nora move?").terms, [nora]) == [0.5]
    assert said_by_named(analyse("Who moved?").terms, [nora, ben]) == [0.5, 0.5]
    assert said_by_named(analyse("When did Nora move?").terms, [nora, from_document("Flats."), ben]) == [1.0, 0.5, 0.0]


def test_a_turn_of_whom_the_question_names_fits_better_than_the_same_of_another() -> None:
    said = [
        from_message("I moved to the coast.", author=author, rank=rank) for rank, author in enumerate(["Ben", "Nora"], start=1)
    ]

    other, own = fits(features(analyse("When did Nora move to the coast?"), said, [0.5, 0.5]))

    assert own > other


def test_a_related_word_counts_in_part() -> None:
    weights = {"deliv": 2.0, "roof": 2.0}

    assert share(weights, {"deliveri"}) == 0.0
    assert 0.0 < related_share(weights, {"deliveri"}) < related_share(weights, {"deliv"}) == 0.5


def test_what_nothing_holds_counts_no_more_than_what_one_source_holds() -> None:
    sources = [from_document("Flour for the cake."), from_document("Milk.", rank=2)]
    weights = term_weights(analyse("flour remaining"), sources)

    assert share(weights, {"flour"}) < 0.5
    assert share(cap_weights(weights, len(sources)), {"flour"}) == pytest.approx(0.5)
