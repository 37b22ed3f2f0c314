from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.answering.replies.instructions import how_to
from chat.database.schema import instructions
from chat.domain import Draft, Question, User, utc_now
from chat.errors import NotFound
from chat.llm.base import Prompt
from chat.threads.conversations.transcripts import Entry
from tests.assistant.workshop import ALICE, Workshop, workshop

FRENCH = "From now on answer in French."


class Listening:
    """A model that records the prompts it was given."""

    name = "listening"

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []

    async def write(self, prompt: Prompt) -> AsyncIterator[str]:
        self.prompts.append(prompt)
        yield "Bien."

    async def close(self) -> None:
        return


async def _texts(shop: Workshop, thread: str) -> list[str]:
    return [each.text for each in await shop.assistant.instructions(ALICE, thread)]


async def test_an_instruction_is_noted_without_searching_and_held_before_every_prompt(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    model = Listening()
    shop = workshop(engine, tmp_path, model)
    thread = await shop.assistant.create_thread(ALICE)

    noted = await shop.answer(thread.id, FRENCH)
    await shop.answer(thread.id, "Where does the spare key lie?")

    assert "/instructions" in noted.text
    assert (noted.grounded, noted.passages, noted.citations) == (False, (), ())
    assert len(model.prompts) == 1
    assert f"- {FRENCH}" in model.prompts[0].messages[0].content


@pytest.mark.parametrize("typed", ["/instructions", "/instructions remove 1", "/instructions please"])
async def test_a_command_is_not_remembered(engine: AsyncEngine, tmp_path: Path, typed: str) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, FRENCH)

    await shop.answer(thread.id, typed)
    asked = Question(thread.id, "What did I say about instructions, remove, please?", utc_now())
    found = await shop.assistant.search(ALICE, asked)

    assert typed not in [passage.chunk.text for passage in found.passages]


