from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from chat.domain import Elsewhere, Filters, Found, Question, Source
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed, IndexFailed, StorageFailed
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits
from chat.retrieval.retrieve import Retriever
from chat.retrieval.statements import superseded
from chat.settings import RetrievalSettings
from chat.threads.base import Described
from tests.fakes import FakeEmbedder, FakeKeywordIndex, FakeVectorIndex
from tests.retrieval.world import World

_NOW = datetime(2026, 5, 1, tzinfo=UTC)


async def _find(world: World, text: str, settings: RetrievalSettings | None = None, **options: object) -> Found:
    retriever = Retriever(world.embedder, world.vectors, world.keywords, world.rows, settings or RetrievalSettings())
    return await retriever.retrieve(Question("t", text, _NOW, **options))  # type: ignore[arg-type]  # as each test needs


def _parents(found: Found) -> list[str]:
    return [passage.chunk.parent for passage in found.passages]


async def _household() -> World:
    world = World()
    await world.read(
        "manual",
        "The dishwasher has a warranty of five years on its pump.",
        "Clean the filter of the dishwasher once a month with water.",
        "The oven reaches 250 degrees in twelve minutes.",
    )
    await world.say("m1", "Our budget for the kitchen is 9,000 euros.")
    await world.say("m2", "Noted: 9,000 euros for the kitchen.", role="assistant")
    await world.say("m3", "My sister Ines will help us paint the walls.")
    return world


async def test_documents_and_messages_are_searched_together() -> None:
    world = await _household()

    about_file = await _find(world, "How long is the warranty of the pump?")
    about_talk = await _find(world, "What is the budget for the kitchen?")

    assert _parents(about_file)[0] == "manual"
    assert about_file.passages[0].document_name == "manual.md"
    assert _parents(about_talk)[0] == "m1"
    assert about_talk.passages[0].role == "user"


async def test_nothing_relevant_gives_no_passages_and_no_confidence() -> None:
    found = await _find(await _household(), "Who won the chess tournament in Reykjavik?")

    assert found.passages == ()
    assert found.confidence == 0


async def test_an_empty_thread_gives_no_passages() -> None:
    assert (await _find(World(), "Anything?")).passages == ()


async def test_a_question_without_any_term_is_answered_by_similarity_alone() -> None:
    assert (await _find(await _household(), "???")).passages == ()


async def test_ranks_count_from_one_and_each_part_of_a_score_is_told() -> None:
    found = await _find(await _household(), "warranty of the pump")

    assert [passage.rank for passage in found.passages] == list(range(1, len(found.passages) + 1))
    best = found.passages[0].scores
    assert best.dense is not None
    assert best.dense > 0.4
    assert best.keyword is not None
    assert 0 < best.fused <= 1
    assert best.recency == 1


async def test_each_step_is_timed() -> None:
    found = await _find(await _household(), "warranty of the pump")

    assert list(found.timing_ms) == ["rewrite", "embed", "search", "rank", "total"]
    assert found.timing_ms["total"] >= found.timing_ms["search"]


async def test_an_earlier_turn_says_what_a_follow_up_is_about() -> None:
    world = await _household()

    alone = await _find(world, "And how often?")
    after = await _find(world, "And how often?", history=("Clean the dishwasher filter monthly?",), threshold=0.01)

    assert alone.passages == ()
    assert after.passages[0].chunk.text.startswith("Clean the filter")
    assert "Clean the dishwasher filter" in after.rewritten


async def test_a_question_that_stands_by_itself_is_searched_as_if_nothing_had_been_asked_before() -> None:
    world = await _household()

    alone = await _find(world, "How long is the warranty of the dishwasher?")
    after = await _find(world, "How long is the warranty of the dishwasher?", history=("Who pays Anna's train ticket?",))

    assert alone.passages
    assert (after.passages, after.rewritten) == (alone.passages, alone.rewritten)


@pytest.mark.parametrize("source", list(Source))
async def test_only_the_wanted_sources_are_searched(source: Source) -> None:
    found = await _find(await _household(), "kitchen budget, dishwasher warranty", sources=frozenset({source}))

    assert {passage.chunk.source for passage in found.passages} == {source}


async def test_filters_narrow_the_search_before_anything_is_cut() -> None:
    found = await _find(await _household(), "9,000 euros for the kitchen", filters=Filters(role="assistant"), top_k=1)

    assert _parents(found) == ["m2"]


async def test_messages_that_are_in_view_already_are_not_found_again() -> None:
    found = await _find(await _household(), "What is the budget for the kitchen?", without=frozenset({"m1"}))

    assert "m1" not in _parents(found)
    assert "m2" in _parents(found)


async def test_messages_that_count_as_not_said_leave_no_trace_in_the_scores_of_others() -> None:
    before, after = await _household(), await _household()
    for at in range(5):
        await after.say(f"later{at}", "What is the budget for the kitchen? The kitchen budget, the budget!")

    as_it_was = await _find(before, "What is the kitchen for?", mode="dense")
    without = frozenset(f"later{at}" for at in range(5))
    now = await _find(after, "What is the kitchen for?", mode="dense", without=without)

    assert as_it_was.passages == now.passages
    assert as_it_was.passages


