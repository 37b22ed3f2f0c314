"""Tests of how questions are recorded for analytics, and deleted with what they refer to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.database.schema import inquiries, inquiry_documents
from chat.domain import Question, Usage, User
from chat.errors import EmptyQuestion, ModelFailed, NotFound, Unavailable
from chat.events import Wrote
from chat.llm.base import Writer
from chat.threads.analytics.figures import Among, Figures
from chat.threads.analytics.inquiries import Inquiry
from chat.threads.conversations.display import Display
from chat.threads.people.accounts import Accounts
from chat.watching.analytics import Analytics
from chat.watching.assistant import WatchedAssistant
from chat.watching.metrics import Metrics
from chat.watching.tracing import Tracing
from tests.assistant.workshop import ALICE, SlowModel, Workshop, workshop
from tests.passages import NOON

BOB = User("bob", "bob")
CAT, NOWHERE = "What is the cat called?", "Who repaired the harbour crane?"
OWN = Among(user="alice")
Rows = list[Any]  # Any: SQLAlchemy types a row by its statement


@dataclass
class Watched:
    shop: Workshop
    analytics: Analytics

    async def rows(self) -> Rows:
        await self.analytics.settle()
        return await self.held()

    async def held(self) -> Rows:
        async with self.shop.engine.connect() as connection:
            return list((await connection.execute(select(inquiries))).all())

    async def documents(self) -> Rows:
        async with self.shop.engine.connect() as connection:
            return list((await connection.execute(select(inquiry_documents))).all())

    async def figures(self, among: Among = OWN, days: int = 30) -> Figures:
        return await self.analytics.figures(among, days)


Watch = Callable[..., Awaitable[Watched]]


@pytest.fixture
async def watch(engine: AsyncEngine, tmp_path: Path) -> Watch:
    """Builds an assistant with analytics and a thread `t` of Alice's with a document; rows are written on request only."""

    async def watched(model: Writer | None = None, days_kept: int = 90) -> Watched:
        analytics = Analytics(engine, days_kept, lambda: NOON, _never)
        shop = workshop(engine, tmp_path, model)
        shop.assistant = WatchedAssistant(shop.parts, Metrics(), Tracing(None), analytics)
        await shop.assistant.create_thread(ALICE, "Pets", id="t")
        await shop.read("t", "pets.txt", "The cat is called Tom. The dog is called Rex.")
        return Watched(shop, analytics)

    return watched


async def _never(_: float) -> None:
    """Sleep until cancelled at the end of the event loop."""
    await asyncio.Event().wait()


async def test_an_answer_is_a_row_with_what_it_took_and_what_it_cites(watch: Watch) -> None:
    house = await watch()

    answer = await house.shop.answer("t", CAT)

    [row] = await house.rows()
    assert (row.thread_id, row.message_id, row.kind, row.outcome) == ("t", answer.question_id, "ask", "answered")
    assert (row.passages, row.confidence, row.error_code) == (len(answer.passages), answer.confidence, None)
    assert 0 < row.search_ms <= row.first_word_ms <= row.answer_ms
    [document] = await house.documents()
    assert (document.thread_id, document.cited) == ("t", True)


async def test_no_word_of_anybody_stands_in_the_rows(watch: Watch) -> None:
    house = await watch()
    await house.shop.answer("t", CAT)

    held = [*await house.rows(), *await house.documents()]

    words = "".join(str(value) for row in held for value in row)
    assert not any(word in words for word in ("cat", "Tom", "pets", "Pets"))


async def test_what_no_source_answers_is_listed_with_the_words_of_its_message(watch: Watch) -> None:
    house = await watch()
    answer = await house.shop.answer("t", NOWHERE)

    figures = await house.figures()

    [question] = figures.unanswered
    assert (question.thread, question.thread_name, question.text) == ("t", "Pets", NOWHERE)
    assert (question.message, question.at) == (answer.question_id, NOON)
    assert (figures.total.not_found, figures.total.grounded_share) == (1, 0)


@pytest.mark.parametrize("said", ["Thanks!", "Hello", "/instructions", "My sister Clara lives in Lisbon."])
async def test_what_asks_nothing_is_no_question(watch: Watch, said: str) -> None:
    house = await watch()

    await house.shop.answer("t", said)

    assert await house.rows() == []


