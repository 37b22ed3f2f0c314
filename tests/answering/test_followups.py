from __future__ import annotations

from chat.answering.followups import follow_ups
from chat.domain import Citation
from tests.passages import from_document, from_message


def test_sections_that_were_found_but_not_cited_are_suggested() -> None:
    cited = from_document("a", section=("Manual", "Warranty"), rank=1)
    other = from_document("b", section=("Manual", "Returns"), rank=2)

    assert follow_ups([cited, other, from_message("c", rank=3)], [Citation(1, cited, "a")]) == ("What does “Returns” say?",)


def test_an_answer_without_citations_suggests_nothing() -> None:
    assert follow_ups([from_document("b", section=("Returns",))], []) == ()