@pytest.mark.parametrize("mode", ["hybrid", "dense", "keyword"])
@pytest.mark.parametrize("fusion", ["score", "rrf"])
async def test_every_mode_and_fusion_finds_the_plain_answer(mode: str, fusion: str) -> None:
    settings = RetrievalSettings(fusion="score" if fusion == "score" else "rrf")

    found = await _find(await _household(), "warranty of the dishwasher pump", settings, mode=mode)

    assert "warranty" in found.passages[0].chunk.text


async def test_the_vector_search_need_not_reach_every_chunk() -> None:
    world = World(reach=2)
    for at in range(20):
        await world.read(f"d{at}", f"Page about subject{at} with many words on subject{at}.")

    found = await _find(world, "Where is subject13 treated?")

    assert _parents(found)[0] == "d13"


async def test_a_fact_told_in_the_turn_after_its_subject_was_named_is_found() -> None:
    world = World()
    for at in range(12):
        await world.say(f"x{at}", f"We talked about matter{at} and weather{at} at length.", author="Ana")
    await world.say("named", "Tell me about your trip to Lisbon!", author="Ana")
    await world.say("told", "It was great, three weeks of sun.", author="Ben")

    found = await _find(world, "How long was the trip to Lisbon?")

    assert _parents(found)[:2] == ["named", "told"]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What happened with the kitchen in the last seven days?", ["shop"]),
        ("What did we decide about the kitchen in the last seven days?", ["shop"]),
        ("What did I say about the insurance in the last seven days?", ["money"]),
        ("Anything new about the flat in the last seven days?", ["shop", "money"]),  # what the conversation began with
        ("What happened with the boat in the last seven days?", None),  # searched for as usual
    ],
)
async def test_what_happened_with_something_at_a_time_is_what_was_said_of_it_then(question: str, found: list[str] | None) -> None:
    world = World()
    await world.say("keys", "We got the keys of the flat.", at=_NOW - timedelta(days=60))
    await world.say("plan", "The kitchen comes in May, and the boat is sold.", at=_NOW - timedelta(days=30))
    await world.say("shop", "The shop called: no kitchen before June.", at=_NOW - timedelta(days=3))
    await world.say("money", "The insurance paid 6,090.", at=_NOW - timedelta(days=2))

    answer = await _find(world, question)

    assert answer.recounted is (found is not None)
    assert found is None or _parents(answer) == found


async def _about_the_garden() -> World:
    world = World()
    for n in range(3):
        await world.say(f"cheer {n}", "Wow, the garden, great!", author="Ben")
        await world.say(f"chat {n}", "The weather was great again.", author="Ann")
    await world.say("tells", "In the garden I planted quinces, medlars and a fig by the wall.", author="Ann")
    return world


async def test_a_short_turn_that_tells_something_comes_before_those_that_cheer() -> None:
    world = await _about_the_garden()

    assert _parents(await _find(world, "What of the garden?"))[0] == "tells"
    assert _parents(await _find(world, "What of the garden?", RetrievalSettings(specificity_weight=0)))[0] != "tells"


async def test_by_meaning_alone_how_much_a_turn_tells_counts_nothing() -> None:
    world = await _about_the_garden()
    without = RetrievalSettings(specificity_weight=0)

    found = await _find(world, "What of the garden?", mode="dense")

    assert found.passages == (await _find(world, "What of the garden?", without, mode="dense")).passages


async def test_what_is_left_to_do_is_told_by_a_list_of_it_and_why_names_the_others() -> None:
    world = World()
    await world.say("suit", "To do it well I bought the suit and the rings.", at=_NOW - timedelta(days=2))
    await world.say("list", "Still open: the seating plan and the music.", at=_NOW - timedelta(days=3))

    found = await _find(world, "What is left to do?", explain=True)

    assert (_parents(found), found.recounted, found.confidence) == (["list"], True, 1.0)
    told = [(candidate.passage.chunk.parent, candidate.passage.rank, candidate.cut) for candidate in found.candidates]
    assert told == [("list", 1, None), ("suit", 0, "exact")]


async def test_what_was_said_twice_word_for_word_is_given_once() -> None:
    world = World()
    await world.say("m1", "The code of the garage is 4711.", at=_NOW - timedelta(days=2))
    await world.say("m2", "The code of the  garage is 4711.", at=_NOW - timedelta(days=1))

    found = await _find(world, "What is the code of the garage?", explain=True)

    assert len(found.passages) == 1
    assert [candidate.cut for candidate in found.candidates] == [None, "duplicate"]


async def test_the_present_is_answered_by_the_later_message_and_the_beginning_by_the_first() -> None:
    world = World()
    await world.say("old", "I live near the harbour of Oslo.", at=_NOW - timedelta(days=700))
    await world.say("new", "I live near the harbour of Bergen.", at=_NOW - timedelta(days=1))

    assert _parents(await _find(world, "Where near the harbour do I live now?"))[0] == "new"
    assert _parents(await _find(world, "Where near the harbour did I live originally?"))[0] == "old"
    assert {
        passage.scores.recency
        for passage in (await _find(world, "Where near the harbour do I live now?", recency=False)).passages
    } == {1}


async def test_a_date_in_the_question_prefers_what_was_said_then() -> None:
    world = World()
    await world.say("march", "We painted the old boat in the harbour.", at=datetime(2026, 3, 3, tzinfo=UTC))
    await world.say("april", "We painted the old boat in the harbour again.", at=datetime(2026, 4, 7, tzinfo=UTC))

    in_march = await _find(world, "What did we paint in the harbour in early March?")
    last_month = await _find(world, "What did we paint in the harbour last month?")

    assert _parents(in_march)[0] == "march"
    assert _parents(last_month)[0] == "april"
    assert len(in_march.passages) == len(last_month.passages) == 2


