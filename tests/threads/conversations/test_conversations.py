from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Altered, Draft
from chat.errors import Conflict, NotFound
from chat.text import title_of
from chat.threads.conversations.branches import Branches
from chat.threads.conversations.conversations import Conversations
from chat.threads.conversations.display import Display
from chat.threads.conversations.memories import Memories
from tests.passages import NOON


@pytest.fixture
def conversations(engine: AsyncEngine) -> Conversations:
    return Conversations(engine)


async def test_a_thread_is_its_owners_and_nobody_elses(conversations: Conversations) -> None:
    await conversations.create("alice", "t", "Batteries", NOON)

    assert (await conversations.get("alice", "t")).name == "Batteries"
    with pytest.raises(NotFound):
        await conversations.get("bob", "t")
    with pytest.raises(NotFound):
        await conversations.change("bob", "t", name="Mine now")
    with pytest.raises(NotFound):
        await conversations.entomb("bob", "t", NOON)


async def test_threads_are_listed_last_used_first_page_by_page(conversations: Conversations) -> None:
    for day in range(5):
        await conversations.create("alice", f"t{day}", None, NOON + timedelta(days=day))
    await conversations.put("t1", [Draft("user", "hello")], NOON + timedelta(days=9))

    first, cursor = await conversations.listed("alice", None, 3, None)
    second, end = await conversations.listed("alice", None, 3, cursor)

    assert [thread.id for thread in first + second] == ["t1", "t4", "t3", "t2", "t0"]
    assert end is None


@pytest.mark.parametrize(("query", "found"), [("batt", ["t"]), ("BISCUIT", ["t"]), ("100%", ["t"]), ("10_", []), ("cat", [])])
async def test_search_looks_at_names_and_messages_and_takes_no_wildcards(
    conversations: Conversations, query: str, found: list[str]
) -> None:
    await conversations.create("alice", "t", "Batteries", NOON)
    await conversations.put("t", [Draft("user", "Biscuit is 100% a good dog")], NOON)

    threads, _ = await conversations.listed("alice", query, 10, None)

    assert [thread.id for thread in threads] == found


async def test_messages_keep_the_order_in_which_they_were_said_whatever_the_clock(conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)

    await conversations.put("t", [Draft("user", "first", "1"), Draft("assistant", "second", "2")], NOON)
    await conversations.put("t", [Draft("user", "third", "3")], NOON - timedelta(days=400))

    said, _ = await conversations.page_of_messages("t", 10, None)
    assert [message.content for message in said] == ["first", "second", "third"]


async def test_a_message_id_that_is_taken_is_refused_and_changes_nothing(conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)
    await conversations.put("t", [Draft("user", "mine", "1")], NOON)

    with pytest.raises(Conflict):
        await conversations.put("t", [Draft("user", "new", "2"), Draft("user", "other", "1")], NOON)

    said, _ = await conversations.page_of_messages("t", 10, None)
    assert [message.content for message in said] == ["mine"]


async def test_of_many_ids_that_are_taken_or_given_twice_the_first_are_named(conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)
    said = [Draft("user", "said", str(number)) for number in range(7)]
    await conversations.put("t", said, NOON)

    with pytest.raises(Conflict, match=r"twice: 0, 1, 2, 3, 4 and 2 more\.$"):
        await conversations.put("t", [*said, Draft("user", "new", "8")], NOON)
    with pytest.raises(Conflict, match=r"twice: 9\.$"):
        await conversations.put("t", [Draft("user", "new", "9"), Draft("user", "newer", "9"), Draft("user", "x", None)], NOON)


async def test_the_same_message_id_in_another_thread_is_another_message(conversations: Conversations) -> None:
    await conversations.create("alice", "a", None, NOON)
    await conversations.create("bob", "b", None, NOON)
    await conversations.put("a", [Draft("user", "alice's", "1")], NOON)

    await conversations.put("b", [Draft("user", "bob's", "1")], NOON)

    assert (await conversations.message("a", "1")).content == "alice's"
    assert (await conversations.message("b", "1")).content == "bob's"


async def test_a_message_changed_while_it_was_indexed_stays_to_be_indexed(conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)
    [message] = await conversations.put("t", [Draft("user", "old", "1")], NOON)
    await conversations.rewrite("t", "1", "new")

    await conversations.settle("t", [message], [])

    pending, _ = await conversations.unsettled("t")
    assert [one.content for one in pending] == ["new"]


