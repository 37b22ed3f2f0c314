from __future__ import annotations

from dataclasses import replace

from chat.domain import Passage
from chat.retrieval.question.codes import exact_first
from tests.passages import from_document, from_message


def test_what_has_exactly_the_code_asked_for_comes_first() -> None:
    found = _scored(from_message("Order 48231 is delayed."), from_document("Number 482130."), from_message("48213 arrived."))

    assert [each.chunk.text for each in exact_first("48213", found)] == [
        "48213 arrived.",
        "Order 48231 is delayed.",
        "Number 482130.",
    ]


def test_other_questions_and_codes_that_nothing_has_change_nothing() -> None:
    found = _scored(from_message("Order 48231 is delayed."), from_message("48213 arrived."))

    assert exact_first("Where is order 48213?", found) == found
    assert exact_first("99999", found) == found


def _scored(*passages: Passage) -> list[Passage]:
    return [each.with_scores(replace(each.scores, fused=1 - at / 10)) for at, each in enumerate(passages)]
