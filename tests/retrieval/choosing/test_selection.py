from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Candidate, Limits, Passage, Scores
from chat.retrieval.choosing.selection import select
from chat.settings import RetrievalSettings
from tests.passages import from_document

SETTINGS = RetrievalSettings(per_source=2, diversity_margin=0.05)
LIMITS = Limits(
    threshold=0.5,
    strengths={},
    least_score=0.1,
    top_k=3,
    budget_characters=1_000,
    looked_at=100,
    diversity=True,
    sections=None,
    lexical=None,
)


def found(score: float, document: str = "a", text: str = "") -> Passage:
    """Return a passage whose text is unique unless it is given."""
    name = f"{document}{score}"
    passage = from_document(text or f"What {name} says.")
    chunk = replace(passage.chunk, id=name, parent=document)
    return replace(passage, rank=0, score=score, chunk=chunk, scores=Scores(None, None, score))


def chosen(passages: Sequence[Passage], limits: Limits = LIMITS) -> dict[str, Candidate]:
    """Return candidates by chunk, in order."""
    return {candidate.passage.chunk.id: candidate for candidate in select(passages, limits, SETTINGS)}


def cuts(candidates: dict[str, Candidate]) -> dict[str, str | None]:
    return {id: candidate.cut for id, candidate in candidates.items()}


def test_the_kept_stand_first_in_their_final_order_and_the_others_by_their_place() -> None:
    candidates = chosen([found(0.9), found(0.8), found(0.7), found(0.69, "b"), found(0.05, "b")])

    assert cuts(candidates) == {"a0.9": None, "a0.8": None, "b0.69": None, "a0.7": "diversity", "b0.05": "threshold"}
    assert [candidate.place for candidate in candidates.values()] == [1, 2, 4, 3, 5]
    assert [candidate.passage.rank for candidate in candidates.values()] == [1, 2, 3, 0, 0]


def test_what_diversity_took_off_is_told_of_kept_and_cut_alike() -> None:
    candidates = chosen([found(0.9), found(0.8), found(0.7), found(0.6)])

    assert [candidate.lowered for candidate in candidates.values()] == [0, 0, 0.05, 0.05]
    assert cuts(candidates)["a0.7"] is None


def test_without_diversity_nothing_is_taken_off_and_nothing_is_cut_by_it() -> None:
    weak = [found(0.6, "b"), found(0.5, "b")]

    candidates = chosen([found(0.9), found(0.8), found(0.7), *weak], replace(LIMITS, diversity=False, lexical="b0.5"))

    assert {candidate.lowered for candidate in candidates.values()} == {0}
    assert cuts(candidates) == {"a0.9": None, "a0.8": None, "b0.5": None, "a0.7": "top_k", "b0.6": "top_k"}


def test_the_room_is_what_was_left_when_a_passage_had_its_turn() -> None:
    passages = [found(0.9, text="x" * 60), found(0.8, text="y" * 50), found(0.7, text="z" * 30), found(0.6, text="none")]

    candidates = chosen(passages, replace(LIMITS, budget_characters=100))

    assert {id: candidate.room for id, candidate in candidates.items()} == {"a0.9": 100, "a0.7": 40, "a0.8": 40, "a0.6": None}
    assert cuts(candidates) == {"a0.9": None, "a0.7": None, "a0.8": "budget", "a0.6": "top_k"}


def test_what_is_kept_for_its_words_alone_says_so() -> None:
    passages = [found(0.9), found(0.8, "b"), found(0.7, "c"), found(0.02, "d")]

    named = chosen(passages, replace(LIMITS, least_score=0.0, lexical="d0.02"))
    unneeded = chosen(passages, replace(LIMITS, lexical="b0.8"))

    assert [id for id, candidate in named.items() if candidate.by_words] == ["d0.02"]
    assert cuts(named) == {"a0.9": None, "b0.8": None, "d0.02": None, "c0.7": "top_k"}
    assert not any(candidate.by_words for candidate in unneeded.values())


def test_nothing_below_the_score_that_was_asked_for_is_kept_for_its_words() -> None:
    passages = [found(0.9), found(0.8, "b"), found(0.02, "d")]

    assert cuts(chosen(passages, replace(LIMITS, lexical="d0.02"))) == {"a0.9": None, "b0.8": None, "d0.02": "threshold"}


def test_a_repeat_is_cut_before_anything_else() -> None:
    candidates = chosen([found(0.9, "a", "The same."), found(0.05, "b", "The  same.")])

    assert cuts(candidates) == {"a0.9": None, "b0.05": "duplicate"}


def test_candidates_that_do_not_compete_are_listed_and_change_nothing() -> None:
    passages = [found(0.9), found(0.8), found(0.7), found(0.69, "b"), found(0.05, "c")]

    candidates = chosen(passages, replace(LIMITS, looked_at=3))

    assert cuts(candidates) == {"a0.9": None, "a0.8": None, "a0.7": None, "b0.69": "top_k", "c0.05": "threshold"}


def test_of_a_small_collection_passages_are_cut_only_when_it_is_about_something_else_beyond_doubt() -> None:
    limits = replace(LIMITS, strengths={"a0.9": 0.01, "b0.8": 0.01}, lower_thresholds={"a0.9": 0.003})

    candidates = chosen([found(0.9), found(0.8, "b")], limits)

    assert cuts(candidates) == {"a0.9": None, "b0.8": "threshold"}
    assert [candidate.least_strength for candidate in candidates.values()] == [0.003, 0.5]
    assert cuts(chosen([found(0.9)], replace(limits, lower_thresholds={"a0.9": 0.02}))) == {"a0.9": "threshold"}


def test_passages_of_a_collection_that_holds_nothing_about_the_question_are_cut() -> None:
    candidates = chosen([found(0.9), found(0.8, "b")], replace(LIMITS, strengths={"a0.9": 0.4, "b0.8": 0.6}))

    assert cuts(candidates) == {"b0.8": None, "a0.9": "threshold"}
    assert [candidate.strength for candidate in candidates.values()] == [0.6, 0.4]
