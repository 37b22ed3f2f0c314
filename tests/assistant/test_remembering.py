"""Tests of viewing, deleting and correcting what a thread remembers."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Draft, Question, Source, User
from chat.errors import NotFound
from chat.index.base import Collection
from tests.assistant.workshop import ALICE, SlowModel, Workshop, workshop
from tests.passages import NOON

BOB = User("bob", "bob")
HOME = "My sister lives in Lisbon near the old harbour. My brother keeps bees in Oslo."


async def told(shop: Workshop, *texts: str, thread: str = "t") -> None:
    await shop.assistant.create_thread(ALICE, id=thread, name=thread.upper())
    await shop.assistant.add_messages(ALICE, thread, [Draft("user", text, f"{thread}{at}") for at, text in enumerate(texts)])


async def recalled(shop: Workshop, question: str, thread: str = "t") -> str:
    found = await shop.assistant.search(ALICE, Question(thread, question, NOON))
    return " ".join(passage.chunk.text for passage in found.passages)


async def test_facts_and_instructions_are_listed_with_their_messages(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, HOME, "Where does she live?", "From now on answer in French.", "Our budget is 900 euros.")
    await shop.assistant.add_messages(ALICE, "t", [Draft("user", "Our budget is now 1,200 euros.", "t9")])

    memory = await shop.assistant.memory(ALICE, "t")

    assert [(each.text, each.message) for each in memory.instructions] == [("From now on answer in French.", "t2")]
    assert [each.text for each in memory.facts] == [
        "My sister lives in Lisbon near the old harbour.",
        "My brother keeps bees in Oslo.",
        "Our budget is 900 euros.",
        "Our budget is now 1,200 euros.",
    ]
    assert memory.facts[2].superseded_by == memory.facts[3].id
    assert memory.recalled


async def test_a_fact_names_the_answers_that_repeat_it_here_and_in_other_threads(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "My sister lives in Lisbon near the old harbour.", "My brother keeps bees in Oslo.")
    await told(shop, thread="u")
    await shop.assistant.update_thread(ALICE, "u", settings={"other_threads": True})
    texts = [(await shop.answer(thread, "Where does my sister live?")).text for thread in ("t", "u")]

    sister, bees = (await shop.assistant.memory(ALICE, "t", repetitions=True)).facts

    assert all("Lisbon" in text for text in texts)
    assert {each.thread for each in sister.repeated} == {"t", "u"}
    assert bees.repeated == ()
    await shop.assistant.correct(ALICE, "t", sister.id, "My sister lives in Porto.")  # takes it out of the sources shown
    corrected = (await shop.assistant.memory(ALICE, "t", repetitions=True)).facts[0]
    assert "t" in {each.thread for each in corrected.repeated}


async def test_a_fact_that_is_brought_in_later_was_told_when_its_date_says(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "Our budget is now 1,200 euros.")
    before = Draft("user", "Our budget is 900 euros.", "old", created_at=NOON - timedelta(days=30))

    await shop.assistant.add_messages(ALICE, "t", [before])

    former, present = (await shop.assistant.memory(ALICE, "t")).facts
    assert (former.message, former.superseded_by) == ("old", present.id)


async def test_a_forgotten_fact_is_recalled_and_listed_no_more_and_its_message_stays(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, HOME)
    [sister, brother] = (await shop.assistant.memory(ALICE, "t")).facts

    await shop.assistant.forget(ALICE, "t", sister.id)

    assert (await shop.assistant.memory(ALICE, "t")).facts == (brother,)
    assert "Lisbon" not in await recalled(shop, "Where does my sister live, in Lisbon?")
    assert "Oslo" in await recalled(shop, "Who keeps bees in Oslo?")
    assert (await shop.assistant.message(ALICE, "t", "t0")).content == HOME
    stored = await shop.parts.rows.chunks.described(await shop.parts.rows.chunks.ids(Collection("t", Source.MESSAGE)))
    assert "Lisbon" not in str(stored)


async def test_a_message_of_which_all_is_forgotten_is_not_recalled(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "My sister lives in Lisbon.")
    [sister] = (await shop.assistant.memory(ALICE, "t")).facts

    await shop.assistant.forget(ALICE, "t", sister.id)

    assert await recalled(shop, "Where does my sister live?") == ""


async def test_a_correction_is_recalled_in_place_of_what_was_said(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, HOME)
    [sister, _] = (await shop.assistant.memory(ALICE, "t")).facts

    await shop.assistant.correct(ALICE, "t", sister.id, "My sister lives in Porto.")
    [corrected, _] = (await shop.assistant.memory(ALICE, "t")).facts
    now = await recalled(shop, "Where does my sister live?")
    await shop.assistant.correct(ALICE, "t", sister.id, sister.original)

    assert (corrected.text, corrected.original) == ("My sister lives in Porto.", sister.text)
    assert corrected.corrected
    assert "Porto" in now
    assert "Lisbon" not in now
    assert "Lisbon" in await recalled(shop, "Where does my sister live?")


async def test_a_model_reads_no_turn_as_it_was_before(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["She lives there."])
    shop = workshop(engine, tmp_path, model)
    await told(shop, HOME)
    [sister, brother] = (await shop.assistant.memory(ALICE, "t")).facts
    await shop.assistant.forget(ALICE, "t", sister.id)
    await shop.assistant.correct(ALICE, "t", brother.id, "My brother keeps goats in Oslo.")

    await shop.answer("t", "Who keeps animals?")

    read = str(model.prompts)
    assert "goats" in read
    assert "bees" not in read
    assert "Lisbon" not in read


async def test_an_instruction_is_corrected_and_forgotten(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "From now on answer in French.")
    [known] = (await shop.assistant.memory(ALICE, "t")).instructions

    await shop.assistant.correct(ALICE, "t", known.id, "From now on answer in German.")
    [corrected] = (await shop.assistant.memory(ALICE, "t")).instructions
    [followed] = await shop.assistant.instructions(ALICE, "t")
    await shop.assistant.forget(ALICE, "t", known.id)

    assert (corrected.text, corrected.original) == ("From now on answer in German.", "From now on answer in French.")
    assert followed.text == corrected.text
    assert (await shop.assistant.memory(ALICE, "t")).instructions == ()
    assert await shop.assistant.instructions(ALICE, "t") == []


async def test_an_edit_takes_back_what_was_changed_of_the_message(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, HOME)
    [sister, _] = (await shop.assistant.memory(ALICE, "t")).facts
    await shop.assistant.forget(ALICE, "t", sister.id)

    await shop.assistant.edit_message(ALICE, "t", "t0", "My sister lives in Rome. From now on answer in French.")

    memory = await shop.assistant.memory(ALICE, "t")
    assert "My sister lives in Rome." in [each.text for each in memory.facts]
    assert [each.text for each in memory.instructions] == ["From now on answer in French."]
    assert "Rome" in await recalled(shop, "Where does my sister live?")


async def test_other_threads_are_listed_where_they_are_recalled_and_nowhere_else(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, HOME, thread="other")
    await told(shop, "I live in Bonn.")

    before = await shop.assistant.memory(ALICE, "t")
    await shop.assistant.update_thread(ALICE, "t", settings={"other_threads": True})
    after = await shop.assistant.memory(ALICE, "t")
    await shop.assistant.update_thread(ALICE, "t", settings={"memory": False})
    off = await shop.assistant.memory(ALICE, "t")

    assert before.elsewhere == ()
    [(place, facts)] = after.elsewhere
    assert (place.id, len(facts)) == ("other", 2)
    assert (off.recalled, off.elsewhere) == (False, ())


async def test_nobody_sees_or_changes_what_another_s_thread_remembers(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, HOME)
    [sister, _] = (await shop.assistant.memory(ALICE, "t")).facts

    for refused in (
        shop.assistant.memory(BOB, "t"),
        shop.assistant.forget(BOB, "t", sister.id),
        shop.assistant.correct(BOB, "t", sister.id, "x"),
        shop.assistant.forget(ALICE, "t", "nothing"),
    ):
        with pytest.raises(NotFound):
            await refused


async def test_what_is_plainly_meant_is_forgotten_in_words_and_its_words_are_not_said_anew(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "The door code is 4411.", "My bike is red.")

    answer = await shop.answer("t", "Forget the door code")

    assert answer.text.startswith("Forgotten: what you said on 8 May 2026 about “the door code”.")
    assert "4411" not in answer.text
    assert [fact.text for fact in (await shop.assistant.memory(ALICE, "t")).facts] == ["My bike is red."]
    assert "door code" not in await recalled(shop, "What is the door code?")
    assert (await shop.assistant.message(ALICE, "t", "t0")).content == "The door code is 4411."


@pytest.mark.parametrize(
    "said",
    [
        "Remember: the PIN of the hut is 5930.",
        "Please remember that my hut has the PIN 5930.",
        "Übrigens, the PIN of the hut is 5930.",
    ],
)
async def test_what_asks_to_keep_it_is_no_part_of_what_is_told(engine: AsyncEngine, tmp_path: Path, said: str) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, said, "My bike is red.")

    answer = await shop.answer("t", "Forget my hut" if "my hut" in said else "Forget the PIN of the hut.")

    assert answer.text.startswith("Forgotten:")
    assert [fact.text for fact in (await shop.assistant.memory(ALICE, "t")).facts] == ["My bike is red."]


@pytest.mark.parametrize(
    ("said", "request_", "reply"),
    [
        ("Merk dir, dass die PIN der Garage 5930 ist.", "Vergiss die PIN der Garage", "Vergessen:"),
        ("Retiens que le code de l'alarme est 5930.", "Oublie le code de l'alarme", "Oublié :"),
        ("Recuerda que la clave de la alarma es 5930.", "Olvida la clave de la alarma", "Olvidado:"),
        ("Запомни, что код двери 5930.", "Забудь код двери", "Забыто:"),
    ],
    ids=["German", "French", "Spanish", "Russian"],
)
async def test_it_is_forgotten_in_other_languages_too(
    engine: AsyncEngine, tmp_path: Path, said: str, request_: str, reply: str
) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, said)

    answer = await shop.answer("t", request_)

    assert answer.text.startswith(reply)
    assert not (await shop.assistant.memory(ALICE, "t")).facts


@pytest.mark.parametrize(
    ("request_", "listed"),
    [
        ("Forget my sister.", ["My sister Ann lives in Rome.", "My sister Eve lives in Ghent."]),
        ("Forget the door code.", ["I wrote the door code on the fridge."]),
        ("Forget the dragon.", []),
        ("Forget it.", []),
    ],
    ids=["several fit", "one that is about something else", "none fits", "nothing is named"],
)
async def test_nothing_is_forgotten_on_a_guess(engine: AsyncEngine, tmp_path: Path, request_: str, listed: list[str]) -> None:
    shop = workshop(engine, tmp_path)
    texts = ["My sister Ann lives in Rome.", "My sister Eve lives in Ghent.", "I wrote the door code on the fridge."]
    await told(shop, *texts)

    answer = await shop.answer("t", request_)

    assert answer.text.startswith("Nothing was forgotten:")
    assert "Memory" in answer.text
    assert [text for text in texts if text in answer.text] == listed
    assert [fact.text for fact in (await shop.assistant.memory(ALICE, "t")).facts] == texts


async def test_a_thread_is_not_called_after_what_was_forgotten_or_corrected(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "The door code is 4411.", "1")])
    [fact] = (await shop.assistant.memory(ALICE, thread.id)).facts

    await shop.assistant.correct(ALICE, thread.id, fact.id, "The door code is 7.")
    assert (await shop.assistant.thread(ALICE, thread.id)).name == "The door code is 7."

    await shop.answer(thread.id, "Forget the door code")
    assert (await shop.assistant.thread(ALICE, thread.id)).name == "New conversation"


async def test_a_name_that_a_person_gave_stays(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "The door code is 4411.")

    await shop.answer("t", "Forget the door code")

    assert (await shop.assistant.thread(ALICE, "t")).name == "T"


async def test_what_puts_right_what_is_forgotten_is_forgotten_with_it(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "My shoe size is 43.", "Sorry, I meant 44.", "No, 45.", "My hat size is 58.")

    await shop.answer("t", "Forget my shoe size")

    assert [each.text for each in (await shop.assistant.memory(ALICE, "t")).facts] == ["My hat size is 58."]


async def test_a_request_to_forget_is_never_a_source(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await told(shop, "Forget the door code.", "The door code is 4411.", "I wrote the door code on the fridge.")

    await shop.answer("t", "Forget the door code")

    assert "Forget" not in await recalled(shop, "What is the door code?")