async def test_a_question_for_a_time_prefers_the_message_that_tells_one() -> None:
    world = World()
    await world.say("wish", "Camping at the lake, quiet as ever, with the tent of Ines.")
    await world.say("told", "Camping at the lake, we went there last weekend with Ines.")

    when = await _find(world, "When was the camping at the lake?")

    assert _parents(when)[0] == "told"


async def test_a_statement_that_a_later_message_supersedes_says_so_and_both_are_given() -> None:
    world = World()
    await world.say("old", "Our budget for the kitchen is 9,000 euros.", at=_NOW - timedelta(days=9))
    await world.say("paint", "My sister Ines will help us paint the kitchen walls.", at=_NOW - timedelta(days=8))
    await world.say("new", "We raised the budget for the kitchen to 11,500 euros.", at=_NOW - timedelta(days=7))

    found = await _find(world, "What is our budget for the kitchen?")

    marks = {passage.chunk.parent: passage.superseded_by for passage in found.passages}
    assert marks["old"] == "new"
    assert marks["new"] is None


async def test_what_was_put_right_right_after_it_was_said_comes_with_its_correction() -> None:
    world = World()
    await world.say("told", "The fitting of the dress is on Tuesday 3 March at 2 pm.", at=_NOW - timedelta(days=9))
    await world.say("right", "Sorry, I meant Wednesday 4 March.", at=_NOW - timedelta(days=9))
    for at in range(40):
        await world.say(f"other{at}", f"We talked about the number {at} of the dress.", at=_NOW - timedelta(days=8))

    found = await _find(world, "When is the fitting?")

    marks = {passage.chunk.parent: passage.superseded_by for passage in found.passages}
    assert marks["told"] == "right"
    assert marks["right"] is None
    assert _parents(found).index("right") < _parents(found).index("told")


@pytest.mark.parametrize(
    "asked",
    [
        {"without": frozenset({"right"})},
        {"filters": Filters(before=_NOW - timedelta(days=8))},
        {"filters": Filters(role="assistant")},
        {"sources": frozenset({Source.DOCUMENT})},
    ],
    ids=["counts as not said", "was said too late", "was said by another", "is not searched"],
)
async def test_a_correction_that_may_not_be_found_does_not_come_with_what_it_puts_right(asked: dict[str, object]) -> None:
    world = World()
    await world.say("told", "The fitting of the dress is on Tuesday 3 March at 2 pm.", at=_NOW - timedelta(days=9))
    await world.say("right", "Sorry, I meant Wednesday 4 March.", at=_NOW - timedelta(days=7))

    found = await _find(world, "When is the fitting?", None, **asked, explain=True)

    assert all(candidate.passage.chunk.parent != "right" for candidate in found.candidates)
    assert all(passage.superseded_by is None for passage in found.passages)


@pytest.mark.parametrize(
    ("between", "taken"),
    [("Where is she?", "right"), ("Is the train on Friday late?", None), ("She is in Leeds.", None)],
    ids=["a question", "a question of another day", "something else"],
)
async def test_a_question_may_stand_in_front_of_what_puts_right_what_was_told(between: str, taken: str | None) -> None:
    world = World()
    await world.say("told", "The appointment at the dentist is on Tuesday 3 March.", at=_NOW - timedelta(days=9))
    await world.say("between", between, at=_NOW - timedelta(days=9))
    await world.say("right", "Sorry, I meant Wednesday 4 March.", at=_NOW - timedelta(days=9))
    for at in range(40):
        await world.say(f"other{at}", f"We talked about the number {at} of the dentist.", at=_NOW - timedelta(days=8))

    found = await _find(world, "When is the appointment?")

    assert {passage.chunk.parent: passage.superseded_by for passage in found.passages}["told"] == taken


async def test_a_correction_is_of_what_was_said_last() -> None:
    world = World()
    await world.say("told", "The fitting of the dress is on Tuesday.", at=_NOW - timedelta(days=9))
    await world.say("between", "The concert is on Friday.", at=_NOW - timedelta(days=9))
    await world.say("right", "Sorry, I meant Saturday.", at=_NOW - timedelta(days=9))

    found = await _find(world, "When is the fitting of the dress?")

    assert {passage.chunk.parent: passage.superseded_by for passage in found.passages}["told"] is None


async def test_an_exact_name_keeps_a_place_among_the_few_that_are_kept() -> None:
    world = World()
    for at in range(30):
        await world.read(f"d{at}", f"Orders, deliveries and orders again, delivered on day {at}, ordered before.")
    await world.read("named", "ZX-4471 " + " ".join(f"filler{at}" for at in range(80)))
    settings = RetrievalSettings(document_dense_weight=1.0)

    found = await _find(world, "Which orders and deliveries name ZX-4471?", settings, top_k=3)

    assert "named" in _parents(found)
    assert len(found.passages) == 3


async def test_every_candidate_is_explained_with_the_step_that_cut_it() -> None:
    world = World()
    for at in range(6):
        await world.read(f"d{at}", f"The pump of model {at} needs oil. " * (1 + at % 2))

    found = await _find(world, "Which pump needs oil?", RetrievalSettings(budget_characters=200), top_k=4, explain=True)

    assert {candidate.cut for candidate in found.candidates} == {None, "budget", "top_k"}
    assert sum(len(passage.chunk.text) for passage in found.passages) <= 200
    assert [candidate.passage for candidate in found.candidates if candidate.cut is None] == list(found.passages)


