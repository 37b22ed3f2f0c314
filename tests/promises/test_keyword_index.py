"""Tests of the protocol `KeywordIndex`, over the real one and the fake."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping

import numpy as np
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Source
from chat.index.among import ALL, Among
from chat.index.base import Collection, Hits, KeywordIndex, TermCounts
from chat.index.keywords import Bm25Index
from chat.index.routing import TermCountsApart
from chat.index.term_counts import StoredTermCounts
from chat.index.volatile import VolatileTermCounts
from chat.text import terms
from tests.fakes import FakeKeywordIndex
from tests.indexing import at_once

HERE = Collection("t", Source.DOCUMENT)
THERE = Collection("u", Source.DOCUMENT)

TEXTS = {
    "battery": "The battery pack is covered for twelve months.",
    "hotel": "Hotel costs are reimbursed up to 160 euros.",
    "months": "Twelve months make a year; months have names.",
}


def asked(text: str) -> dict[str, float]:
    return dict.fromkeys(terms(text), 1.0)


async def found(index: KeywordIndex, where: Collection, terms: Mapping[str, float], among: Among = ALL) -> Hits:
    """Return chunks by the sum of their scores over the terms, best first."""
    scores = Counter[str]()
    by_term = await index.search(where, terms, among)
    for hits in by_term:
        scores.update(dict(zip(hits.ids, hits.scores.tolist(), strict=True)))
    best = scores.most_common()
    return Hits.of([id for id, _ in best], np.array([score for _, score in best]), total=by_term[0].total)


def apart(engine: AsyncEngine, volatile: bool) -> TermCounts:
    async def is_volatile(thread: str) -> bool:
        return volatile

    return TermCountsApart(StoredTermCounts(engine), VolatileTermCounts(), is_volatile)


COUNTS: dict[str, Callable[[AsyncEngine], TermCounts]] = {
    "rows": StoredTermCounts,
    "volatile": lambda engine: VolatileTermCounts(),
    "apart, an incognito thread": lambda engine: apart(engine, volatile=True),
    "apart, any other": lambda engine: apart(engine, volatile=False),
}


@pytest.fixture(params=[*COUNTS, *(f"{name}, without memory" for name in COUNTS), "fake"])
def index(request: pytest.FixtureRequest, engine: AsyncEngine) -> KeywordIndex:
    if request.param == "fake":
        return FakeKeywordIndex()
    name = request.param.removesuffix(", without memory")
    return Bm25Index(COUNTS[name](engine), 10 if name == request.param else 0)


async def test_chunks_that_hold_the_words_are_found_best_first(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))

    hits = await found(index, HERE, asked("how many months is the battery covered"))

    assert hits.ids[0] == "battery"
    assert "hotel" not in hits.ids
    assert (hits.scores > 0).all()
    assert hits.total == 3


async def test_each_term_has_its_own_answer_over_one_map(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))

    hotel, months, nothing = await index.search(HERE, asked("hotel months bananas"))

    assert (hotel.ids, set(months.ids), nothing.ids) == (("hotel",), {"battery", "months"}, ())
    assert hotel.map is months.map is nothing.map
    assert set(hotel.map) == set(TEXTS)


async def test_a_chunk_of_words_that_others_have_tells_less_than_one_of_its_own(index: KeywordIndex) -> None:
    cheers = {f"cheer {n}": "Wow, twelve months, that is great!" for n in range(5)}
    await index.add(HERE, at_once(TEXTS | cheers))

    hits = await index.specificity(HERE)
    among = await index.specificity(HERE, Among(frozenset({"hotel", "cheer 0"})))

    told = dict(zip(hits.ids, hits.scores.tolist(), strict=True))
    assert told.keys() == {*TEXTS, *cheers}
    assert told["hotel"] > told["months"] > told["cheer 0"]
    assert set(among.ids) == {"hotel", "cheer 0"}
    assert (await index.specificity(THERE)).ids == ()


async def test_a_term_counts_by_its_weight(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))
    [hotel], [battery] = terms("hotel"), terms("battery")

    assert (await found(index, HERE, {hotel: 1.0, battery: 0.1})).ids[0] == "hotel"
    assert (await found(index, HERE, {hotel: 0.1, battery: 1.0})).ids[0] == "battery"


async def test_only_those_among_are_looked_at(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))

    hits = await found(index, HERE, asked("months"), among=Among(frozenset({"battery", "hotel"})))

    assert (hits.ids, hits.total) == (("battery",), 2)


async def test_what_is_left_out_is_not_looked_at(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))
    others = Among(without=frozenset({"months", "not there"}))

    hits = await found(index, HERE, asked("months"), others)

    assert (hits.ids, hits.total) == (("battery",), 2)
    assert await index.frequencies(HERE, terms("months"), others) == (1,)
    assert set((await index.specificity(HERE, others)).ids) == {"battery", "hotel"}
    assert set((await index.specificity(HERE, Among(frozenset({"hotel", "months"}), others.without))).ids) == {"hotel"}


async def test_how_many_chunks_hold_a_term_is_known_without_those_that_went_or_are_not_among(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))
    month, nothing = terms("month")[0], terms("zeppelin")[0]
    all_of_them = len((await found(index, HERE, asked("month"))).ids)

    assert await index.frequencies(HERE, [month, nothing]) == (all_of_them, 0)
    assert await index.frequencies(HERE, [nothing, month], Among(frozenset({"battery", "hotel"}))) == (0, 1)
    await index.delete(HERE, ["battery"])
    assert await index.frequencies(HERE, [month]) == (all_of_them - 1,)
    assert await index.frequencies(HERE, [month], Among(frozenset({"battery", "hotel"}))) == (0,)


async def test_writing_an_id_again_replaces_its_text(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))

    await index.add(HERE, at_once({"battery": "Bananas are yellow."}))

    assert (await found(index, HERE, asked("battery"))).ids == ()
    assert (await found(index, HERE, asked("bananas"))).ids == ("battery",)
    assert await index.count(HERE) == 3


async def test_batches_are_found_together(index: KeywordIndex) -> None:
    await index.add(HERE, at_once({"first": "A battery of the first hour."}))
    searches: list[asyncio.Task[Hits]] = []

    async def batches() -> AsyncIterator[Mapping[str, str]]:
        yield {"second": "Another battery."}
        searches.append(asyncio.create_task(found(index, HERE, asked("battery"))))
        await asyncio.sleep(0)
        yield {"third": "A third battery."}

    await index.add(HERE, batches())

    meanwhile = await searches[0]
    assert set(meanwhile.ids) in ({"first"}, {"first", "second", "third"})
    assert set((await found(index, HERE, asked("battery"))).ids) == {"first", "second", "third"}
    assert await index.count(HERE) == 3


async def test_what_it_held_is_found_until_all_of_it_is_renewed(index: KeywordIndex) -> None:
    await index.add(HERE, at_once({"first": "A battery of the first hour.", "gone": "A battery that goes."}))
    searches: list[asyncio.Task[Hits]] = []

    async def batches() -> AsyncIterator[Mapping[str, str]]:
        yield {"first": "A battery of the second hour."}
        searches.append(asyncio.create_task(found(index, HERE, asked("battery"))))
        await asyncio.sleep(0)
        yield {"third": "A third battery."}

    await index.renew(HERE, batches())

    assert set((await searches[0]).ids) in ({"first", "gone"}, {"first", "third"})
    assert set((await found(index, HERE, asked("battery"))).ids) == {"first", "third"}
    assert (await found(index, HERE, asked("second"))).ids == ("first",)
    assert await index.count(HERE) == 2


async def test_adding_nothing_changes_nothing(index: KeywordIndex) -> None:
    await index.add(HERE, at_once({"first": "A battery."}))

    await index.add(HERE, at_once({}))

    assert await index.count(HERE) == 1
    assert (await found(index, HERE, asked("battery"))).ids == ("first",)


@pytest.mark.parametrize("name", COUNTS)
async def test_a_renewal_that_fails_leaves_memory_and_rows_alike(name: str, engine: AsyncEngine) -> None:
    counts = COUNTS[name](engine)
    index = Bm25Index(counts, 10)
    await index.add(HERE, at_once({"first": "A battery."}))

    async def batches() -> AsyncIterator[Mapping[str, str]]:
        yield {"second": "Another battery."}
        raise OSError

    with pytest.raises(OSError):
        await index.renew(HERE, batches())

    in_memory, from_rows = [await found(each, HERE, asked("battery")) for each in (index, Bm25Index(counts, 10))]
    assert in_memory.ids == from_rows.ids


async def test_an_index_that_is_not_in_memory_grows_and_shrinks(engine: AsyncEngine) -> None:
    await Bm25Index(StoredTermCounts(engine), 10).add(HERE, at_once(TEXTS))
    opened = Bm25Index(StoredTermCounts(engine), 10)

    await opened.add(HERE, at_once({"hotel": "Nothing about nights.", "more": "Months of rain."}))
    removed = await Bm25Index(StoredTermCounts(engine), 10).delete(HERE, ["battery", "nobody"])

    assert removed == 1
    assert set((await found(Bm25Index(StoredTermCounts(engine), 10), HERE, asked("months hotel"))).ids) == {"months", "more"}


async def test_what_is_deleted_is_not_found_and_counted_once(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))

    assert await index.delete(HERE, ["battery", "nobody", "battery"]) == 1
    assert await index.delete(HERE, ["battery"]) == 0
    assert (await found(index, HERE, asked("battery"))).ids == ()
    assert (await found(index, HERE, asked("months"))).ids == ("months",)


async def test_a_dropped_collection_is_empty_and_others_are_not(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))
    await index.add(THERE, at_once({"other": "battery"}))

    assert await index.drop(HERE) == 3
    assert (await found(index, HERE, asked("battery"))).ids == ()
    assert (await found(index, THERE, asked("battery"))).ids == ("other",)


async def test_what_other_threads_hold_does_not_show_in_a_score(index: KeywordIndex) -> None:
    await index.add(HERE, at_once(TEXTS))
    before = (await found(index, HERE, asked("battery months"))).scores.tolist()

    await index.add(THERE, at_once({f"x{n}": "battery months battery" for n in range(20)}))

    assert (await found(index, HERE, asked("battery months"))).scores.tolist() == before


async def test_scores_after_deleting_are_those_of_never_having_added(index: KeywordIndex, engine: AsyncEngine) -> None:
    await index.add(HERE, at_once(TEXTS | {"extra": "battery battery months and much more about months"}))
    await index.add(THERE, at_once(TEXTS))

    await index.delete(HERE, ["extra"])

    left = await found(index, HERE, asked("battery months"))
    never = await found(index, THERE, asked("battery months"))
    assert left.ids == never.ids
    assert left.scores == pytest.approx(never.scores)
    assert left.total == never.total
