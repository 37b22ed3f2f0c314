"""`kill -9` at named points: while reading a file, while writing an answer, during a delete."""

from __future__ import annotations

from pathlib import Path

import pytest

from chat.assistant import Ask
from chat.domain import Draft, Question, Source, utc_now
from chat.errors import NotFound
from chat.events import Answered
from chat.index.base import Collection
from tests.faults.checking import faults, settled
from tests.faults.conftest import Kill
from tests.faults.victim import DELETING, INGESTING, WORDS, Talker, running


@pytest.mark.parametrize("point", INGESTING)
async def test_a_file_whose_reading_is_killed_is_read_by_the_next_start(kill: Kill, point: str, tmp_path: Path) -> None:
    kill("ingest", tmp_path / "data", point)

    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await settled(application)

        documents, _ = await application.assistant.documents(user, "t")
        assert await faults(application, user, "t") == []
        assert len(documents) == (0 if point == "stored" else 1)  # it was not acknowledged at that time


@pytest.mark.parametrize("point", ["first vectors in the store", "words indexed", "words published"])
async def test_a_new_version_that_is_killed_answers_alone_in_the_end(kill: Kill, point: str, tmp_path: Path) -> None:
    kill("replace", tmp_path / "data", point)

    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await settled(application)
        [document], _ = await application.assistant.documents(user, "t")
        chunks = await application.parts.rows.chunks.of(Collection("t", Source.DOCUMENT))

        assert document.version == 2
        assert not [chunk for chunk in chunks if "pump" in chunk.text]
        assert await faults(application, user, "t") == []


@pytest.mark.parametrize("point", DELETING)
async def test_a_delete_that_is_killed_is_never_seen_again_and_finished(kill: Kill, point: str, tmp_path: Path) -> None:
    kill("delete", tmp_path / "data", point)

    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        with pytest.raises(NotFound):
            await application.assistant.thread(user, "t")
        await settled(application)

        assert await application.parts.indexer.left("t") == 0
        assert await application.parts.rows.conversations.entombed() == []
        assert await application.files.listed() == []


async def test_a_reply_that_is_killed_keeps_its_question_and_its_words_and_can_be_asked_again(kill: Kill, tmp_path: Path) -> None:
    kill("stream", tmp_path / "data", "")

    talker = Talker()
    async with running(tmp_path / "data", talker) as application:
        user = await application.accounts.local_user()
        asked, reply = (await application.assistant.messages(user, "t"))[0]
        await application.assistant.delete_message(user, "t", "a")
        again = Ask(Question("t", asked.content, utc_now()), question_id="q")
        answers = [event async for event in application.assistant.ask(user, again) if isinstance(event, Answered)]
        said, _ = await application.assistant.messages(user, "t")

    assert (asked.id, asked.content) == ("q", "What does the pump need?")
    assert reply.interrupted
    assert reply.content.split() == " ".join(WORDS).split()
    assert len(answers) == 1
    assert [message.id for message in said] == ["q", answers[0].answer.answer_id]


async def test_a_reply_that_is_killed_before_its_first_word_leaves_its_question_alone(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await application.assistant.add_messages(user, "t", [Draft("user", "What does the pump need in spring?", "q")])
        await application.parts.rows.conversations.begin_answer("t", "a", utc_now())  # and is killed here

    async with running(tmp_path / "data") as application:
        said, _ = await application.assistant.messages(user, "t")

    assert [message.id for message in said] == ["q"]
