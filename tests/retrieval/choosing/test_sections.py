"""Tests of choosing the sections on the topic first, then passages in them."""

from __future__ import annotations

from dataclasses import replace

from chat.domain import Passage
from chat.retrieval.choosing.sections import within_best_sections
from tests.passages import from_document, from_message


def passage(section: str, score: float, rank: int) -> Passage:
    return replace(from_document(f"{section} {rank}", section=(section, "detail"), rank=rank), score=score)


def test_a_section_with_several_good_passages_beats_one_stray_hit() -> None:
    stray = passage("Glossary", 0.9, 1)
    topic = [passage("Warranty", score, rank) for rank, score in enumerate((0.7, 0.6, 0.5), start=2)]

    inside, outside = within_best_sections([stray, *topic], sections=1)

    assert inside == topic
    assert outside == [stray]


def test_messages_are_in_no_section_and_stay() -> None:
    said, other = from_message("My pump leaks."), passage("Glossary", 0.1, 2)

    inside, outside = within_best_sections([said, passage("Warranty", 0.8, 1), other], sections=1)

    assert said in inside
    assert outside == [other]
