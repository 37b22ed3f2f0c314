from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.database.schema import elements, messages, summaries, usage
from chat.domain import Draft, Question, Source, Summary, User
from chat.errors import ModelFailed, NotFound
from chat.events import Answered, Retrieved
from chat.llm.base import Connected, Prompt
from chat.settings import AnsweringSettings
from chat.threads.conversations.display import Display
from tests.assistant.talking import Talking
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.passages import NOON

SECRET = "The safe opens with 4711."
LONG = "The garden has roses, tulips and an old pear tree that nobody may cut down. " * 6
CONTEXT = 1_500


def _of(prompt: Prompt) -> str:
    """Return a summary that states what it was made from."""
    shown = prompt.messages[1].content
    known = [word for word in ("4711", "roses", "Zanzibar", "old:") if word in shown]
    return f"old: they spoke of {' and '.join(known)}."


def _shop(engine: AsyncEngine, folder: Path, model: Talking | None, **settings: object) -> Workshop:
    answering = AnsweringSettings.model_validate(
        {"follow_ups": "off", "rewrite": "off", "max_answer_tokens": 100, "summary_tokens": 100, **settings}
    )
    models = {model.name: Connected(model, CONTEXT, 100)} if model else {}
    return workshop(engine, folder, model, models=models, answering=answering)


async def _talked(shop: Workshop, turns: int = 8) -> None:
    """Fill thread `t`: a user says a secret, then much else, and asks something."""
    await shop.assistant.create_thread(ALICE, id="t")
    drafts = [Draft("user", SECRET, "secret"), *(Draft("user", f"{LONG} {at}", f"m{at}") for at in range(turns))]
    await shop.assistant.add_messages(ALICE, "t", drafts)
    await shop.answer("t", "What grows in the garden?")


async def test_what_has_fallen_out_of_view_is_summarised_behind_an_answer(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)

    await _talked(shop)

    kept = await shop.assistant.summary(ALICE, "t")
    assert kept is not None
    assert kept.text.startswith("old: they spoke of 4711 and roses")
    assert (kept.first_sequence, kept.model) == (1, "talking")
    assert kept.messages == kept.last_sequence < 10
    assert SECRET in model.summarising[0].messages[1].content


async def test_it_is_a_source_of_the_next_prompt_that_can_be_cited(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary="They spoke of roses. The safe opens with 4711.")
    shop = _shop(engine, tmp_path, model)
    await _talked(shop)
    kept = await shop.assistant.summary(ALICE, "t")
    assert kept is not None
    model.answer = "The safe opens with 4711 [1]."
    ask = Ask(Question("t", "Zzz?", NOON, threshold=1.0))

    events = [event async for event in shop.assistant.ask(ALICE, ask)]

    [found] = [event.found for event in events if isinstance(event, Retrieved)]
    [answer] = [event.answer for event in events if isinstance(event, Answered)]
    assert [passage.summary for passage in found.passages] == [kept]
    system = model.answering[-1].messages[0].content
    assert f'<source id="1" from="summary of this conversation, 8 May 2026, written by a model">\n{kept.text}' in system
    [citation] = answer.citations
    assert (citation.passage.chunk.parent, citation.supported) == (kept.id, True)
    record = await shop.parts.rows.answers.find("t", answer.answer_id)
    assert record is not None
    assert [(each.parent, each.speaker) for each in record.references] == [(kept.id, "Summary by a model")]
    assert await shop.assistant.summary(ALICE, "t", kept.id) == kept


async def test_the_next_one_is_made_of_it_and_of_what_followed(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)
    await _talked(shop)
    first = await shop.assistant.summary(ALICE, "t")
    made = len(model.summarising)

    await shop.assistant.add_messages(ALICE, "t", [Draft("user", f"{LONG} Zanzibar {at}") for at in range(8)])
    await shop.answer("t", "What grows in Zanzibar?")

    second = await shop.assistant.summary(ALICE, "t")
    assert first is not None
    assert second is not None
    assert second.last_sequence > first.last_sequence
    assert second.first_sequence == 1
    assert first.text in model.summarising[made].messages[1].content
    assert SECRET not in model.summarising[made].messages[1].content
    assert await shop.parts.rows.summaries.latest("t", before=first.last_sequence + 1) == first