@pytest.mark.parametrize("options", [{}, {"top_k": 2}, {"diversity": False}, {"two_step": True}], ids=str)
async def test_what_is_explained_is_what_is_found(options: dict[str, Any]) -> None:
    world = World()
    for at in range(60):
        await world.read(f"d{at % 4}-{at}", f"The pump of model {at} needs oil. " * (1 + at % 3))

    plain = await _find(world, "Which pump of model 7 needs oil?", **options)
    explained = await _find(world, "Which pump of model 7 needs oil?", explain=True, **options)

    assert explained.passages == plain.passages
    assert len(explained.candidates) == 60
    assert sorted(candidate.place for candidate in explained.candidates) == list(range(1, 61))
    assert explained.limits is not None
    assert (plain.candidates, plain.limits) == ((), None)


async def test_what_was_said_at_another_time_than_asked_for_is_listed_as_cut_by_it() -> None:
    world = World()
    for month, text in enumerate(("I like tea.", "I bought a boat.", "I moved the desk.", "I sold the boat."), start=1):
        await world.say(f"m{month}", text, at=datetime(2026, month, 5, tzinfo=UTC))
    await world.read("manual", "The boat needs a new sail.")

    found = await _find(world, "What did I say in March?", explain=True)
    in_part = await _find(world, "What did I say in March?", explain=True, candidates=3)

    cuts = {candidate.passage.chunk.parent: candidate.cut for candidate in found.candidates}
    assert _parents(found) == ["m3"]
    assert cuts == {"m3": None, "m1": "period", "m2": "period", "m4": "period", "manual": "period"}
    assert [candidate.place for candidate in found.candidates] == [1, 2, 3, 4, 5]
    assert found.unlisted == {}
    assert (in_part.candidates, in_part.unlisted) == (found.candidates[:3], {"period": 2})


async def test_a_question_of_the_time_asked_for_is_listed_as_one() -> None:
    world = World()
    await world.say("m1", "I moved the desk.", at=datetime(2026, 3, 5, tzinfo=UTC))
    await world.say("m2", "Where is the desk?", at=datetime(2026, 3, 6, tzinfo=UTC))

    found = await _find(world, "What did I say in March?", explain=True)

    assert [(candidate.passage.chunk.parent, candidate.cut) for candidate in found.candidates] == [
        ("m1", None),
        ("m2", "question"),
    ]


async def test_a_question_that_states_something_first_is_of_what_was_said() -> None:
    world = World()
    await world.say("m1", "I moved the desk, can you suggest a lamp?", at=datetime(2026, 3, 5, tzinfo=UTC))

    assert _parents(await _find(world, "What did I say in March?")) == ["m1"]


async def test_what_no_search_returns_is_listed_as_not_found() -> None:
    world = await _household()

    found = await _find(world, "How long is the warranty of the pump?", mode="keyword", explain=True)
    in_part = await _find(world, "How long is the warranty of the pump?", mode="keyword", explain=True, candidates=1)

    assert len(found.candidates) == 6
    assert Counter(candidate.cut for candidate in found.candidates)["search"] == 5
    assert Counter(candidate.cut for candidate in in_part.candidates)["search"] + in_part.unlisted.get("search", 0) == 5


@pytest.mark.parametrize("fusion", ["score", "rrf"])
@pytest.mark.parametrize("mode", ["hybrid", "dense", "keyword"])
@pytest.mark.parametrize("author", [None, "Dora"])
async def test_a_fused_score_is_the_sum_of_its_parts_times_their_factors(fusion: Any, mode: str, author: str | None) -> None:
    world = await _household()
    for at in range(6):
        await world.say(
            f"a{at}", f"I would prefer oak for the kitchen of house {at}, what about the budget? " * (1 + at), author=author
        )
        await world.say(f"b{at}", "What is the budget of the kitchen?", author=author)

    found = await _find(
        world, "What did Dora say about the budget of the kitchen?", RetrievalSettings(fusion=fusion), mode=mode, explain=True
    )

    scored = [candidate for candidate in found.candidates if candidate.cut != "search"]
    assert scored
    for candidate in scored:
        added = sum(part.amount for part in candidate.parts if not part.multiplies)
        factor = np.prod([part.amount for part in candidate.parts if part.multiplies])
        assert candidate.passage.scores.fused == pytest.approx(max(added, 0) * factor)
        assert all(part.amount for part in candidate.parts if not part.multiplies)


async def test_what_the_best_passage_of_its_document_adds_is_told_apart() -> None:
    world = await _household()

    found = await _find(world, "How long is the warranty of the pump?", explain=True, sources=frozenset({Source.DOCUMENT}))

    parts = {candidate.passage.chunk.index: [part.name for part in candidate.parts] for candidate in found.candidates}
    assert "document" not in parts[0]
    assert "document" in parts[1]


