"""Tests of edited questions: their versions are kept with the messages after them, and the thread continues from any."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import branches
from chat.domain import Draft, Question, User
from chat.errors import Conflict, NotFound
from chat.threads.conversations.branches import MOST_FORMS
from chat.threads.conversations.display import Display
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.passages import NOON

MALLORY = User("mallory", "mallory")
SISTER = [
    Draft("user", "Where does my sister live?", "asked"),
    Draft("assistant", "I do not know yet.", "unknown"),
    Draft("user", "She lives in Lisbon, by the harbour.", "told"),
]


@pytest.fixture
async def shop(engine: AsyncEngine, tmp_path: Path) -> Workshop:
    made = workshop(engine, tmp_path)
    await made.assistant.create_thread(ALICE, id="t")
    await made.assistant.add_messages(ALICE, "t", SISTER)
    return made


async def said(shop: Workshop) -> list[str]:
    return [message.content for message in (await shop.assistant.messages(ALICE, "t"))[0]]


async def recalled(shop: Workshop, words: str) -> str:
    return " ".join(each.chunk.text for each in (await shop.assistant.search(ALICE, Question("t", words, NOON))).passages)


async def edit(shop: Workshop, message: str, content: str) -> None:
    await shop.assistant.edit_message(ALICE, "t", message, content, keep=True)


async def test_an_earlier_form_comes_back_with_what_was_said_behind_it(shop: Workshop) -> None:
    await edit(shop, "asked", "Where does my brother live?")
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "He lives in Porto, by the river.", "brother")])
    assert "Lisbon" not in await recalled(shop, "Who lives in Lisbon by the harbour?")

    forms = await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    assert await said(shop) == [draft.content for draft in SISTER]
    assert "Lisbon" in await recalled(shop, "Who lives in Lisbon by the harbour?")
    assert "Porto" not in await recalled(shop, "Who lives in Porto by the river?")
    assert [(each.form, each.content, each.messages, each.current) for each in forms] == [
        (1, "Where does my sister live?", 2, True),
        (2, "Where does my brother live?", 1, False),
    ]


async def test_going_there_and_back_changes_nothing(shop: Workshop) -> None:
    await shop.read("t", "pump.md", "# Warranty\n\nThe pump has a warranty of 24 months.\n")
    asked = await shop.answer("t", "How long is the warranty of the pump?")
    before, kept = await said(shop), await shop.parts.rows.answers.find("t", asked.answer_id)
    await edit(shop, "asked", "Where does my brother live?")

    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)
    await shop.assistant.switch_branch(ALICE, "t", "asked", 2)
    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    assert await said(shop) == before
    assert await shop.parts.rows.answers.find("t", asked.answer_id) == kept
    assert kept is not None
    assert kept.references


async def test_an_answer_in_a_branch_keeps_the_messages_of_that_branch_as_its_sources(shop: Workshop) -> None:
    answer = await shop.answer("t", "Does my sister live by the harbour of Lisbon?")
    before = await shop.parts.rows.answers.find("t", answer.answer_id)
    await edit(shop, "asked", "Where does my brother live?")

    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    assert before is not None
    assert "told" in {each.parent for each in before.references}
    assert await shop.parts.rows.answers.find("t", answer.answer_id) == before


async def test_forms_of_a_question_in_a_branch_come_back_with_it(shop: Workshop) -> None:
    await edit(shop, "told", "She lives in Faro.")
    await edit(shop, "asked", "Where does my brother live?")
    assert list(await shop.assistant.branches(ALICE, "t")) == ["asked"]

    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)
    forms = await shop.assistant.switch_branch(ALICE, "t", "told", 1)

    assert [each.content for each in forms] == ["She lives in Lisbon, by the harbour.", "She lives in Faro."]
    assert (await said(shop))[-1] == "She lives in Lisbon, by the harbour."


async def test_what_is_asked_of_every_answer_comes_and_goes_with_its_branch(shop: Workshop) -> None:
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "From now on answer in French.")])
    await edit(shop, "asked", "Where does my brother live?")
    assert await shop.assistant.instructions(ALICE, "t") == []

    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    assert [each.text for each in await shop.assistant.instructions(ALICE, "t")] == ["From now on answer in French."]


async def test_what_the_page_draws_comes_back_with_its_branch(shop: Workshop, engine: AsyncEngine) -> None:
    display = Display(engine)
    await display.put_step("t", "run", NOON, {"type": "run", "parentId": "told"})
    await display.put_element("t", "chip", "run", NOON, {"name": "Progress"})
    await display.rate(ALICE.id, "run", 1, "thanks", NOON)
    before = await display.drawn("t")

    await edit(shop, "asked", "Where does my brother live?")
    other = await display.drawn("t")
    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)
    after = await display.drawn("t")

    assert before is not None
    assert other is not None
    assert after is not None
    assert ([line.id for line in other.lines], other.elements, other.thumbs) == (["asked"], (), ())
    assert [line.id for line in after.lines] == [line.id for line in before.lines]
    assert (after.elements, after.thumbs) == (before.elements, before.thumbs)


async def test_a_thread_is_called_after_the_form_it_goes_on_from(shop: Workshop) -> None:
    await shop.parts.rows.conversations.name_if_unnamed("t", "Where does my sister live?")
    await edit(shop, "asked", "Where does my brother live?")

    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    assert (await shop.assistant.thread(ALICE, "t")).name == "Where does my sister live?"


async def test_a_link_shows_nothing_that_was_brought_back_after_it_was_made(engine: AsyncEngine, shop: Workshop) -> None:
    await edit(shop, "asked", "Where does my brother live?")
    position = max(message.sequence for message in (await shop.assistant.messages(ALICE, "t"))[0])

    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    after = [message for message in (await shop.assistant.messages(ALICE, "t"))[0] if message.id != "asked"]
    assert after
    assert all(message.sequence > position for message in after)


async def test_a_form_is_deleted_but_for_the_one_the_thread_goes_on_from(shop: Workshop) -> None:
    await edit(shop, "asked", "Where does my brother live?")

    receipt = await shop.assistant.delete_branch(ALICE, "t", "asked", 1)
    with pytest.raises(Conflict):
        await shop.assistant.delete_branch(ALICE, "t", "asked", 2)
    with pytest.raises(NotFound):
        await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    assert (receipt.messages, receipt.verified) == (3, True)
    assert [each.content for each in await shop.assistant.forms(ALICE, "t", "asked")] == ["Where does my brother live?"]


async def test_forms_go_with_their_question(shop: Workshop, engine: AsyncEngine) -> None:
    await edit(shop, "told", "She lives in Faro.")
    await edit(shop, "asked", "Where does my brother live?")

    await shop.assistant.delete_message(ALICE, "t", "asked")

    async with engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(branches))).scalar_one() == 0


async def test_a_branch_that_is_put_away_shows_nothing_of_a_document_deleted_meanwhile(shop: Workshop) -> None:
    document = await shop.read("t", "pump.md", "# Warranty\n\nThe pump has a warranty of 24 months.\n")
    answer = await shop.answer("t", "How long is the warranty of the pump?")
    await edit(shop, "asked", "Where does my brother live?")

    await shop.assistant.delete_document(ALICE, "t", document.id)
    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    kept = await shop.parts.rows.answers.find("t", answer.answer_id)
    assert kept is not None
    assert document.id not in {each.parent for each in kept.references}


async def test_nor_of_a_library_deleted_meanwhile(shop: Workshop) -> None:
    library = await shop.assistant.create_library(ALICE, "Pumps")
    await shop.read(library.id, "pump.md", "# Warranty\n\nThe pump has a warranty of 24 months.\n")
    await shop.assistant.update_thread(ALICE, "t", settings={"libraries": [library.id]})
    answer = await shop.answer("t", "How long is the warranty of the pump?")
    before = await shop.parts.rows.answers.find("t", answer.answer_id)
    await edit(shop, "asked", "Where does my brother live?")

    await shop.assistant.delete_library(ALICE, library.id)
    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    kept = await shop.parts.rows.answers.find("t", answer.answer_id)
    assert before is not None
    assert library.id in {each.place for each in before.references}
    assert kept is not None
    assert library.id not in {each.place for each in kept.references}


async def test_of_many_forms_the_oldest_goes(shop: Workshop) -> None:
    for number in range(MOST_FORMS + 2):
        await edit(shop, "asked", f"Where does cousin number {number} live?")

    forms = await shop.assistant.forms(ALICE, "t", "asked")

    assert len(forms) == MOST_FORMS
    assert [each.form for each in forms] == list(range(4, MOST_FORMS + 4))
    assert forms[-1].current


async def test_without_being_asked_to_an_edit_keeps_nothing(shop: Workshop) -> None:
    await shop.assistant.edit_message(ALICE, "t", "asked", "Where does my brother live?")

    assert [each.content for each in await shop.assistant.forms(ALICE, "t", "asked")] == ["Where does my brother live?"]


async def test_forms_of_another_persons_question_are_none(shop: Workshop) -> None:
    await edit(shop, "asked", "Where does my brother live?")

    for work in (
        shop.assistant.branches(MALLORY, "t"),
        shop.assistant.forms(MALLORY, "t", "asked"),
        shop.assistant.switch_branch(MALLORY, "t", "asked", 1),
        shop.assistant.delete_branch(MALLORY, "t", "asked", 1),
    ):
        with pytest.raises(NotFound):
            await work
