"""Tests of widening passages to the text around them for the model."""

from __future__ import annotations

from chat.domain import Chunk, Passage, Scores, Section, Source
from chat.retrieval.choosing.widening import widened
from chat.threads.base import Outline
from tests.passages import from_message

WARRANTY = "# Warranty\n\nPumps are covered for 24 months. Seals are covered for 6 months. Hoses are not covered.\n\n"
CARE = "# Care\n\n" + "Clean the filter every month. " * 40 + "\n\n"
PRICES = "# Prices\n\nA pump costs 75 euros.\n"
TEXT = WARRANTY + CARE + PRICES
OUTLINE = Outline(
    TEXT,
    (
        Section("0", None, "guide", 0, 0, len(TEXT)),
        Section("1", "0", "Warranty", 1, 0, len(WARRANTY)),
        Section("2", "0", "Care", 1, len(WARRANTY), len(WARRANTY + CARE)),
        Section("3", "0", "Prices", 1, len(WARRANTY + CARE), len(TEXT)),
    ),
)


def found(words: str, rank: int = 1, document: str = "guide") -> Passage:
    start = TEXT.index(words)
    chunk = Chunk(f"c{rank}", "t", Source.DOCUMENT, document, rank, words, "guide", start, start + len(words))
    return Passage(rank, 0.8, chunk, Scores(0.7, 3.0, 0.8), document_name="guide")


def test_a_small_document_is_given_whole() -> None:
    [passage] = widened([found("Seals are covered for 6 months.")], {("t", "guide"): OUTLINE}, budget=5_000)

    assert passage.chunk.text == TEXT.strip()


def test_otherwise_the_section_is_given_at_exact_offsets() -> None:
    [passage] = widened([found("Seals are covered for 6 months.")], {("t", "guide"): OUTLINE}, budget=500)

    assert passage.chunk.text == WARRANTY.strip()
    assert TEXT[passage.chunk.start : passage.chunk.end] == passage.chunk.text


def test_otherwise_whole_sentences_around_it_are_given() -> None:
    [passage] = widened([found("Clean the filter every month. " * 10)], {("t", "guide"): OUTLINE}, budget=1_300)

    assert 310 < len(passage.chunk.text) < len(CARE)
    assert passage.chunk.text.endswith("every month.")
    assert passage.chunk.text.startswith(("Clean the filter", "# Care"))


def test_without_room_a_passage_stays_as_it_was_found() -> None:
    one = found("Seals are covered for 6 months.")

    assert widened([one], {("t", "guide"): OUTLINE}, budget=40) == (one,)


def test_what_a_wider_passage_holds_is_not_given_twice_and_ranks_close_up() -> None:
    passages = [
        found("Seals are covered for 6 months.", 1),
        found("Hoses are not covered.", 2),
        found("A pump costs 75 euros.", 3),
        from_message("My pump leaks.", rank=4),
    ]

    wide = widened(passages, {("t", "guide"): OUTLINE}, budget=500)

    assert [passage.chunk.text for passage in wide] == [WARRANTY.strip(), PRICES.strip(), "My pump leaks."]
    assert [passage.rank for passage in wide] == [1, 2, 3]


def test_all_passages_together_stay_within_the_budget() -> None:
    passages = [
        found(f"Clean the filter every month. {'Clean the filter every month. ' * 2}", 1),
        found("Hoses are not covered.", 2),
    ]

    for budget in range(150, 2_000, 50):
        assert sum(len(passage.chunk.text) for passage in widened(passages, {("t", "guide"): OUTLINE}, budget)) <= budget


def test_passages_of_a_document_that_is_gone_stay_as_they_are() -> None:
    one = found("Seals are covered for 6 months.")

    assert widened([one], {}, budget=5_000) == (one,)