@pytest.mark.parametrize("change", ["edit", "delete", "edit in the web chat", "delete in the web chat"])
async def test_nothing_of_a_message_survives_in_it_once_it_is_edited_or_deleted(
    engine: AsyncEngine, tmp_path: Path, change: str
) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)
    await _talked(shop)
    kept = await shop.assistant.summary(ALICE, "t")
    assert kept is not None
    shown = {"groups": [{"passages": [{"parent": kept.id, "preview": kept.text}]}, {"passages": [{"parent": "other"}]}]}
    async with engine.begin() as connection:
        await connection.execute(insert(elements).values(id="e", thread_id="t", for_id="x", display=shown, created_at=NOON))

    model.summary = ModelFailed("away")
    match change:
        case "edit":
            await shop.parts.rows.conversations.rewrite("t", "secret", "The safe is empty.")
        case "delete":
            await shop.parts.rows.conversations.mark_gone("t", "secret")
        case "edit in the web chat":
            await Display(engine).edit("t", "secret", "The safe is empty.")
        case _:
            await Display(engine).remove("t", "secret")

    assert await shop.assistant.summary(ALICE, "t") is None
    async with engine.connect() as connection:
        assert not any("4711" in text for text in (await connection.execute(select(summaries.c.text))).scalars())
    await shop.parts.memory.settle("t")
    assert await shop.parts.rows.summaries.count("t") == 0
    async with engine.connect() as connection:
        display = (await connection.execute(select(elements.c.display).where(elements.c.id == "e"))).scalar_one()
    assert display == {"groups": [{"passages": [{"parent": "other"}]}]}


async def test_after_a_delete_it_is_made_anew_without_the_message(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)
    await _talked(shop)
    made = len(model.summarising)

    await shop.assistant.delete_message(ALICE, "t", "secret")
    await shop.assistant.settle_later()

    kept = await shop.assistant.summary(ALICE, "t")
    assert kept is not None
    assert "4711" not in kept.text
    assert all("4711" not in prompt.messages[1].content for prompt in model.summarising[made:])


async def test_an_earlier_one_stays_when_only_a_later_one_covers_what_is_taken_back(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = _shop(engine, tmp_path, Talking(summary=_of))
    await _talked(shop)
    first = await shop.assistant.summary(ALICE, "t")
    assert first is not None
    [said] = await shop.assistant.add_messages(ALICE, "t", [Draft("user", "Zanzibar is far.", "far")])
    later = replace(first, id="later", last_sequence=said.sequence, text="And Zanzibar is far.")
    covered = await shop.parts.rows.conversations.after("t", first.last_sequence, 100)
    assert await shop.parts.rows.summaries.put(later, first, covered)

    await shop.parts.rows.conversations.mark_gone("t", "far")

    assert await shop.assistant.summary(ALICE, "t") == first


async def test_one_that_was_written_while_a_message_changed_is_not_stored(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = _shop(engine, tmp_path, None)
    await _talked(shop)
    covered = await shop.parts.rows.conversations.after("t", 0, 3)
    summary = Summary("s", "t", "Text.", 1, covered[-1].sequence, NOON, NOON, 3, "m", NOON)

    await shop.parts.rows.conversations.rewrite("t", "secret", "The safe is empty.")

    assert not await shop.parts.rows.summaries.put(summary, None, covered)
    assert await shop.parts.rows.summaries.count("t") == 0


@pytest.mark.parametrize(
    ("settings", "thread"),
    [
        pytest.param({"summary": "off"}, {}, id="switched off"),
        pytest.param({}, {"memory": False}, id="a thread without memory"),
        pytest.param({}, {"model": "extractive"}, id="a thread that is quoted"),
    ],
)
async def test_there_is_none(engine: AsyncEngine, tmp_path: Path, settings: dict[str, object], thread: dict[str, object]) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model, **settings)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.assistant.update_thread(ALICE, "t", settings=thread)
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", f"{LONG} {at}") for at in range(8)])

    await shop.answer("t", "What grows in the garden?")

    assert model.summarising == []
    assert await shop.assistant.summary(ALICE, "t") is None


async def test_a_conversation_that_fits_needs_none(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)

    await _talked(shop, turns=0)

    assert model.summarising == []


async def test_a_question_that_narrows_its_search_is_not_given_it(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)
    await _talked(shop)

    ask = Ask(Question("t", "What grows in the garden?", NOON, sources=frozenset({Source.DOCUMENT})))
    events = [event async for event in shop.assistant.ask(ALICE, ask)]
    await shop.assistant.settle_later()

    [found] = [event.found for event in events if isinstance(event, Retrieved)]
    assert found.passages == ()


async def test_an_answer_waits_for_no_summary_and_closing_stops_it(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary="...")
    shop = _shop(engine, tmp_path, model)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", f"{LONG} {at}") for at in range(8)])

    events = [event async for event in shop.asking("t", "What grows in the garden?")]
    await asyncio.sleep(0)
    await shop.parts.summarising.close()

    assert isinstance(events[-1], Answered)
    assert await shop.assistant.summary(ALICE, "t") is None


async def test_it_is_counted_and_goes_with_the_thread(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(summary=_of)
    shop = _shop(engine, tmp_path, model)
    await _talked(shop)

    receipt = await shop.assistant.delete_thread(ALICE, "t")

    assert receipt.verified
    async with engine.connect() as connection:
        assert (await connection.execute(select(summaries.c.id))).all() == []
        assert (await connection.execute(select(messages.c.id))).all() == []
        assert len((await connection.execute(select(usage.c.id))).all()) == 1 + len(model.summarising)


async def test_nobody_else_sees_it(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = _shop(engine, tmp_path, Talking(summary=_of))
    await _talked(shop)

    with pytest.raises(NotFound):
        await shop.assistant.summary(User("bob", "bob"), "t")