async def test_a_message_forgotten_while_it_was_indexed_stays_to_be_indexed(
    engine: AsyncEngine, conversations: Conversations
) -> None:
    await conversations.create("alice", "t", None, NOON)
    [message] = await conversations.put("t", [Draft("user", "The gate code is 4455.", "1")], NOON)
    await Memories(engine).change(message, [Altered(0, 22, None)], "")

    await conversations.settle("t", [message], [])

    [pending], _ = await conversations.unsettled("t")
    assert pending.recalled != message.recalled
    await conversations.settle("t", [pending], [])
    assert await conversations.unsettled("t") == ([], [])


async def test_what_followed_an_edited_message_is_hidden_at_once(engine: AsyncEngine, conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)
    await conversations.put("t", [Draft("user", text, text) for text in ("one", "two", "three")], NOON)

    superseded = await Branches(engine).edit("t", "one", "uno", keep=False)

    said, _ = await conversations.page_of_messages("t", 10, None)
    assert superseded == 2
    assert [(message.id, message.content) for message in said] == [("one", "uno")]


async def test_an_edit_that_fails_before_its_end_has_changed_nothing(engine: AsyncEngine, conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)
    await conversations.put("t", [Draft("user", text, text) for text in ("one", "two")], NOON)
    async with engine.begin() as connection:  # makes the last step of an edit fail
        fail = "BEFORE UPDATE ON messages WHEN NEW.recall = 'gone' BEGIN SELECT RAISE(ABORT, 'no'); END"
        await connection.execute(text(f"CREATE TRIGGER refuse {fail}"))

    for edit in (Branches(engine), Display(engine)):
        with pytest.raises(IntegrityError):
            await edit.edit("t", "one", "uno", keep=True)

    said, _ = await conversations.page_of_messages("t", 10, None)
    assert [message.content for message in said] == ["one", "two"]
    assert await Branches(engine).listed("t") == {}


@pytest.mark.parametrize(("taken_back", "name"), [("one", "Where does it moor?"), ("two", None)])
async def test_a_thread_is_not_called_after_a_question_that_was_taken_back(
    conversations: Conversations, taken_back: str, name: str | None
) -> None:
    await conversations.create("alice", "t", None, NOON)
    said = {"one": "It leaks.", "two": "Where  does it moor?"}
    await conversations.put("t", [Draft("user", text, id) for id, text in said.items()], NOON)
    await conversations.name_if_unnamed("t", title_of(said["two"]))

    await conversations.mark_gone("t", taken_back)

    assert (await conversations.get("alice", "t")).name == name


async def test_nor_when_an_earlier_one_is_edited_or_it_is_taken_back_in_the_web_chat(
    engine: AsyncEngine, conversations: Conversations
) -> None:
    display, threads = Display(engine), ("removed", "edited there", "edited")
    for thread in threads:
        await conversations.create("alice", thread, None, NOON)
        await conversations.put(thread, [Draft("user", "It leaks.", "one"), Draft("user", "Where is it?", "two")], NOON)
        await conversations.name_if_unnamed(thread, "Where is it?")

    await display.remove("removed", "two")
    await display.edit("edited there", "one", "It floats.")
    await Branches(engine).edit("edited", "one", "It floats.", keep=False)

    assert [(await conversations.get("alice", thread)).name for thread in threads] == [None, None, None]


async def test_a_deleted_thread_takes_no_more_messages(conversations: Conversations) -> None:
    await conversations.create("alice", "t", None, NOON)
    await conversations.entomb("alice", "t", NOON)

    with pytest.raises(NotFound):
        await conversations.put("t", [Draft("user", "still there?")], NOON)
    assert await conversations.entombed() == ["t"]


async def test_what_is_to_be_indexed_is_found_without_reading_the_thread(
    engine: AsyncEngine, conversations: Conversations
) -> None:
    await conversations.create("alice", "t", None, NOON)
    said = await conversations.put("t", [Draft("user", f"message {number}") for number in range(20)], NOON)
    await conversations.settle("t", said[:-1], [])
    asked: list[tuple[str, Any]] = []

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def note(connection: object, cursor: object, statement: str, parameters: Any, *more: object) -> None:  # Any: the driver's own
        asked.append((statement, parameters))

    pending, gone = await conversations.unsettled("t")
    [(statement, parameters)] = asked
    async with engine.connect() as connection:
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)).all()

    assert [message.content for message in pending] == ["message 19"]
    assert gone == []
    assert [row.detail for row in plan] == ["SEARCH messages USING INDEX ix_messages_unsettled (thread_id=?)"]
