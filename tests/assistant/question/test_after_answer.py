from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.answering.answer import is_nothing
from chat.answering.replies.phrases import PHRASES
from chat.assistant.scope import NOWHERE
from chat.domain import Draft, Usage
from chat.errors import ModelFailed
from chat.llm.base import Prompt
from tests.assistant.workshop import ALICE, SlowModel, workshop
from tests.fakes import FakeEmbedder

PARK = "".join(
    f"# {title}\n\n{text * 8}\n\n"
    for title, text in (
        ("Opening hours", "The gate of the park opens at six and closes at nine in the evening. "),
        ("Walking dogs", "Dogs stay on the leash in the park and are not let into the pond. "),
        ("Renting boats", "Boats are rented at the kiosk beside the pond for eight euros an hour. "),
    )
)


class _Asks(SlowModel):
    """A model that writes its answer first, and follow-up questions when it is asked for them."""

    async def write(self, prompt: Prompt):  # type: ignore[no-untyped-def] # as SlowModel's
        wanted = prompt.messages[0].content.startswith("Write three")
        for piece in self.pieces[1:] if wanted else self.pieces[:1]:
            if isinstance(piece, Exception):
                raise piece
            yield piece


async def test_a_section_that_holds_words_of_the_question_is_offered_and_answered(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "park.md", PARK)

    answer = await shop.answer(thread.id, "When does the gate of the park close?")
    next_one = await shop.answer(thread.id, answer.follow_ups[0])

    assert answer.citations[0].passage.chunk.section[-1] == "Opening hours"
    assert answer.follow_ups == ("What does “Walking dogs” say?",), "the boats have nothing to do with it"
    assert "Dogs stay on the leash in the park" in next_one.text
    assert [covered.within for covered in next_one.covered] == ["Walking dogs"]


async def test_of_a_models_questions_those_are_offered_that_a_search_answers(engine: AsyncEngine, tmp_path: Path) -> None:
    written = "Where are boats rented?\nHow is zxcvb qwertz?\n"
    shop = workshop(engine, tmp_path, _Asks(["The gate of the park closes at nine [1].", written, Usage(50, 9)]))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "park.md", PARK)

    answer = await shop.answer(thread.id, "When does the gate of the park close?")

    assert answer.follow_ups == ("Where are boats rented?",)
    assert answer.usage.prompt_tokens > 50, "those of the answer, and fifty"
    assert answer.usage.completion_tokens > 9
    assert answer.usage.estimated, "the endpoint told nothing of the answer's"


async def test_when_the_model_fails_to_ask_headings_do(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, _Asks(["The gate of the park closes at nine [1].", ModelFailed("It is away.")]))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "park.md", PARK)

    answer = await shop.answer(thread.id, "When does the gate of the park close?")

    assert "What does “Walking dogs” say?" in answer.follow_ups
    assert answer.note is None


async def test_what_was_searched_and_what_is_near_is_told_when_nothing_was_found(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "park.md", PARK)

    answer = await shop.answer(thread.id, "Xylophone?")

    assert is_nothing(answer.text)
    assert answer.searched == "Searched: park.md and this conversation."
    assert (answer.citations, answer.follow_ups) == ((), ())
    assert answer.trust is not None
    assert answer.trust.level == "low"


async def test_when_nothing_was_found_it_is_said_what_the_settings_leave_out(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "park.md", PARK)
    asked = "When does the gate of the park close?"

    await shop.assistant.update_thread(ALICE, thread.id, settings={"documents": False})
    without_documents = await shop.answer(thread.id, asked)
    await shop.assistant.update_thread(ALICE, thread.id, settings={"documents": True, "memory": False})
    without_memory = await shop.answer(thread.id, "Xylophone?")

    assert is_nothing(without_documents.text)
    assert without_documents.searched == "Searched: this conversation. Documents are off in this conversation's settings."
    assert without_memory.searched == "Searched: park.md. Memory is off in this conversation's settings."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        pytest.param("When does the gate of the park close?", PHRASES["en"].all_off, id="English"),
        pytest.param("Wann schließt das Tor des Parks am Abend?", PHRASES["de"].all_off, id="German"),
    ],
)
async def test_with_documents_and_memory_off_it_is_said_once_that_both_are_off(
    engine: AsyncEngine, tmp_path: Path, question: str, said: str
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "park.md", PARK)
    await shop.assistant.update_thread(ALICE, thread.id, settings={"documents": False, "memory": False})

    answer = await shop.answer(thread.id, question)

    assert answer.text == said
    assert (answer.searched, answer.trust, answer.near) == (None, None, ())
    assert NOWHERE not in (answer.note or "")