async def test_a_stopped_answer_is_stopped(watch: Watch) -> None:
    house = await watch(SlowModel(["Tom ", "it is [1]."]))

    async with aclosing(house.shop.asking("t", CAT)) as events:
        async for event in events:
            if isinstance(event, Wrote):
                break

    [row] = await house.rows()
    assert (row.outcome, row.answer_ms) == ("stopped", None)
    assert row.first_word_ms > 0


async def test_a_failed_answer_has_its_code(watch: Watch) -> None:
    house = await watch(SlowModel([ModelFailed("The model is away.")]))

    with pytest.raises(ModelFailed):
        await house.shop.answer("t", CAT)

    [row] = await house.rows()
    assert (row.outcome, row.error_code) == ("failed", ModelFailed.code)


async def test_without_a_search_nothing_is_missing_but_the_search(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    house = await watch()

    async def away(*_: object) -> None:
        raise Unavailable("The index is away.")

    monkeypatch.setattr(house.shop.parts.retriever, "retrieve", away)
    await house.shop.answer("t", CAT)

    [row] = await house.rows()
    assert (row.outcome, row.error_code, row.passages) == ("failed", Unavailable.code, None)
    assert (await house.figures()).unanswered == ()


async def test_what_is_refused_is_noted_nowhere(watch: Watch) -> None:
    house = await watch()

    with pytest.raises(EmptyQuestion):
        await house.shop.assistant.search(ALICE, Question("t", " ", NOON))
    with pytest.raises(NotFound):
        await house.shop.assistant.search(BOB, Question("t", CAT, NOON))

    assert await house.rows() == []


async def test_a_search_counts_and_one_that_explains_an_answer_does_not(watch: Watch) -> None:
    house = await watch()
    answer = await house.shop.answer("t", CAT)

    await house.shop.assistant.search(ALICE, Question("t", CAT, NOON))
    await house.shop.assistant.search(ALICE, Question("t", CAT, NOON), as_of=answer.question_id)

    assert sorted((row.kind, row.message_id) for row in await house.rows()) == [("ask", answer.question_id), ("search", None)]
    figures = await house.figures()
    assert (figures.total.questions, figures.total.searches, figures.documents_reached) == (1, 2, 1)


async def test_a_question_that_is_not_remembered_counts_without_its_words(watch: Watch) -> None:
    house = await watch()

    _ = [event async for event in house.shop.assistant.ask(ALICE, Ask(Question("t", NOWHERE, NOON), remember=False))]

    figures = await house.figures()
    assert (figures.total.not_found, figures.unanswered) == (1, ())


async def test_a_question_that_is_asked_again_counts_as_it_ended_last(watch: Watch) -> None:
    house = await watch()
    first = await house.shop.answer("t", NOWHERE)
    await house.analytics.settle()
    await house.shop.read("t", "crane.txt", "The harbour crane was repaired by Olga.")

    again = Ask(Question("t", NOWHERE, NOON), question_id=first.question_id)
    _ = [event async for event in house.shop.assistant.ask(ALICE, again)]

    [row] = await house.rows()
    assert row.outcome == "answered"
    assert (await house.figures()).unanswered == ()


# --- deletes


async def test_a_deleted_message_takes_its_figures_along(watch: Watch) -> None:
    house = await watch()
    answer = await house.shop.answer("t", NOWHERE)
    await house.rows()

    await house.shop.assistant.delete_message(ALICE, "t", answer.question_id)

    assert await house.held() == []


@pytest.mark.parametrize("written", [True, False])
async def test_an_edited_message_is_another_question(watch: Watch, written: bool) -> None:
    house = await watch()
    answer = await house.shop.answer("t", NOWHERE)
    if written:
        await house.analytics.settle()

    await house.shop.assistant.edit_message(ALICE, "t", answer.question_id, "Is it Tuesday?")

    assert await house.rows() == []


async def test_a_message_edited_on_the_page_is_another_question(watch: Watch) -> None:
    house = await watch()
    answer = await house.shop.answer("t", NOWHERE)
    await house.rows()

    assert await Display(house.shop.engine).edit("t", answer.question_id, "Is it Tuesday?")

    assert await house.held() == []


async def test_a_question_that_is_being_taken_back_is_not_listed(watch: Watch) -> None:
    house = await watch()
    answer = await house.shop.answer("t", NOWHERE)
    await house.rows()

    await house.shop.parts.rows.conversations.mark_gone("t", answer.question_id)

    assert (await house.figures()).unanswered == ()


async def test_a_deleted_document_is_among_the_used_ones_no_more(watch: Watch) -> None:
    house = await watch()
    answer = await house.shop.answer("t", CAT)
    [used] = (await house.figures()).documents
    assert (used.name, used.holder, used.kind, used.reached, used.cited) == ("pets.txt", "t", "thread", 1, 1)

    await house.shop.assistant.delete_document(ALICE, "t", used.document)

    assert await house.documents() == []
    figures = await house.figures()
    assert (figures.documents, figures.documents_reached, figures.total.questions) == ((), 0, 1)
    assert answer.grounded


async def test_a_deleted_thread_takes_everything_along_but_what_models_cost(watch: Watch) -> None:
    house = await watch(SlowModel(["Tom [1].", Usage(420, 12, 0.5)]))
    await house.shop.answer("t", CAT)
    await house.shop.assistant.search(ALICE, Question("t", CAT, NOON))
    await house.rows()

    await house.shop.assistant.delete_thread(ALICE, "t")

    assert [*await house.held(), *await house.documents()] == []
    total = (await house.figures()).total
    assert (total.questions, total.searches) == (0, 0)
    assert total.prompt_tokens >= 420


async def test_a_removed_user_is_in_no_figure_before_the_rows_are_gone(watch: Watch) -> None:
    house = await watch()
    await house.shop.answer("t", CAT)
    await house.rows()

    await Accounts(house.shop.engine, 3, lambda: NOON).remove_user("alice")

    figures = await house.figures(Among())
    assert (figures.total.questions, figures.users, figures.threads, figures.documents_reached) == (0, 0, 0, 0)


@pytest.mark.parametrize("gone", ["thread", "message"])
async def test_what_goes_before_its_figures_are_written_has_none(watch: Watch, gone: str) -> None:
    house = await watch()
    answer = await house.shop.answer("t", CAT)

    if gone == "thread":
        await house.shop.assistant.delete_thread(ALICE, "t")
    else:
        await house.shop.assistant.delete_message(ALICE, "t", answer.question_id)

    assert await house.rows() == []


async def test_nothing_is_noted_in_a_thread_of_somebody_else(watch: Watch) -> None:
    house = await watch()

    house.analytics.note(Inquiry("bob", "t", "ask", "failed", NOON))

    assert await house.rows() == []


async def test_figures_older_than_they_are_kept_are_swept(watch: Watch) -> None:
    house = await watch(days_kept=7)
    for days in (0, 6, 8):
        house.analytics.note(Inquiry("alice", "t", "search", "answered", NOON - timedelta(days=days), passages=1))
    await house.analytics.settle()

    assert await house.analytics.sweep() == 1

    assert {NOON - row.created_at for row in await house.rows()} == {timedelta(0), timedelta(days=6)}


async def test_switched_off_nothing_is_kept(watch: Watch) -> None:
    house = await watch(days_kept=0)

    await house.shop.answer("t", CAT)

    assert await house.rows() == []


async def test_what_is_left_is_written_when_the_server_stops(watch: Watch) -> None:
    house = await watch()
    await house.shop.answer("t", CAT)
    assert await house.held() == []

    await house.analytics.close()

    assert len(await house.held()) == 1


async def test_figures_that_cannot_be_written_are_lost_and_nothing_else_is(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    house = await watch()
    async with house.shop.engine.begin() as connection:
        await connection.execute(text("DROP TABLE inquiry_documents"))
    caplog.set_level(logging.WARNING)

    answer = await house.shop.answer("t", CAT)
    await house.analytics.settle()

    assert answer.grounded
    assert caplog.messages == ["Figures of 1 questions could not be written"]
