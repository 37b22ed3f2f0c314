from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.domain import Draft, Question, utc_now
from chat.events import Answered
from tests.assistant.workshop import ALICE, workshop


async def test_a_thread_that_several_calls_want_at_once_is_made_once_and_given_to_each(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)

    made = await asyncio.gather(*(shop.assistant.ensure_thread(ALICE, "wanted", "Notes") for _ in range(4)))

    assert {(thread.id, thread.name) for thread in made} == {("wanted", "Notes")}
    assert [thread.id for thread in (await shop.assistant.threads(ALICE))[0]] == ["wanted"]


async def test_an_answer_that_is_edited_leaves_what_it_rested_on(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "The ferry leaves at noon.")])
    ask = Ask(Question(thread.id, "When does the ferry leave?", utc_now()))
    [answer] = [event.answer async for event in shop.assistant.ask(ALICE, ask) if isinstance(event, Answered)]
    assert await shop.parts.rows.answers.find(thread.id, answer.answer_id) is not None

    await shop.assistant.edit_message(ALICE, thread.id, answer.answer_id, "I was wrong.")

    assert await shop.parts.rows.answers.find(thread.id, answer.answer_id) is None


async def test_people_who_take_turns_under_names_are_the_authors_of_what_they_say(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    said = ["Ann: I am in Rome.", "Ben: Since when?", "Ann: Since Monday.", "Ben: How is the food?"]

    told = await shop.assistant.add_messages(ALICE, thread, [Draft("user", text) for text in said])

    assert [(each.author, each.content) for each in told] == list(zip(["Ann", "Ben"] * 2, said, strict=True))


async def test_messages_that_come_one_by_one_have_authors_once_people_are_seen_to_take_turns(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    said = ["Ann: Rome.", "Ben: When?", "Ann: Monday.", "Ben: And back?", "Clara: Hello!", "See you."]

    told = [(await shop.assistant.add_messages(ALICE, thread, [Draft("user", text)]))[0] for text in said]

    assert [each.author for each in told] == [None, None, None, "Ben", "Clara", None]


async def test_an_author_that_is_given_stays(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    said = [Draft("user", "Ann: Rome."), Draft("user", "Ben: When?")] * 2

    told = await shop.assistant.add_messages(ALICE, thread, [*said, Draft("user", "Ann: That was Clara's.", author="Clara")])

    assert [each.author for each in told] == ["Ann", "Ben", "Ann", "Ben", "Clara"]