@pytest.mark.parametrize(
    ("question", "moved"),
    [
        ("What is the budget for the kitchen?", {"now": "above_replaced", "then": "below_replacement"}),
        ("How did the budget for the kitchen change?", {}),
    ],
)
async def test_a_message_that_is_moved_below_what_replaces_it_says_so(question: str, moved: dict[str, str]) -> None:
    world = World()
    await world.say("then", "The budget for the kitchen is 9,000 euros.", at=_NOW - timedelta(days=9))
    await world.say("other", "My sister Ines will help us paint the walls.", at=_NOW - timedelta(days=8))
    await world.say("now", "The kitchen budget is now 11,500 euros.", at=_NOW - timedelta(days=2))

    found = await _find(world, question, explain=True)

    assert {each.passage.chunk.parent: each.moved for each in found.candidates if each.moved} == moved


async def test_candidates_that_are_not_listed_are_counted_by_what_would_cut_them() -> None:
    world = World()
    for at in range(80):
        await world.read(f"d{at}", f"The pump of model {at} needs oil." if at % 2 else f"The garden of house {at} needs water.")

    whole = await _find(world, "Which pump needs oil?", explain=True, top_k=3)
    part = await _find(world, "Which pump needs oil?", explain=True, top_k=3, candidates=50)

    assert part.candidates == whole.candidates[:50]
    rest = Counter(candidate.cut for candidate in whole.candidates[50:])
    assert +Counter(part.unlisted) == rest
    assert rest
    assert whole.unlisted == {}


async def test_of_a_small_thread_what_is_hardly_about_the_question_is_given_too() -> None:
    world = await _household()
    question = "How many degrees colder is the northern fishing harbour in winter mornings?"

    small = await _find(world, question)
    as_if_large = await _find(world, question, RetrievalSettings(small_units=0))

    assert _parents(small)[0] == "manual"
    assert small.small
    assert not as_if_large.passages


async def test_the_fewer_messages_there_are_the_less_of_them_has_to_be_about_the_question() -> None:
    world = World()
    for at in range(60):
        await world.say(f"m{at}", f"On day {at} we walked {at + 3} miles along the coast and slept in hut {at * 7}.")
    await world.say("told", "Mihai declined the offer, he stays where he is.")
    question = "Who said no to our offer of the job?"

    assert _parents(await _find(world, question))[0] == "told"
    assert not (await _find(world, question, RetrievalSettings(full_messages=60))).passages


async def test_beside_a_file_that_is_about_the_question_few_messages_need_as_much_as_many() -> None:
    world = World()
    await world.say("told", "My sister Ann lives in Lisbon.")
    question = "How many months is the warranty of the steam boiler?"

    alone = await _find(world, question, explain=True)
    await world.read("manual", "The warranty of the steam boiler is 24 months from the date of purchase.")
    beside = await _find(world, question, explain=True)

    assert {each.least_strength for each in alone.candidates} == {0.003}
    assert _parents(beside) == ["manual"]
    assert {each.passage.chunk.parent: each.least_strength for each in beside.candidates}["told"] == 0.03


async def test_of_a_small_thread_in_another_language_all_is_given() -> None:
    world = World()
    await world.read("vertrag", "Die Kaution ist bei der Übergabe der Wohnung zu zahlen und wird verzinst.")

    assert _parents(await _find(world, "What is the deposit?")) == ["vertrag"]
    assert not (await _find(world, "What is the deposit?", threshold=0.1)).passages


@pytest.mark.parametrize(
    ("question", "found"),
    [("What is the deposit that we pay for the flat?", ["vertrag"]), ("Wann beginnt euer Konzert am Freitag?", [])],
    ids=["in another language", "in its own"],
)
async def test_what_is_in_another_language_than_the_question_is_not_held_back(question: str, found: list[str]) -> None:
    world = World()
    await world.read("vertrag", "Die Kaution ist bei der Übergabe der Wohnung zu zahlen und wird verzinst.")
    large = RetrievalSettings(small_units=0)

    assert _parents(await _find(world, question, large)) == found
    assert not (await _find(world, question, large, threshold=0.1)).passages


async def test_a_high_threshold_of_the_question_cuts_what_the_setting_would_keep() -> None:
    world = await _household()

    assert (await _find(world, "What about the kitchen?")).passages
    assert not (await _find(world, "What about the kitchen?", threshold=1.0)).passages


async def test_what_somebody_else_said_is_found_with_less_confidence() -> None:
    world = World()
    await world.say("m1", "I painted a sunrise over the lake.", author="Melanie")
    await world.say("m2", "The trains were late again.", author="Caroline")

    right = await _find(world, "What did Melanie paint over the lake?")
    wrong = await _find(world, "What did Caroline paint over the lake?")

    assert "m1" in _parents(right)
    assert "m1" in _parents(wrong)
    assert wrong.confidence < right.confidence / 2


async def test_chunks_that_are_gone_from_the_rows_are_not_given() -> None:
    world = await _household()
    world.rows.remove("manual#0")

    assert "manual#0" not in [passage.chunk.id for passage in (await _find(world, "warranty of the pump")).passages]


class _NoVectors(FakeVectorIndex):
    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        raise IndexFailed("The vector store did not answer.")


class _NoEmbedding(FakeEmbedder):
    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        raise EmbeddingFailed("The endpoint did not answer.")


async def test_when_the_vectors_are_away_words_alone_answer_and_the_result_says_so() -> None:
    world = await _household()
    world.vectors = _NoVectors()

    found = await _find(world, "warranty of the pump")

    assert "warranty" in found.passages[0].chunk.text
    assert found.passages[0].scores.dense is None
    assert found.note is not None
    with pytest.raises(IndexFailed):
        await _find(world, "warranty of the pump", mode="dense")