async def test_a_model_that_writes_with_documents_and_memory_off_has_that_noted_beside(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path, _Asks(["I know nothing about it."]))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.update_thread(ALICE, thread.id, settings={"documents": False, "memory": False})

    answer = await shop.answer(thread.id, "When does the gate of the park close?")

    assert (answer.note, answer.searched) == (NOWHERE, None)


async def test_when_nothing_was_found_it_is_said_how_many_conversations_were_searched(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    for _ in range(2):
        other = await shop.assistant.create_thread(ALICE)
        await shop.answer(other.id, "The kettle is blue.")
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.update_thread(ALICE, thread.id, settings={"other_threads": True})

    answer = await shop.answer(thread.id, "Xylophone?")

    assert answer.searched == "Searched: this conversation and 2 other conversations. There are no files here."


async def test_what_needs_no_search_has_no_confidence(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    greeting, told = await shop.answer(thread.id, "Hello!"), await shop.answer(thread.id, "My dog is called Rex.")

    assert (greeting.trust, told.trust) == (None, None)
    assert (greeting.searched, told.searched) == (None, None)


async def test_what_the_person_only_asked_is_not_shown_as_near(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for said in ("My sister Lena lives in Leeds.", "Where does my sister work?", "C'è una foto di my sister?"):
        await shop.answer(thread.id, said)

    answer = await shop.answer(thread.id, "What is the phone number of my sister?")

    assert not answer.grounded
    assert [each.chunk.text for each in answer.near] == ["My sister Lena lives in Leeds."]


async def test_what_has_nothing_of_the_question_is_not_shown_as_near(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for said in ("My sister Lena lives in Leeds.", "The kettle is blue.", "Rain fell on the harbour.", "I like plum cake."):
        await shop.answer(thread.id, said)

    answer = await shop.answer(thread.id, "What is the phone number of my sister?")

    assert answer.near[0].chunk.text == "My sister Lena lives in Leeds."
    assert [each.chunk.text for each in answer.near if round(each.score * 100) == 0] == []


async def test_turns_about_something_near_it_are_shown_but_not_quoted(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    said = [Draft("user", f"Number {n} on the board over the harbour was wet last week.", author="Ben") for n in range(14)]
    painted = Draft("user", "I painted the sunrise over the harbour last week.", author="Nora")
    await shop.assistant.add_messages(ALICE, thread.id, [*said, painted])

    answer = await shop.answer(thread.id, "When did Ben paint the sunrise over the harbour last week?")

    assert is_nothing(answer.text)
    assert (answer.grounded, answer.citations) == (False, ())
    assert "sunrise" in answer.near[0].chunk.text
    assert answer.searched == "Searched: this conversation. There are no files here."
    assert answer.trust is not None
    assert answer.trust.why == "What was found is about something near it, but does not seem to answer it."


async def test_beside_an_answer_too_vectors_of_another_embedder_are_not_searched(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = workshop(engine, tmp_path, embedder=FakeEmbedder("1"))
    thread = await before.assistant.create_thread(ALICE)
    await before.read(thread.id, "park.md", PARK)
    after = workshop(engine, tmp_path, embedder=FakeEmbedder("2"))
    after.parts.retriever._searches._keywords = after.parts.indexer._keywords = before.keywords

    async def refuse(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(after.vectors, "search", refuse)

    answer = await after.answer(thread.id, "Xylophone?")

    assert (answer.citations, answer.searched) == ((), "Searched: park.md and this conversation.")
