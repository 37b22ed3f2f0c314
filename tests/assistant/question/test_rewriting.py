from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.database.schema import usage
from chat.domain import Draft, Found, Question
from chat.errors import ModelFailed, ModelPaused
from chat.events import Retrieved
from chat.settings import AnsweringSettings
from tests.assistant.talking import Talking
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.passages import NOON

HOURS = "# Gate\n\nThe gate closes at nine in the evening.\n\n# Museum\n\nThe museum closes at six, on Sundays at four.\n"
RULES_ONLY = AnsweringSettings(follow_ups="rules")


async def _begun(engine: AsyncEngine, folder: Path, model: Talking | None, answering: AnsweringSettings = RULES_ONLY) -> Workshop:
    """Return a workshop with a thread `t` in which somebody asked when the gate closes."""
    shop = workshop(engine, folder, model, answering=answering)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.read("t", "hours.md", HOURS)
    await shop.answer("t", "When does the gate close?")
    return shop


async def _found(shop: Workshop, question: str) -> Found:
    events = [event async for event in shop.assistant.ask(ALICE, Ask(Question("t", question, NOON)))]
    [found] = [event.found for event in events if isinstance(event, Retrieved)]
    await shop.assistant.settle_later()
    return found


async def test_questions_that_come_beside_it_say_what_a_question_means(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await _begun(engine, tmp_path, None)
    ask = Ask(Question("t", "and the museum?", NOON, history=("When does the gate close?",)), remember=False)

    [found] = [event.found async for event in shop.assistant.ask(ALICE, ask) if isinstance(event, Retrieved)]

    assert found.rewritten == "When does the museum close?"


async def test_the_models_rewrite_is_searched_for_and_its_prompt_has_the_question_as_asked(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    model = Talking(rewrite="When does the museum close on Sundays?")
    shop = await _begun(engine, tmp_path, model)

    found = await _found(shop, "and on Sundays, the other one?")

    assert found.rewritten == "When does the museum close on Sundays?"
    assert found.question == "and on Sundays, the other one?"
    assert "The museum closes" in found.passages[0].chunk.text
    assert model.answering[-1].messages[-1].content == "and on Sundays, the other one?"
    assert "When does the gate close?" in model.rewriting[0].messages[1].content
    assert len(model.rewriting) == 1


async def test_what_an_answer_was_searched_by_is_shown_again_when_it_is_explained(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(rewrite="When does the museum close on Sundays?")
    shop = await _begun(engine, tmp_path, model)
    asked = await shop.answer("t", "and the other one on Sundays?")

    again = await shop.assistant.search(ALICE, Question("t", "and the other one on Sundays?", NOON), as_of=asked.question_id)

    assert again.rewritten == "When does the museum close on Sundays?"
    assert again.passages == asked.passages
    assert len(model.rewriting) == 1


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(ModelFailed("away"), id="fails"),
        pytest.param(ModelPaused("left alone", retry_after=9), id="is paused"),
        pytest.param("...", id="takes too long"),
        pytest.param("The museum closes at six.", id="answers"),
        pytest.param("What do penguins eat in winter?", id="asks something else"),
        pytest.param("", id="says nothing"),
    ],
)
async def test_rules_rewrite_when_the_model_does_not(engine: AsyncEngine, tmp_path: Path, reply: str | Exception) -> None:
    settings = AnsweringSettings(follow_ups="rules", rewrite_seconds=0.05)
    shop = await _begun(engine, tmp_path, Talking(rewrite=reply), settings)

    found = await _found(shop, "and the museum?")

    assert found.rewritten == "When does the museum close?"


async def test_a_rewrite_is_counted(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await _begun(engine, tmp_path, Talking(rewrite="When does the museum close?"))

    answer = await shop.answer("t", "and the museum?")

    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (20, 4)
    async with engine.connect() as connection:
        assert (await connection.execute(select(func.sum(usage.c.prompt_tokens)))).scalar_one() == 30


@pytest.mark.parametrize(
    ("rewrite", "question", "meant"),
    [
        ("auto", "When does the museum close?", "When does the museum close? (said before: When does the gate close?)"),
        ("rules", "and the museum?", "When does the museum close?"),
        ("off", "and the museum?", "and the museum? (said before: When does the gate close?)"),
    ],
)
async def test_the_model_is_asked_only_about_what_leans_and_only_by_setting(
    engine: AsyncEngine, tmp_path: Path, rewrite: str, question: str, meant: str
) -> None:
    model = Talking(rewrite="What is the fee of the museum?")
    settings = AnsweringSettings.model_validate({"follow_ups": "rules", "rewrite": rewrite})
    shop = await _begun(engine, tmp_path, model, settings)

    found = await _found(shop, question)

    assert found.rewritten == meant
    assert model.rewriting == []


async def test_quotes_answer_what_is_meant(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await _begun(engine, tmp_path, None)

    answer = await shop.answer("t", "I meant the museum")

    assert "six" in answer.text


@pytest.mark.parametrize("said", ["Thanks. When does the museum close?", "Hi! Thank you very much. When does the museum close?"])
async def test_a_question_behind_a_courtesy_is_searched_for_without_it(engine: AsyncEngine, tmp_path: Path, said: str) -> None:
    shop = await _begun(engine, tmp_path, None)

    found = await _found(shop, said)

    assert found.rewritten == "When does the museum close?"


async def test_a_name_is_not_put_in_front_of_what_was_told(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await _begun(engine, tmp_path, None)
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "Good morning, Vista Hotels, said the receptionist.")])

    found = await _found(shop, "no, Thorsten")

    assert not (found.rewritten or "").startswith("Thorsten:")


async def test_a_yes_asks_for_the_first_question_that_stood_under_the_answer(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await _begun(engine, tmp_path, None)
    [_, answer], _ = await shop.assistant.messages(ALICE, "t")
    await shop.parts.rows.answers.offer("t", answer.id, ["What does “Museum” say?"], [])

    found = await _found(shop, "yes, please")

    assert found.rewritten == "What does “Museum” say?"


async def test_a_search_with_history_is_rewritten_by_rules(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Talking(rewrite="What is the fee of the museum?")
    shop = await _begun(engine, tmp_path, model)
    question = Question("t", "and the museum?", NOON, history=("When does the gate close?",))

    found = await shop.assistant.search(ALICE, question)

    assert (found.question, found.rewritten) == ("and the museum?", "When does the museum close?")
    assert model.rewriting == []


@pytest.mark.parametrize("change", ["edit", "delete"])
async def test_what_was_understood_through_a_message_is_forgotten_with_it(
    engine: AsyncEngine, tmp_path: Path, change: str
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "What does Zanzibar cost?", "q")])
    asked = await shop.answer("t", "and Peru?")
    kept = await shop.assistant.message(ALICE, "t", asked.question_id)

    if change == "edit":
        await shop.parts.rows.conversations.rewrite("t", "q", "What does Chile cost?")
    else:
        await shop.assistant.delete_message(ALICE, "t", "q")

    assert kept.rewritten == "What does Peru cost?"
    assert (await shop.assistant.message(ALICE, "t", asked.question_id)).rewritten is None
