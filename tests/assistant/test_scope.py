"""Tests of what a question searches besides its own thread, and what it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant.scope import checked, settings_of
from chat.database.schema import elements
from chat.domain import Answer, Draft, Elsewhere, Found, Question, Source, Thread, ThreadSettings, Upload
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed, InvalidRequest
from chat.events import Added
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.fakes import FakeEmbedder
from tests.passages import NOON

BUDGET = "Our budget for the kitchen is 9,000 euros."
ASKED = "What is our budget for the kitchen?"
ORDERS = "id,country,amount\n" + "".join(
    f"{number},{'Germany' if number % 2 else 'France'},{number * 10}\n" for number in range(1, 21)
)


async def shelve(shop: Workshop, library: str, name: str, text: str) -> None:
    events = [event async for event in shop.assistant.add(ALICE, library, [Upload(name, text.encode())])]
    assert [event.document.error_code for event in events if isinstance(event, Added)] == [None]


async def search(shop: Workshop, thread: str, text: str = ASKED, **options: object) -> Found:
    return await shop.assistant.search(ALICE, Question(thread, text, NOON, **options))  # type: ignore[arg-type]  # as each test needs


async def threads(shop: Workshop, *ids: str) -> None:
    for id in ids:
        await shop.assistant.create_thread(ALICE, id.title(), id)


def texts(found: Found | Answer) -> list[str]:
    return [passage.chunk.text for passage in found.passages]


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({}, ThreadSettings()),
        (
            {"memory": False, "other_threads": True, "libraries": ["a"]},
            ThreadSettings(memory=False, other_threads=True, libraries=("a",)),
        ),
        ({"documents": 0, "other_threads": "yes", "libraries": "abc", "more": 1}, ThreadSettings()),
        ({"libraries": ["a", 1, None]}, ThreadSettings(libraries=("a",))),
    ],
)
def test_what_is_stored_with_a_wrong_type_counts_as_not_set(stored: dict[str, object], read: ThreadSettings) -> None:
    assert settings_of(Thread("t", "alice", None, NOON, NOON, stored)) == read


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"memory": 1}, "settings.memory: true or false."),
        ({"model": "m" * 1_001}, "settings.model: a text of at most 1,000 characters."),
        ({"half_life_days": 0}, "settings.half_life_days: days, more than 0 and at most 36,500."),
        ({"libraries": [1]}, "settings.libraries: a list of ids of libraries."),
        ({"libraries": ["x"] * 21}, "settings.libraries: at most 20."),
        (
            {"depth": 3},
            "settings.depth: there is no such setting; there are documents, memory, other_threads, model, system_prompt, "
            "half_life_days, libraries.",
        ),
    ],
)
def test_a_setting_that_can_not_be_is_refused_by_its_name_in_the_api(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        checked({"documents": None, **given})

    assert str(refusal.value) == sentence


async def test_a_caller_cannot_say_where_else_to_search(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    await shop.assistant.add_messages(ALICE, "other", [Draft("user", BUDGET)])

    found = await search(shop, "t", elsewhere=(Elsewhere("other", "thread", "Other"),))

    assert texts(found) == []


async def test_only_the_threads_used_last_are_searched(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", *(f"old{number:02}" for number in range(21)))
    for number in range(21):
        moment = NOON + timedelta(minutes=number)
        await shop.parts.rows.conversations.put(f"old{number:02}", [Draft("user", f"Budget {number} of the kitchen.")], moment)

    opened = await shop.parts.scope.opened(
        ALICE, replace(await shop.assistant.thread(ALICE, "t"), settings={"other_threads": True}), Question("t", ASKED, NOON)
    )

    assert [place.id for place in opened.elsewhere] == [f"old{number:02}" for number in range(20, 0, -1)]
    assert {place.source for place in opened.elsewhere} == {Source.MESSAGE}


async def test_a_search_may_leave_out_the_libraries_or_the_other_threads(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    library = await shop.assistant.create_library(ALICE, "Guides")
    settings = {"other_threads": True, "libraries": [library.id]}
    thread = replace(await shop.assistant.thread(ALICE, "t"), settings=settings)

    async def kinds(libraries: bool = True, other_threads: bool = True) -> set[str]:
        question = Question("t", ASKED, NOON, libraries=libraries, other_threads=other_threads)
        opened = await shop.parts.scope.opened(ALICE, thread, question)
        return {place.kind for place in opened.elsewhere}

    assert await kinds() == {"library", "thread"}
    assert await kinds(libraries=False) == {"thread"}
    assert await kinds(other_threads=False) == {"library"}


async def test_what_was_taken_back_elsewhere_is_not_recalled_though_nobody_was_there_since(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    await shop.assistant.add_messages(ALICE, "other", [Draft("user", BUDGET, "m"), Draft("user", "The kitchen is green.", "n")])
    assert BUDGET in texts(await search(shop, "t"))

    await shop.parts.rows.conversations.mark_gone("other", "m")

    assert BUDGET not in texts(await search(shop, "t"))


async def test_a_thread_that_cannot_be_brought_into_step_is_left_out_and_named(engine: AsyncEngine, tmp_path: Path) -> None:
    class Away(FakeEmbedder):
        fails = False

        async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
            if self.fails and texts == [f"User (8 May 2026):\n{BUDGET}"]:
                raise EmbeddingFailed("The endpoint is away.")
            return await super().embed(texts, urgent=urgent)

    embedder = Away()
    shop = workshop(engine, tmp_path, embedder=embedder)
    await threads(shop, "t", "other")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    await shop.parts.rows.conversations.put("other", [Draft("user", BUDGET)], NOON)
    embedder.fails = True

    found = await search(shop, "t")

    assert texts(found) == []
    assert found.note is not None
    assert "“Other”" in found.note


async def test_what_another_embedder_indexed_is_left_out_and_named_and_the_rest_is_searched_in_full(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    before = workshop(engine, tmp_path)
    await threads(before, "t", "other")
    await before.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    await before.assistant.add_messages(ALICE, "other", [Draft("user", BUDGET)])
    shop = workshop(engine, tmp_path, embedder=FakeEmbedder("2"))
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "The kitchen is green.")])

    found = await search(shop, "t", "Is the kitchen green?")

    assert texts(found) == ["The kitchen is green."]
    assert found.passages[0].scores.dense is not None
    assert found.note is not None
    assert "“Other”" in found.note


async def test_equal_ids_in_two_threads_are_two_messages(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", BUDGET, "m1")])
    raised = "We raised the budget for the kitchen to 11,500 euros."
    await shop.assistant.add_messages(ALICE, "other", [Draft("user", raised, "m1")])

    found = await search(shop, "t")
    without = await search(shop, "t", without=frozenset({"m1"}))

    assert {passage.chunk.text: passage.elsewhere and passage.elsewhere.id for passage in found.passages} == {
        BUDGET: None,
        raised: "other",
    }
    assert all(passage.superseded_by is None for passage in found.passages)
    assert texts(without) == [raised]


async def test_a_search_as_of_a_message_leaves_out_what_was_said_elsewhere_later(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    [asked] = await shop.assistant.add_messages(ALICE, "t", [Draft("user", ASKED)])
    later = Draft("user", "The budget for the kitchen is 12,000 euros.", created_at=NOON + timedelta(hours=1))
    await shop.assistant.add_messages(ALICE, "other", [Draft("user", BUDGET, created_at=NOON - timedelta(hours=1)), later])

    again = await shop.assistant.search(ALICE, Question("t", ASKED, NOON + timedelta(days=1)), as_of=asked.id)

    assert texts(again) == [BUDGET]


async def test_the_same_question_asked_elsewhere_is_no_passage(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    await shop.assistant.add_messages(ALICE, "other", [Draft("user", BUDGET), Draft("user", ASKED.upper())])

    assert texts(await search(shop, "t")) == [BUDGET]


async def test_a_table_of_a_library_is_computed_and_its_rows_name_the_library(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t")
    library = await shop.assistant.create_library(ALICE, "Figures")
    await shelve(shop, library.id, "orders.csv", ORDERS)
    await shop.assistant.update_thread(ALICE, "t", settings={"libraries": [library.id]})

    answer = await shop.answer("t", "What is the total amount in Germany?")

    assert answer.model == "computed"
    assert answer.text.startswith("Sum of amount with country Germany: 1,000")
    assert {citation.passage.elsewhere for citation in answer.citations} == {Elsewhere(library.id, "library", "Figures")}


async def test_what_other_threads_showed_of_a_deleted_library_or_thread_is_gone_too(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await threads(shop, "t", "other")
    library = await shop.assistant.create_library(ALICE, "Figures")
    shown = [
        {"parent": "m", "place": "other", "preview": "from the other"},
        {"parent": "m2", "place": "other", "preview": "second of the other"},
        {"parent": "d", "place": library.id, "preview": "from the library"},
        {"parent": "m", "place": None, "preview": "own"},
    ]
    async with engine.begin() as connection:
        display = {"props": {"groups": [{"passages": [passage]} for passage in shown]}}
        await connection.execute(insert(elements).values(id="e", thread_id="t", for_id="x", display=display, created_at=NOON))

    async def left() -> list[str]:
        async with engine.connect() as connection:
            display = (await connection.execute(select(elements.c.display))).scalar_one()
        return [passage["preview"] for group in display["props"]["groups"] for passage in group["passages"]]

    await shop.parts.rows.traces.forget("other", gone=["m"])
    without_message = await left()
    await shop.assistant.delete_library(ALICE, library.id)
    without_library = await left()
    await shop.assistant.delete_thread(ALICE, "other")

    assert without_message == ["second of the other", "from the library", "own"]
    assert without_library == ["second of the other", "own"]
    assert await left() == ["own"]


async def test_a_deleted_library_leaves_nothing_in_either_index(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    library = await shop.assistant.create_library(ALICE, "Figures")
    await shelve(shop, library.id, "rules.md", "# Rules\n\nThe gate closes at nine.\n")

    receipt = await shop.assistant.delete_library(ALICE, library.id)

    assert (receipt.documents, receipt.files, receipt.verified) == (1, 1, True)
    assert receipt.chunks == receipt.vectors == receipt.keyword_rows > 0
    assert not any(shop.vectors.vectors.values())
    assert not any(shop.keywords.counts.values())