class _Patient(FakeEmbedder):
    """An embedder that answers once both indexes have been told to load."""

    def __init__(self, loaded: Sequence[asyncio.Event]) -> None:
        super().__init__()
        self._loaded = loaded

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        async with asyncio.timeout(10):
            for event in self._loaded:
                await event.wait()
        return await super().embed(texts, urgent=urgent)


class _LoadedVectors(FakeVectorIndex):
    def __init__(self, *, away: bool = False) -> None:
        super().__init__()
        self.loaded = asyncio.Event()
        self.searched = 0
        self._away = away

    async def load(self, collection: Collection) -> None:
        self.loaded.set()
        if self._away:
            raise IndexFailed("The vector store did not answer.")

    async def search(self, collection: Collection, vector: NDArray[np.float32], k: int, among: Among = ALL) -> Hits:
        self.searched += 1
        return await super().search(collection, vector, k, among)


class _LoadedWords(FakeKeywordIndex):
    def __init__(self) -> None:
        super().__init__()
        self.loaded = asyncio.Event()

    async def load(self, collection: Collection) -> None:
        self.loaded.set()


async def test_what_is_searched_is_read_into_memory_while_the_question_is_embedded() -> None:
    world, vectors, words = World(), _LoadedVectors(), _LoadedWords()
    world.vectors, world.keywords = vectors, words
    await world.read("manual", "The pump has a warranty of two years.")
    world.embedder = _Patient([vectors.loaded, words.loaded])

    assert (await _find(world, "warranty of the pump")).passages


async def test_vectors_that_do_not_answer_are_waited_for_once() -> None:
    world, vectors = World(), _LoadedVectors(away=True)
    world.vectors = vectors
    await world.read("manual", "The pump has a warranty of two years.")

    found = await _find(world, "warranty of the pump")

    assert found.note is not None
    assert found.passages
    assert vectors.searched == 0


async def test_when_the_embedder_is_away_words_alone_answer_too() -> None:
    world = await _household()
    world.embedder = _NoEmbedding()

    found = await _find(world, "warranty of the pump")

    assert found.note is not None
    assert found.passages
    with pytest.raises(EmbeddingFailed):
        await _find(world, "warranty of the pump", mode="dense")


async def test_searching_by_words_alone_embeds_nothing() -> None:
    world = await _household()
    world.embedder.embedded.clear()

    await _find(world, "warranty of the pump", mode="keyword")

    assert world.embedder.embedded == []


async def test_whose_words_are_asked_for_come_first_in_a_chat_with_long_answers() -> None:
    world = World()
    await world.say("m1", "The roof over the kitchen leaks, and I am thinking of slate for it.")
    await world.say("m2", "Slate is good for a roof over a kitchen that leaks, it lasts.", role="assistant")
    for at in range(20):
        await world.say(
            f"n{at}", f"Fence {at} stands at gate {at} of garden {at}, as long as nobody paints it blue.", role="assistant"
        )

    long = RetrievalSettings(long_message_characters=50)
    mine = await _find(world, "What did I say about slate for the roof over the kitchen?", long)
    ours = await _find(world, "What did you say about slate for the roof over the kitchen?", long)

    assert _parents(mine)[0] == "m1"
    assert _score(ours, "m2") > _score(mine, "m2")


async def test_what_somebody_prefers_counts_for_a_question_in_its_field() -> None:
    world = World()
    await world.say("m1", "The roof over the kitchen is old, the kitchen roof leaks.")
    await world.say("m2", "For the roof over the house I prefer slate.")

    advice = await _find(world, "How should the roof over the kitchen be done?")
    past = await _find(world, "How was the roof over the kitchen done?")

    assert _score(advice, "m2") > _score(past, "m2") > 0


def _score(found: Found, message: str) -> float:
    """Return a message's score, or 0 if it was not found."""
    return next((passage.score for passage in found.passages if passage.chunk.parent == message), 0.0)


async def _diary() -> World:
    world = World()
    await world.read("log", "Last Tuesday the plumber told us what he found.")
    await world.say("plumber", "The plumber comes on Mondays.", at=datetime(2026, 4, 14, tzinfo=UTC))
    await world.say("price", "The pump costs 89 euros at the shop in Ghent.", at=datetime(2026, 4, 28, 9, tzinfo=UTC))
    await world.say("asked", "What does the pump cost?", at=datetime(2026, 4, 28, 10, tzinfo=UTC))
    await world.say("noted", "Noted: 89 euros.", role="assistant", at=datetime(2026, 4, 28, 11, tzinfo=UTC))
    await world.say("later", "I told Ines of the plumber last Tuesday.", at=datetime(2026, 4, 30, tzinfo=UTC))
    return world


@pytest.mark.parametrize(
    ("question", "messages"),
    [
        ("What did I say last Tuesday?", ["price"]),
        ("What did you say last Tuesday?", ["noted"]),
        ("What did we talk about last Tuesday?", ["price", "noted"]),
        ("What was the first thing I told you?", ["plumber"]),
        ("What did I tell you last?", ["later"]),
        ("What did I say on 3 April?", []),
    ],
    ids=str,
)
async def test_what_was_said_at_a_time_is_given_whatever_its_words_are(question: str, messages: list[str]) -> None:
    found = await _find(await _diary(), question)

    assert _parents(found) == messages
    assert found.recounted is bool(messages)


