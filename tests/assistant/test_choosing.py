from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant.choosing import choose, prompt_of
from chat.domain import Thread
from chat.errors import InvalidRequest
from chat.llm.base import Connected
from chat.settings import AnsweringSettings
from tests.assistant.workshop import ALICE, SlowModel, workshop
from tests.passages import NOON

MODELS = {name: Connected(SlowModel((), name)) for name in ("quick", "thorough")}


def thread(**settings: object) -> Thread:
    return Thread("t", "alice", None, NOON, NOON, settings)


@pytest.mark.parametrize(
    ("asked", "kept", "chosen"),
    [
        pytest.param(None, {}, "quick", id="the default"),
        pytest.param("thorough", {}, "thorough", id="the question's"),
        pytest.param(None, {"model": "thorough"}, "thorough", id="the thread's"),
        pytest.param("quick", {"model": "thorough"}, "quick", id="the question's before the thread's"),
        pytest.param("extractive", {}, None, id="none, says the question"),
        pytest.param(None, {"model": "extractive"}, None, id="none, says the thread"),
        pytest.param(None, {"model": 7}, "quick", id="a setting that is none"),
    ],
)
def test_the_question_chooses_before_the_thread_and_that_before_the_settings(
    asked: str | None, kept: dict[str, object], chosen: str | None
) -> None:
    choice = choose(MODELS, "quick", asked, thread(**kept))

    assert (choice.model.writer.name if choice.model else None, choice.note) == (chosen, None)


def test_a_question_that_names_a_model_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(InvalidRequest, match=r"no model called slow; there are: quick, thorough, extractive\."):
        choose(MODELS, "quick", "slow", thread())


def test_a_thread_whose_model_is_gone_is_answered_by_the_default_and_told() -> None:
    choice = choose(MODELS, "quick", None, thread(model="slow"))

    assert choice.model is MODELS["quick"]
    assert choice.note == "The model slow, chosen for this conversation, is not there any more."


async def test_the_model_of_a_thread_is_sent_back_with_its_other_settings_when_it_is_gone(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    assistant = workshop(engine, tmp_path, models=MODELS).assistant
    await assistant.bring_in(ALICE, None, [], "t", settings={"model": "slow"})

    kept = await assistant.update_thread(ALICE, "t", settings={"model": "slow", "memory": False})
    with pytest.raises(
        InvalidRequest, match=r"settings\.model: there is no model called slower; there are: quick, thorough, extractive\."
    ):
        await assistant.update_thread(ALICE, "t", settings={"model": "slower"})

    assert kept.settings == {"model": "slow", "memory": False}


def test_a_threads_own_system_prompt_stands_before_the_settings_one() -> None:
    settings = AnsweringSettings(system_prompt="Be brief.")

    assert prompt_of(thread(system_prompt="Answer in verse."), settings) == "Answer in verse."
    assert prompt_of(thread(system_prompt=" "), settings) == prompt_of(thread(), settings) == "Be brief."