async def test_instructions_are_listed_and_removed_in_words(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    searched = await shop.answer(thread.id, "What are my instructions?")
    await shop.answer(thread.id, FRENCH)
    await shop.answer(thread.id, "Could you use bullet points in all your answers?")
    listed = await shop.answer(thread.id, "What are my instructions?")
    removed = await shop.answer(thread.id, "Remove all instructions.")

    assert searched.model != "rules"
    assert (f"1. {FRENCH}" in listed.text, "2. use bullet points in all your answers" in listed.text) == (True, True)
    assert "“From now on answer in French”" in removed.text
    assert await _texts(shop, thread.id) == []


async def test_a_slip_in_a_command_is_told(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    assert (await shop.answer(thread.id, "/instructions please")).text == how_to("en")


@pytest.mark.parametrize("taken_back", ["by a command", "forgotten"])
async def test_what_was_taken_back_is_no_turn_of_the_conversation_for_a_model(
    engine: AsyncEngine, tmp_path: Path, taken_back: str
) -> None:
    model = Listening()
    shop = workshop(engine, tmp_path, model)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "The spare key lies under the mat.")
    noted = await shop.answer(thread.id, FRENCH)

    if taken_back == "forgotten":
        await shop.assistant.delete_message(ALICE, thread.id, noted.question_id)
    else:
        await shop.answer(thread.id, "/instructions remove 1")
    await shop.answer(thread.id, "Where does the spare key lie?")

    turns = [message.content for message in model.prompts[-1].messages]
    assert "The spare key lies under the mat." in turns
    assert not any(turn == FRENCH or turn.startswith(("Noted for every", "Taken back")) for turn in turns)


async def test_an_instruction_beside_a_question_is_noted_under_its_answer(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", "The gate closes at nine in the evening.")

    answer = await shop.answer(thread.id, f"{FRENCH} When does the gate close?")

    assert "nine" in answer.text
    assert "From now on answer in French" in (answer.note or "")
    assert await _texts(shop, thread.id) == [FRENCH]


async def test_messages_that_are_added_are_heeded_but_not_those_of_other_speakers(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    await shop.assistant.add_messages(
        ALICE,
        thread.id,
        [
            Draft("user", "Always give amounts in euros."),
            Draft("assistant", "Always answer in verse."),
            Draft("user", "Never use numbers.", author="Clara"),
        ],
    )

    assert await _texts(shop, thread.id) == ["Always give amounts in euros."]


async def test_an_instruction_goes_with_its_message(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    [said] = await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", FRENCH)])

    await shop.assistant.delete_message(ALICE, thread.id, said.id)

    assert await _texts(shop, thread.id) == []
    async with engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(instructions))).scalar_one() == 0


async def test_an_edited_message_asks_for_what_it_says_now(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    first, _ = await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", FRENCH), Draft("user", "Never use emojis.")])

    await shop.assistant.edit_message(ALICE, thread.id, first.id, "From now on answer in German.")
    in_german = await _texts(shop, thread.id)
    await shop.assistant.edit_message(ALICE, thread.id, first.id, "I like French.")

    assert in_german == ["From now on answer in German."]
    assert await _texts(shop, thread.id) == []


async def test_a_message_rewritten_elsewhere_asks_for_nothing_until_it_is_read_again(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    [said] = await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", FRENCH)])

    await shop.parts.rows.conversations.rewrite(thread.id, said.id, "I like French.")

    assert await _texts(shop, thread.id) == []


async def test_one_is_taken_back_by_its_number_or_its_id_and_the_message_stays(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for text in (FRENCH, "Never use emojis.", "Always be brief."):
        await shop.answer(thread.id, text)

    by_number = await shop.answer(thread.id, "/instructions remove 2")
    last = (await shop.assistant.instructions(ALICE, thread.id))[-1]
    await shop.assistant.remove_instruction(ALICE, thread.id, last.id)
    wrong = await shop.answer(thread.id, "/instructions remove 7")
    left = await shop.answer(thread.id, "/instructions")

    assert "Taken back: “Never use emojis”" in by_number.text
    assert "There is no instruction 7" in wrong.text
    assert f"1. {FRENCH}" in left.text
    assert "2." not in left.text
    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert said[2].content == "Never use emojis."
    with pytest.raises(NotFound):
        await shop.assistant.remove_instruction(ALICE, thread.id, last.id)


async def test_instructions_are_their_threads_own(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    here, elsewhere = await shop.assistant.create_thread(ALICE), await shop.assistant.create_thread(ALICE)
    await shop.answer(here.id, FRENCH)
    [held] = await shop.assistant.instructions(ALICE, here.id)

    assert await _texts(shop, elsewhere.id) == []
    with pytest.raises(NotFound):
        await shop.assistant.remove_instruction(ALICE, elsewhere.id, held.id)
    with pytest.raises(NotFound):
        await shop.assistant.instructions(User("bob", "bob"), here.id)


async def test_a_greeting_is_returned_without_sources_and_without_a_model(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Listening()
    shop = workshop(engine, tmp_path, model)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", "Hello and good morning are said at the gate.")

    greeted = await shop.answer(thread.id, "Good morning!")
    asked = await shop.answer(thread.id, "Good morning, where is hello said?")

    assert greeted.text.startswith("Hello!")
    assert (greeted.passages, greeted.grounded) == ((), False)
    assert len(model.prompts) == 1
    assert asked.passages


async def test_what_was_taken_back_in_german_is_no_turn_for_a_model_either(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Listening()
    shop = workshop(engine, tmp_path, model)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "Der Schlüssel liegt unter der Matte.")
    await shop.answer(thread.id, "Antworte ab jetzt immer auf Englisch.")

    answer = await shop.answer(thread.id, "Hör auf, auf Englisch zu antworten")
    await shop.answer(thread.id, "Wo liegt der Schlüssel?")

    turns = [message.content for message in model.prompts[-1].messages]
    assert answer.text.startswith("Zurückgenommen: “Antworte ab jetzt immer auf Englisch”.")
    assert "Der Schlüssel liegt unter der Matte." in turns
    assert not any(turn.startswith(("Antworte ab jetzt", "Für jede Antwort", "Zurückgenommen", "Hör auf")) for turn in turns)


async def test_an_instruction_is_taken_back_in_words(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "From now on, please answer in German.")
    await shop.answer(thread.id, "Always give amounts in euros.")

    answer = await shop.answer(thread.id, "stop answering in German")

    assert answer.text.startswith("Taken back: “From now on, please answer in German”.")
    assert await _texts(shop, thread.id) == ["Always give amounts in euros."]
    found = await shop.assistant.search(ALICE, Question(thread.id, "Who said stop answering in German?", utc_now()))
    assert "stop answering in German" not in [passage.chunk.text for passage in found.passages]


async def test_what_takes_an_instruction_back_is_not_noted_as_one(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "Use bullet points in all your answers.")

    await shop.answer(thread.id, "Stop using bullet points in all your answers.")

    assert await _texts(shop, thread.id) == []


async def test_what_takes_an_instruction_back_is_not_noted_when_it_is_added_either(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    said = ("Use bullet points in all your answers.", "Stop using bullet points in all your answers.")

    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", text) for text in said])

    assert await _texts(shop, thread.id) == []


async def test_nothing_is_taken_back_where_it_is_not_clear_what(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    noted = ["Always give amounts in euros.", "Always list prices in euros and pounds."]
    for each in noted:
        await shop.answer(thread.id, each)

    several = await shop.answer(thread.id, "Stop giving euros.")
    none = await shop.answer(thread.id, "Stop using bullet points.")

    assert several.text.startswith("Nothing was taken back: more than one")
    assert none.text.startswith("Nothing was taken back: no such")
    assert await _texts(shop, thread.id) == noted


async def test_an_instruction_that_was_taken_back_in_words_is_no_turn_for_a_model(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Listening()
    shop = workshop(engine, tmp_path, model)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, FRENCH)

    await shop.answer(thread.id, "stop answering in French")
    await shop.answer(thread.id, "Where does the spare key lie?")

    turns = [message.content for message in model.prompts[-1].messages]
    assert not any(turn == FRENCH or turn.startswith(("Noted for every", "Taken back", "stop answering")) for turn in turns)


async def test_messages_that_are_added_take_back_what_was_asked_before(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", FRENCH), Draft("user", "Stop answering in French.")])

    assert await _texts(shop, thread.id) == []


async def test_an_instruction_joined_to_a_question_is_noted_and_the_question_answered(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", "The gate closes at nine in the evening.")

    answer = await shop.answer(thread.id, "Use bullet points in all your answers and when does the gate close?")

    assert "nine" in answer.text
    assert "Use bullet points in all your answers" in (answer.note or "")
    assert await _texts(shop, thread.id) == ["Use bullet points in all your answers"]


async def test_what_was_taken_back_stays_so_in_a_thread_that_is_brought_in(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    said = (FRENCH, "Always answer in bullet points.", "Stop using bullet points.")

    thread = await shop.assistant.bring_in(ALICE, "Brought", [Entry(Draft("user", text)) for text in said])

    assert await _texts(shop, thread.id) == [FRENCH]


async def test_a_thread_that_is_deleted_while_messages_are_added_is_told_to_be_gone(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    put = shop.parts.rows.instructions.put

    async def late(thread: str, message: str, texts: Sequence[str], now: datetime) -> None:
        await shop.assistant.delete_thread(ALICE, thread)
        await put(thread, message, texts, now)

    monkeypatch.setattr(shop.parts.rows.instructions, "put", late)

    with pytest.raises(NotFound):
        await shop.assistant.add_messages(ALICE, "t", [Draft("user", FRENCH)])

    async with engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(instructions))).scalar_one() == 0


async def test_the_same_instruction_in_other_words_is_listed_once_and_another_language_takes_its_place(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for text in (FRENCH, "Always reply in French, please.", "I want you to always speak French."):
        await shop.answer(thread.id, text)

    in_french = await _texts(shop, thread.id)
    await shop.answer(thread.id, "Actually answer in English again")

    assert in_french == ["I want you to always speak French."]
    assert await _texts(shop, thread.id) == ["Actually answer in English again"]


async def test_an_instruction_holds_again_when_the_one_that_took_its_place_is_removed(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, FRENCH)
    german = await shop.answer(thread.id, "From now on answer in German")
    held = [await _texts(shop, thread.id)]

    await shop.assistant.delete_message(ALICE, thread.id, german.question_id)
    held.append(await _texts(shop, thread.id))
    await shop.answer(thread.id, "Always answer in Italian, please.")
    listed = await shop.answer(thread.id, "/instructions remove 1")

    assert held == [["From now on answer in German"], [FRENCH]]
    assert listed.text.count(FRENCH) == 1
    assert await _texts(shop, thread.id) == [FRENCH]


async def test_what_is_removed_does_not_hold_by_an_earlier_message_that_said_the_same(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for text in (FRENCH, "Always answer in French.", "From now on answer in German", "/instructions remove 1"):
        await shop.answer(thread.id, text)
    french = await _texts(shop, thread.id)

    await shop.answer(thread.id, "/instructions remove 1")
    none = await _texts(shop, thread.id)
    for text in (FRENCH, "From now on answer in German", "/instructions remove all"):
        await shop.answer(thread.id, text)

    assert (french, none) == (["Always answer in French."], [])
    assert await _texts(shop, thread.id) == []


async def test_an_instruction_beside_something_told_is_noted_and_so_is_what_is_told(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    answer = await shop.answer(thread.id, "From now on answer in French. Also our dog is called Biscuit.")

    assert answer.text.startswith("Noted for every answer in this conversation: “From now on answer in French”.")
    assert answer.text.endswith("Noted. I'll remember this in our conversation.")


async def test_what_is_to_stop_is_noted_where_no_instruction_asked_for_it(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    answer = await shop.answer(thread.id, "Please stop using so many emojis.")

    assert answer.text.startswith("Noted for every answer")
    assert await _texts(shop, thread.id) == ["Please stop using so many emojis."]


async def test_the_rules_that_were_given_are_listed(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, FRENCH)

    listed = await shop.answer(thread.id, "which rules did I give you?")

    assert f"1. {FRENCH}" in listed.text
