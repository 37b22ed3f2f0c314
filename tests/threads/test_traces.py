from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import elements, feedback, messages, steps
from chat.domain import Draft, KeptAnswer, Origin, Reference, Source
from chat.threads.traces import without_passages
from tests.assistant.workshop import ALICE, workshop
from tests.passages import NOON

SHOWN = {
    "props": {
        "summary": "Sources: 1 document, 1 message, 2 passages",
        "groups": [
            {"name": "rules.md", "passages": [{"parent": "d", "preview": "the gate"}]},
            {
                "name": "This conversation",
                "passages": [{"parent": "m", "preview": "the dog"}, {"parent": "n", "preview": "the cat"}],
            },
        ],
    }
}


def test_passages_of_what_is_gone_are_taken_out_with_their_empty_group() -> None:
    kept = without_passages(SHOWN, {"d", "m"})

    assert kept["props"]["groups"] == [{"name": "This conversation", "passages": [{"parent": "n", "preview": "the cat"}]}]


def test_passages_of_another_thread_are_told_from_the_threads_own_of_the_same_id() -> None:
    shown = {"passages": [{"parent": "m", "place": "a"}, {"parent": "m", "place": None}, {"parent": "n", "place": "a"}]}

    assert without_passages(shown, {"m"})["passages"] == [shown["passages"][0], shown["passages"][2]]
    assert without_passages(shown, {"m"}, "a")["passages"] == shown["passages"][1:]
    assert without_passages(shown, None, "a")["passages"] == [shown["passages"][1]]


def test_what_shows_none_of_it_stays_as_it_is() -> None:
    assert without_passages(SHOWN, {"other"}) == SHOWN


async def test_a_deleted_message_takes_its_sources_and_thumbs_along_and_its_preview_elsewhere(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    await shop.assistant.add_messages(ALICE, thread, [Draft("user", "The dog is Biscuit.", "m"), Draft("user", "Other.", "n")])
    async with engine.begin() as connection:
        row = {"thread_id": thread, "display": SHOWN, "created_at": NOON}
        await connection.execute(insert(elements), [row | {"id": "of-m", "for_id": "m"}, row | {"id": "of-n", "for_id": "n"}])
        await connection.execute(
            insert(feedback).values(id="f", thread_id=thread, for_id="m", value=1, comment="secret", created_at=NOON)
        )

    await shop.assistant.delete_message(ALICE, thread, "m")

    async with engine.connect() as connection:
        left = (await connection.execute(select(elements.c.id, elements.c.display))).all()
        thumbs = (await connection.execute(select(feedback.c.id))).all()
    assert [row.id for row in left] == ["of-n"]
    assert "the dog" not in str(left[0].display)
    assert thumbs == []


async def test_questions_that_were_made_of_what_is_gone_go_with_it_cited_or_not(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    said = [Draft("user", "The dog is Biscuit.", "m"), Draft("assistant", "Noted.", "n")]
    await shop.assistant.add_messages(ALICE, "t", said)
    await shop.parts.rows.answers.keep("t", "n", KeptAnswer("m", "extractive", ()))
    await shop.parts.rows.answers.offer("t", "n", ["Who is Biscuit?"], [Origin("m", None)])
    shown = {"props": {**SHOWN["props"], "follow_ups": ["Who is Biscuit?"]}}
    async with engine.begin() as connection:
        await connection.execute(insert(elements).values(id="e", thread_id="t", for_id="n", display=shown, created_at=NOON))

    await shop.assistant.delete_message(ALICE, "t", "m")

    kept = await shop.parts.rows.answers.find("t", "n")
    assert kept is not None
    assert (kept.follow_ups, kept.suggested_by) == ((), ())
    async with engine.connect() as connection:
        [display] = (await connection.execute(select(elements.c.display))).scalars()
    assert display["props"]["follow_ups"] == []


@pytest.mark.parametrize("put_away", [False, True])
async def test_answers_from_a_version_that_is_deleted_show_nothing_of_it(
    engine: AsyncEngine, tmp_path: Path, put_away: bool
) -> None:
    """Nor do those in a branch; answers from the present version keep their sources."""
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "Where is the pump?", "asked")])
    document = await shop.read("t", "pump.md", "# Warranty\n\nThe pump has a warranty of 24 months.\n")
    await shop.parts.rows.answers.keep("t", (await shop.answer("t", "How long is the warranty?")).answer_id, _cites(document.id))
    answers = [message.id for message in (await shop.assistant.messages(ALICE, "t"))[0] if message.role == "assistant"]
    async with engine.begin() as connection:
        await connection.execute(update(messages).values(created_at=NOON - timedelta(days=1)))
    await shop.read("t", "pump.md", "# Warranty\n\nThe pump has a warranty of 36 months.\n")
    answers.append((await shop.answer("t", "How long is the warranty?")).answer_id)
    async with engine.begin() as connection:
        await connection.execute(update(messages).where(messages.c.id == answers[1]).values(created_at=NOON + timedelta(days=1)))

    if put_away:
        await shop.assistant.edit_message(ALICE, "t", "asked", "Where is the boat?", keep=True)
    await shop.assistant.delete_version(ALICE, "t", document.id, 1)
    await shop.assistant.switch_branch(ALICE, "t", "asked", 1)

    earlier, later = [await shop.parts.rows.answers.find("t", id) for id in answers]
    assert earlier is not None
    assert later is not None
    assert earlier.references == ()
    assert [each.parent for each in later.references] == [document.id]


@pytest.mark.parametrize(
    ("gone", "title", "left"),
    [
        ("guide.md", "guide.md and user-guide.md", "a deleted file and user-guide.md"),
        ("run", "A run in the rain, trunk and all", "A a deleted file in the rain, trunk and all"),
        ("报告.md", "请看报告.md吧", "请看a deleted file吧"),
        ("user-guide.md", "“user-guide.md”", "“user-guide.md”"),  # there is another of this name
    ],
)
async def test_only_the_deleted_file_is_named_no_more(
    engine: AsyncEngine, tmp_path: Path, gone: str, title: str, left: str
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, title, id="t")
    await shop.read("t", "user-guide.md", "The boat is blue.")
    document = await shop.read("t", gone, "The pump is red.", document="gone")
    step = {"type": "run", "name": f"Reading {gone}", "input": "user-guide.md"}
    async with engine.begin() as connection:
        await connection.execute(insert(steps).values(id="s", thread_id="t", sequence=9, created_at=NOON, display=step))

    await shop.assistant.delete_document(ALICE, "t", document.id)

    async with engine.connect() as connection:
        [drawn] = (await connection.execute(select(steps.c.display))).scalars()
    assert (await shop.assistant.thread(ALICE, "t")).name == left
    assert drawn["type"] == "run"
    assert drawn["input"] == "user-guide.md"
    assert drawn["name"] == f"Reading {gone if gone == 'user-guide.md' else 'a deleted file'}"


def _cites(document: str) -> KeptAnswer:
    quoted = Reference(
        1, "a warranty of 24 months", True, Source.DOCUMENT, document, 0, 23, "pump.md", None, (), None, None, None
    )
    return KeptAnswer("q", "extractive", (quoted,))