async def test_what_was_said_yesterday_comes_with_what_put_it_right_today() -> None:
    world = World()
    await world.say("told", "The fitting of the dress is on Tuesday 28 April.", at=_NOW - timedelta(hours=10))
    await world.say("right", "Sorry, I meant Wednesday.", at=_NOW)

    found = await _find(world, "What did I tell you yesterday?")

    assert found.recounted
    assert _parents(found) == ["told", "right"]


async def test_the_first_of_what_was_said_is_first_by_its_date_among_many_that_were_brought_in_before() -> None:
    world = World()
    for day in range(60):
        await world.say(f"m{day}", f"Day {day} is over.", at=datetime(2026, 2, 1, tzinfo=UTC) + timedelta(days=day))
    await world.say("old", "The well is dry.", at=datetime(2026, 1, 1, tzinfo=UTC))

    assert _parents(await _find(world, "What was the first thing I told you?")) == ["old"]


async def test_what_happened_is_what_was_said_then_where_no_file_tells_of_it() -> None:
    world = World()
    await world.say("price", "The pump costs 89 euros at the shop in Ghent.", at=datetime(2026, 4, 28, 9, tzinfo=UTC))
    await world.say("later", "I told Ines of the plumber.", at=datetime(2026, 4, 30, tzinfo=UTC))

    found = await _find(world, "What happened last Tuesday?")

    assert (found.recounted, _parents(found)) == (True, ["price"])


async def test_what_happened_when_nothing_was_said_is_searched_for_by_its_words() -> None:
    found = await _find(await _diary(), "What happened on 3 April?")

    assert not found.recounted


@pytest.mark.parametrize("question", ["What did we decide last week?", "What happened last week?", "What was last week?"])
async def test_what_happened_is_told_by_another_thread_where_nothing_was_said_here(question: str) -> None:
    world = World()
    await world.say("tyres", "The car needs new tyres.", at=datetime(2026, 2, 1, tzinfo=UTC))
    await world.say("cot", "We decided to order the cot from Kinderwelt.", at=datetime(2026, 4, 22, tzinfo=UTC), thread="baby")

    found = await _find(world, question, elsewhere=(Elsewhere("baby", "thread", "Baby"),))

    assert (found.recounted, _parents(found)) == (True, ["cot"])


async def test_a_thread_that_the_question_names_is_searched_alone_unless_nothing_is_found_there() -> None:
    world = World()
    await world.say("here", "We decided to buy a printer.")
    await world.say("party", "We decided to postpone the holiday party.", thread="office")
    await world.say("crete", "We decided to fly to Crete.", thread="trip")
    threads = (Elsewhere("office", "thread", "Office"), Elsewhere("trip", "thread", "Holiday"), Elsewhere("new", "thread", "New"))

    named = await _find(world, "What did we decide in my Holiday thread?", elsewhere=threads)
    empty = await _find(world, "What did we decide in my New thread?", elsewhere=threads)

    assert (_parents(named), named.corrected) == (["crete"], "What did we decide?")
    assert set(_parents(empty)) == {"here", "party", "crete"}


async def test_what_happened_is_what_was_said_then_beside_a_file_about_something_else() -> None:
    world = await _household()
    await world.say("price", "The pump costs 89 euros at the shop in Ghent.", at=datetime(2026, 4, 28, 9, tzinfo=UTC))

    found = await _find(world, "What happened in April?")

    assert (found.recounted, _parents(found)) == (True, ["price"])


async def test_what_was_done_on_a_day_is_found_whatever_its_words() -> None:
    world = World()
    for day in range(20):
        await world.say(f"m{day}", f"What did I do with the {day} keys?", at=datetime(2026, 3, 1 + day, tzinfo=UTC))
    await world.say("wood", "Ordered firewood.", at=datetime(2026, 4, 21, tzinfo=UTC))

    found = await _find(world, "Where was I on 21 April?")

    assert (found.recounted, _parents(found)) == (True, ["wood"])


async def test_what_was_bought_at_a_time_is_what_is_said_to_be_where_anything_is() -> None:
    world = World()
    await world.say("evening", "Parents' evening: Leni is doing well.", at=datetime(2026, 4, 14, tzinfo=UTC))
    before = await _find(world, "What did we buy in April?")
    await world.say("glasses", "Ordered new glasses.", at=datetime(2026, 4, 20, tzinfo=UTC))

    assert _parents(before) == ["evening"]
    assert _parents(await _find(world, "What did we buy in April?")) == ["glasses"]


async def _year() -> World:
    world = World()
    for id, text, month in (
        ("ines", "My manager is called Ines.", 1),
        ("boxes", "Packed forty boxes.", 2),
        ("move", "The move was today.", 3),
        ("rutger", "My new manager is called Rutger.", 4),
    ):
        await world.say(id, text, at=datetime(2026, month, 5, 9, tzinfo=UTC))
    return world


@pytest.mark.parametrize(
    ("question", "rewritten", "messages"),
    [
        ("What happened before the move?", "What happened before 2026-03-05?", ["ines", "boxes"]),
        ("What did I do after the move?", "What did I do after 2026-03-05?", ["rutger"]),
        ("What did I do a month before the move?", "What did I do a month before 2026-03-04?", ["boxes"]),
    ],
)
async def test_the_time_of_a_question_may_be_that_of_an_event_told_earlier(
    question: str, rewritten: str, messages: list[str]
) -> None:
    found = await _find(await _year(), question)

    assert (found.question, found.rewritten, found.recounted) == (question, rewritten, True)
    assert _parents(found) == messages


