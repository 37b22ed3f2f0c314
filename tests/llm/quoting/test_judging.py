from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from chat.domain import Passage, Scores
from chat.llm.base import Prompt
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


def _said(text: str, rank: int, fused: float) -> Passage:
    turn = from_message(text, author="Tom", rank=rank)
    scores = Scores(dense=fused, keyword=fused, fused=fused, recency=1.0)
    return replace(turn, score=fused, scores=scores, created_at=NOON + timedelta(days=rank))


async def _quoted(question: str, *sources: Passage) -> str:
    prompt = Prompt((), question, sources, 100)
    return "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(prompt) if isinstance(piece, str)])
