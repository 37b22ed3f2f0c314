from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from chat.domain import Passage, Scores
from chat.llm.base import QuoteRequest
from chat.llm.quoting.extractive import ExtractiveWriter
from tests.fakes import FakeEmbedder
from tests.passages import NOON, from_message


async def test_of_turns_what_is_most_likely_to_answer_comes_first() -> None:
    before = _said("My aunt asked how many people we want, and I said 80.", 1, 1.0)
    later = _said("Uncle Brian is coming with his people, so we are at 73.", 2, 0.5)

    told = await _quoted("How many people are coming?", before, later)

    assert 0 <= told.find("73") < told.find("80")


async def test_a_turn_that_the_search_placed_lower_is_quoted_where_it_is_as_likely_to_answer() -> None:
    before = _said("We take the lamp that was in the photographer's hall.", 1, 1.0)
    later = _said("Ravi takes the pictures now.", 2, 0.1)

    assert "Ravi" in (await _quoted("Who takes the pictures?", before, later)).split("[")[0]


async def test_a_turn_that_holds_less_of_the_question_is_not_quoted_beside_the_likeliest() -> None:
    best = _said("Ravi takes the pictures of the wedding.", 1, 1.0)
    other = _said("The pictures hang in the hall.", 2, 0.1)

    assert "hall" not in await _quoted("Who takes the pictures of the wedding?", best, other)


async def test_the_words_of_people_stand_before_those_of_the_assistant_where_both_are_as_likely() -> None:
    told = _said("We look at two species, a moss and a fern.", 2, 0.9)
    advised = replace(_said("Report how we look at two species.", 1, 1.0), role="assistant", author=None)

    answer = await _quoted("Which species do we look at?", told, advised)

    assert answer.find("moss") < answer.find("Report")


async def test_between_people_a_price_is_answered_by_a_sum_of_what_is_asked_for() -> None:
    fitted = _said("The dress is chosen, it needs to be shortened by 4 cm.", 1, 1.0)
    repaired = _said("The repair costs 380 euros.", 2, 0.9)

    assert await _quoted("How much does the dress cost?", fitted) == ""
    assert await _quoted("Was kostet ein Dinkelbrot?", _said("Die Reparatur kostet 380 Euro.", 1, 1.0)) == ""
    assert "380" in await _quoted("How much does the repair cost?", fitted, repaired)


async def test_what_counts_other_things_does_not_answer_how_many() -> None:
    ordered = _said("The school ordered 250 pretzels.", 1, 1.0)

    assert await _quoted("How many cakes did the school order?", ordered) == ""
    assert "250" in await _quoted("How many pretzels did the school order?", ordered)


def _said(text: str, rank: int, fused: float) -> Passage:
    turn = from_message(text, author="Tom", rank=rank)
    scores = Scores(dense=fused, keyword=fused, fused=fused, recency=1.0)
    return replace(turn, score=fused, scores=scores, created_at=NOON + timedelta(days=rank))


async def _quoted(question: str, *sources: Passage) -> str:
    request = QuoteRequest(question, sources)
    return "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])