async def test_what_was_said_before_an_event_is_of_the_time_asked_for() -> None:
    found = await _find(await _year(), "What was my manager called before the move?")

    assert found.corrected == "What was my manager called"
    assert found.timely == {"ines#0", "boxes#0"} & {passage.chunk.id for passage in found.passages}
    assert "ines#0" in found.timely


async def test_what_happened_before_a_day_is_what_was_said_shortly_before_it() -> None:
    world = World()
    for month in range(1, 5):
        await world.say(f"m{month}", f"Paid the rent of month {month}.", at=datetime(2026, month, 3, tzinfo=UTC))

    assert _parents(await _find(world, "What happened before 1 April?", top_k=2)) == ["m2", "m3"]


async def test_an_event_that_nobody_told_of_gives_no_time() -> None:
    found = await _find(await _year(), "What was my manager called before the wedding?")

    assert (found.corrected, found.timely) == (None, frozenset())


async def test_a_question_that_was_asked_before_takes_no_place_from_a_file() -> None:
    world = World()
    for at in range(6):
        await world.read(f"d{at}", f"The battery of model {at} lasts {at + 3} hours.")
    await world.say("before", "How long does the battery of the best model last?")

    found = await _find(world, "How long does the battery of the best model last, please?", top_k=3)

    assert "before" not in _parents(found)


class _Reader(FakeEmbedder):
    """An embedder that has a token for every word but one."""

    def count_tokens(self, text: str) -> int:
        return 2 if text == "waranty" else len(text.split())


async def test_a_misspelt_word_is_searched_for_as_it_is_meant_and_said_to_be() -> None:
    world = await _household()
    world.embedder = _Reader()

    found = await _find(world, "How long is the waranty of the pump?", history=("What of the oven?",))

    assert _parents(found)[0] == "manual"
    assert (found.question, found.corrected) == ("How long is the waranty of the pump?", "How long is the warranty of the pump?")
    assert found.note == "Searched for “warranty”, since nothing has “waranty”."


async def test_a_word_that_is_there_is_not_misspelt() -> None:
    world = await _household()
    await world.say("m4", "We say waranty at home.")
    world.embedder = _Reader()

    found = await _find(world, "Who says waranty?")

    assert found.corrected is None
    assert _parents(found)[0] == "m4"


async def test_filters_hold_for_what_was_said_at_a_time() -> None:
    world = await _diary()
    of_mine = await _find(world, "What did we talk about last Tuesday?", filters=Filters(role="user"))
    in_a_file = await _find(world, "What did we talk about last Tuesday?", filters=Filters(document="log"))

    assert "noted" not in _parents(of_mine)
    assert not in_a_file.recounted


async def test_time_can_be_left_out_of_account() -> None:
    assert not (await _find(await _diary(), "What did I say last Tuesday?", recency=False)).recounted


async def test_what_was_told_last_is_found_behind_many_questions() -> None:
    world = await _diary()
    for at in range(12):
        await world.say(f"ask{at}", f"What is the price of number {at}?", at=datetime(2026, 4, 30, 12, at, tzinfo=UTC))

    assert _parents(await _find(world, "What was the last thing I told you?")) == ["later"]


async def test_what_was_discussed_and_is_in_no_message_is_looked_for_in_files() -> None:
    world = World()
    await world.say("hello", "The weather is fine today.")
    await world.read("minutes", "On 12 March 2024 we discussed the new roof of the hall.")

    found = await _find(world, "What did we discuss on 12 March 2024?")

    assert _parents(found)[0] == "minutes"


async def test_a_misspelt_word_is_put_right_again_when_it_is_asked_again() -> None:
    world = await _household()
    world.embedder = _Reader()
    await world.say("before", "How long is the waranty of the pump?")

    found = await _find(world, "Is there a waranty for the pump?")

    assert found.corrected == "Is there a warranty for the pump?"


async def test_what_counts_as_not_said_puts_no_word_right() -> None:
    world = World()
    await world.read("manual", "The pump has a motor.")
    await world.say("gone", "The warranty of the pump is over.")
    world.embedder = _Reader()

    found = await _find(world, "How long is the waranty of the pump?", without=frozenset({"gone"}))

    assert found.corrected is None


async def test_what_was_read_ahead_is_not_read_again_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    world = await _household()
    retriever = Retriever(world.embedder, world.vectors, world.keywords, world.rows, RetrievalSettings())
    read: list[str] = []

    def values(text: str) -> tuple[()]:
        read.append(text)
        return ()

    monkeypatch.setattr(superseded, "values", values)
    await retriever.read_ahead(["m1#0", "m2#0", "m3#0", "deleted#0"])
    assert read == ["Our budget for the kitchen is 9,000 euros.", "My sister Ines will help us paint the walls."]
    found = await retriever.retrieve(Question("t", "What is the budget for the kitchen?", _NOW))
    assert "m1" in _parents(found)
    assert len(read) == 2


async def test_a_database_that_is_away_while_messages_are_read_ahead_is_no_error() -> None:
    world = await _household()

    async def away(ids: Sequence[str]) -> dict[str, Described]:
        raise StorageFailed("The database is away.")

    world.rows.described = away  # type: ignore[method-assign]  # fails from here on
    retriever = Retriever(world.embedder, world.vectors, world.keywords, world.rows, RetrievalSettings())
    await retriever.read_ahead(["m1#0"])
