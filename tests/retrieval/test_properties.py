"""Property tests for any thread and any question; the parts of retrieval have tests of their own."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from sqlalchemy import insert

from chat.assistant import Assistant
from chat.assistant.parts import Dependencies, put_together
from chat.database.engine import connect
from chat.database.schema import metadata, users
from chat.domain import Draft, Extracted, Found, Limits, Passage, Question, Scores, Source, Upload
from chat.events import Added
from chat.extraction.counting import Tell, untold
from chat.extraction.extract import extract
from chat.index.in_memory import InMemoryVectors
from chat.index.keywords import Bm25Index
from chat.index.term_counts import StoredTermCounts
from chat.retrieval.choosing.selection import select
from chat.retrieval.retrieve import Retriever
from chat.retrieval.scoring.fusion import fuse
from chat.settings import LimitSettings, RetrievalSettings, Settings
from chat.threads.chunks.chunks import Chunks
from chat.threads.files.disk import FilesOnDisk
from tests.assistant.workshop import ALICE
from tests.fakes import FakeEmbedder, FakeVectorIndex, unstored
from tests.passages import from_document
from tests.retrieval.world import World

NOW = datetime(2026, 5, 1, tzinfo=UTC)
T = TypeVar("T")

_units = st.lists(st.tuples(st.one_of(st.floats(-1, 1), st.just(float("nan"))), st.floats(0, 30)), min_size=2, max_size=25)


@given(_units, st.floats(0, 1), st.sampled_from(["score", "rrf"]), st.booleans(), st.randoms(use_true_random=False))
def test_units_that_no_vector_search_reached_make_no_order_either(
    units: list[tuple[float, float]], weight: float, method: Any, pending: bool, random: Any
) -> None:
    dense, keyword = np.array(units).T
    order = np.array(random.sample(range(len(units)), len(units)))

    shuffled = fuse(dense[order], keyword[order], weight, method, RetrievalSettings(), pending)

    assert shuffled == pytest.approx(fuse(dense, keyword, weight, method, RetrievalSettings(), pending)[order])


# --- diversity and budget ----------------------------------------------------------------------------------------

_candidates = st.lists(st.tuples(st.floats(0.01, 1), st.sampled_from("abcde"), st.integers(1, 60)), min_size=1, max_size=25).map(
    lambda drawn: [_passage(at, *one) for at, one in enumerate(sorted(drawn, key=lambda one: -one[0]))]
)


def _passage(at: int, score: float, document: str, length: int) -> Passage:
    """Return a passage with a unique text of at least this length."""
    found = from_document(f"{at} ".ljust(length, "x"))
    return replace(found, score=score, chunk=replace(found.chunk, id=str(at), parent=document), scores=Scores(None, None, score))


def _limits(top_k: int, budget: int, diversity: bool, lexical: int | None) -> Limits:
    return Limits(
        threshold=0.0,
        strengths={},
        least_score=0.0,
        top_k=top_k,
        budget_characters=budget,
        looked_at=100,
        diversity=diversity,
        sections=None,
        lexical=None if lexical is None else str(lexical),
    )


@given(_candidates, st.integers(1, 12), st.integers(1, 4), st.floats(0, 1), st.one_of(st.none(), st.integers(0, 24)))
def test_diversity_never_loses_the_best_passage_of_a_source(
    candidates: list[Passage], top_k: int, per_source: int, margin: float, lexical: int | None
) -> None:
    """The first passage of a source is kept with the cap whenever it is kept without it; budgets are not considered here."""
    options = RetrievalSettings(per_source=per_source, diversity_margin=margin)
    best = {passage.chunk.parent: passage.chunk.id for passage in reversed(candidates)}.values()

    plain = _kept(candidates, _limits(top_k, 10**9, False, lexical), options)
    spread = _kept(candidates, _limits(top_k, 10**9, True, lexical), options)

    assert {id for id in plain if id in best} <= set(spread)
    assert len(spread) == len(plain)


@given(_candidates, st.integers(1, 12), st.integers(0, 300), st.booleans(), st.one_of(st.none(), st.integers(0, 24)))
def test_what_is_selected_fits_into_the_budget(
    candidates: list[Passage], top_k: int, budget: int, diversity: bool, lexical: int | None
) -> None:
    kept = _kept(candidates, _limits(top_k, budget, diversity, lexical), RetrievalSettings())

    length = {passage.chunk.id: len(passage.chunk.text) for passage in candidates}
    assert sum(length[id] for id in kept) <= budget
    assert len(kept) <= top_k


def _kept(candidates: Sequence[Passage], limits: Limits, options: RetrievalSettings) -> list[str]:
    return [each.passage.chunk.id for each in select(candidates, limits, options) if each.cut is None]


# --- complete searches -------------------------------------------------------------------------------------------

_said = st.lists(
    st.tuples(
        st.sampled_from(["My budget is {} euros.", "My budget is now {} euros.", "We met {} people.", "I saw {} birds in May."]),
        st.integers(1, 9_999),
        st.integers(0, 3_000),
        st.sampled_from(["user", "assistant"]),
    ),
    max_size=12,
)
_read = st.lists(st.text(st.sampled_from("abc .\n"), min_size=1, max_size=80), max_size=6)
_asked = st.sampled_from(
    [
        "What is my budget?",
        "What is my budget now?",
        "What was my budget originally?",
        "How many birds did I see in May 2025?",
        "When did we meet people?",
    ]
)


@settings(max_examples=60)
@given(_said, _read, _asked, st.integers(0, 400), st.one_of(st.none(), st.integers(1, 20)))
def test_passages_never_exceed_the_budget_whatever_supersedes_what(
    said: list[tuple[str, int, int, Any]], read: list[str], asked: str, budget: int, top_k: int | None
) -> None:
    found = asyncio.run(_found(said, read, asked, RetrievalSettings(), budget_characters=max(1, budget), top_k=top_k))

    assert sum(len(passage.chunk.text) for passage in found.passages) <= max(1, budget)
    assert len(found.passages) <= (top_k or RetrievalSettings().top_k)


@settings(max_examples=60)
@given(_said, _asked, st.floats(0.05, 1), st.floats(0.05, 1), st.floats(0.05, 1), st.floats(0.05, 1))
def test_no_message_weighs_less_than_its_floors_for_its_age(
    said: list[tuple[str, int, int, Any]], asked: str, floor: float, neutral: float, period: float, untimed: float
) -> None:
    options = RetrievalSettings(recency_floor=floor, neutral_recency_floor=neutral, period_floor=period, untimed_factor=untimed)

    found = asyncio.run(_found(said, [], asked, options, explain=True, top_k=20))

    least = min(floor, neutral * period) * untimed
    for candidate in found.candidates:
        assert least - 1e-9 <= candidate.passage.scores.recency <= 1 + 1e-9


async def _found(
    said: Sequence[tuple[str, int, int, Any]], read: Sequence[str], asked: str, options: RetrievalSettings, **more: Any
) -> Found:
    world = World()
    for at, (form, number, age, role) in enumerate(said):
        await world.say(f"m{at}", form.format(number), role, at=NOW - timedelta(days=age))
    await world.read("document", *read)
    retriever = Retriever(world.embedder, world.vectors, world.keywords, world.rows, options)
    return await retriever.retrieve(Question("t", asked, NOW, **more))


# --- deleted text stays deleted ----------------------------------------------------------------------------------

_things = st.sampled_from(["boat", "garden", "piano", "recipe"])


class Thread(RuleBasedStateMachine):
    """Sends, edits, deletes, uploads, restarts and asks in any order, with a real database, real indexes and a real retriever.

    Each text has a word of its own, so that it can be told apart from all others and asked for alone.
    """

    @initialize()
    def begin(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.engine = connect("", Path(self.folder.name) / "threadwise.sqlite3")
        self.stored = FakeVectorIndex()
        self.messages: dict[str, str] = {}
        self.documents: dict[str, str] = {}
        self.texts = 0
        self.run(self._tables())
        self._assemble()
        self.run(self.assistant.create_thread(ALICE, id="t"))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def written(self, thing: str) -> str:
        self.texts += 1
        return f"The {thing} has the number w{self.texts}x."

    async def _tables(self) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
            user = {"id": ALICE.id, "name": ALICE.name, "role": "member", "metadata": {}, "created_at": NOW}
            await connection.execute(insert(users), [user])

    def _assemble(self) -> None:
        async def read(name: str, content: bytes, password: str = "", scans: bool = False, tell: Tell = untold) -> Extracted:
            return extract(name, content, LimitSettings(), password)

        async def nothing() -> bool:
            return True

        dependencies = Dependencies(
            engine=self.engine,
            chunks=Chunks(self.engine),
            files=FilesOnDisk(Path(self.folder.name)),
            embedder=FakeEmbedder(),
            forget=lambda texts: 0,
            vectors=InMemoryVectors(self.stored, unstored, 10_000, 10, 8),
            keywords=Bm25Index(StoredTermCounts(self.engine), 10),
            extract=read,
            recognise=None,
            model=None,
            asked=None,
            clock=lambda: NOW,
            compact=nothing,
        )
        self.parts = put_together(dependencies, Settings())
        self.assistant = Assistant(self.parts)

    @rule(thing=_things, count=st.integers(1, 3), role=st.sampled_from(["user", "assistant"]))
    def say(self, thing: str, count: int, role: Any) -> None:
        drafts = [Draft(role, self.written(thing), created_at=NOW) for _ in range(count)]
        for message in self.run(self.assistant.add_messages(ALICE, "t", drafts)):
            self.messages[message.id] = message.content

    @precondition(lambda self: self.messages)
    @rule(data=st.data(), thing=_things)
    def edit(self, data: st.DataObject, thing: str) -> None:
        """Edit a message, which supersedes everything after it."""
        edited = data.draw(st.sampled_from(list(self.messages)))
        text = self.written(thing)

        self.run(self.assistant.edit_message(ALICE, "t", edited, text))

        said = list(self.messages)
        self.messages = {id: self.messages[id] for id in said[: said.index(edited)]} | {edited: text}

    @precondition(lambda self: self.messages)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        deleted = data.draw(st.sampled_from(list(self.messages)))

        self.run(self.assistant.delete_message(ALICE, "t", deleted))

        del self.messages[deleted]

    @rule(name=st.sampled_from(["a.txt", "b.txt"]), thing=_things)
    def upload(self, name: str, thing: str) -> None:
        """Upload a file; under a known name it supersedes its former contents."""
        text = self.written(thing)

        self.run(self._read(Upload(name, text.encode())))

        self.documents[name] = text

    async def _read(self, upload: Upload) -> None:
        async for event in self.assistant.add(ALICE, "t", [upload]):
            assert not isinstance(event, Added) or event.document.error_detail is None

    @precondition(lambda self: self.documents)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(list(self.documents)))
        held, _ = self.run(self.assistant.documents(ALICE, "t"))
        [id] = [document.id for document in held if document.name == name]

        self.run(self.assistant.delete_document(ALICE, "t", id))

        del self.documents[name]

    @rule()
    def restart(self) -> None:
        """Drop everything in memory; the database and the vector store stay."""
        self.run(self._close())
        self._assemble()

    @rule(thing=_things, mode=st.sampled_from(["hybrid", "dense", "keyword"]), recency=st.booleans(), expand=st.booleans())
    def ask(self, thing: str, mode: Any, recency: bool, expand: bool) -> None:
        """Check that whatever is found exists in its present form."""
        asked = Question("t", f"Which number has the {thing} now?", NOW, top_k=200, mode=mode, recency=recency, expand=expand)

        found = self.run(self.assistant.search(ALICE, asked))

        for passage in found.passages:
            if passage.chunk.source is Source.MESSAGE:
                assert self.messages[passage.chunk.parent] == passage.chunk.text
            else:
                assert self.documents[str(passage.document_name)] == passage.chunk.text

    @precondition(lambda self: self.messages or self.documents)
    @rule(data=st.data())
    def ask_for(self, data: st.DataObject) -> None:
        """Check that what exists is found, because otherwise the rule above would prove nothing."""
        text = data.draw(st.sampled_from([*self.messages.values(), *self.documents.values()]))

        found = self.run(self.assistant.search(ALICE, Question("t", text, NOW, top_k=200)))

        assert text in [passage.chunk.text for passage in found.passages]

    def teardown(self) -> None:
        self.run(self._close())
        self.run(self.engine.dispose())
        self.runner.close()
        self.folder.cleanup()

    async def _close(self) -> None:
        await self.parts.questions.close()
        await self.parts.jobs.close()
        await self.assistant.settle_later()


TestWhatIsDeletedOrSupersededNeverReturns = Thread.TestCase
TestWhatIsDeletedOrSupersededNeverReturns.settings = settings(
    max_examples=15, stateful_step_count=20, suppress_health_check=list(HealthCheck)
)
