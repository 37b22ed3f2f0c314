"""Tests of questions generated for passages, which are indexed as additional keys of these passages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import questions as question_table
from chat.domain import Question, Source, Thread, Usage
from chat.errors import ModelFailed
from chat.index.base import Collection
from chat.ingestion.questions import parsed
from chat.llm.base import Prompt, Writer
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.fakes import FakeEmbedder
from tests.passages import NOON

LAMP = "The lamp of the lighthouse burns paraffin oil."
KEY = "The harbour master keeps the spare one."
ABOUT = {
    "paraffin": "Which fuel makes it shine?\nWhat is lit at night?",
    "spare": "Whom should visitors see about a locked door?",
}


@dataclass
class Script:
    """A model that writes what is scripted for a word in the passage; an error is raised, `None` never returns."""

    replies: Mapping[str, str | Exception | None]
    asked: list[str] = field(default_factory=list)
    name: str = "script"

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        passage = prompt.messages[-1].content
        self.asked.append(passage)
        for word, reply in self.replies.items():
            if word in passage:
                if isinstance(reply, Exception):
                    raise reply
                if reply is None:
                    await asyncio.Event().wait()
                yield reply or ""
        yield Usage(1, 1)

    async def close(self) -> None:
        return


async def writing(engine: AsyncEngine, folder: Path, model: Writer) -> tuple[Workshop, Thread]:
    """Return a workshop that writes questions as files are ingested, and a thread for them."""
    shop = workshop(engine, folder, questions=model)
    shop.parts.questions.start()
    return shop, await shop.assistant.create_thread(ALICE)


async def read(shop: Workshop, thread: str, name: str, text: str) -> None:
    """Ingest a file, and wait for its questions."""
    await shop.read(thread, name, text)
    await shop.parts.questions.wait()


async def stored(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(question_table))).scalar_one())


def keys(shop: Workshop, thread: str) -> int:
    return len(shop.vectors.vectors.get(Collection(thread, Source.DOCUMENT).questions, {}))


async def found(shop: Workshop, thread: str, question: str) -> list[str]:
    result = await shop.assistant.search(ALICE, Question(thread, question, NOON, mode="dense"))
    return [passage.chunk.text for passage in result.passages]


async def best_score(shop: Workshop, thread: str, question: str) -> float:
    result = await shop.assistant.search(ALICE, Question(thread, question, NOON, mode="dense"))
    return max((passage.score for passage in result.passages), default=0.0)


async def test_a_question_finds_the_passage_that_answers_it_in_other_words(engine: AsyncEngine, tmp_path: Path) -> None:
    shop, without = workshop(engine, tmp_path, questions=Script(ABOUT)), workshop(engine, tmp_path / "without")
    thread = await shop.assistant.create_thread(ALICE)
    other = await without.assistant.create_thread(ALICE)
    shop.parts.questions.start()

    for name, text in (("lamp.txt", LAMP), ("key.txt", KEY)):
        await read(shop, thread.id, name, text)
        await without.read(other.id, name, text)

    assert await found(shop, thread.id, "Which fuel makes it shine?") == [LAMP]
    assert await found(shop, thread.id, "Whom should visitors see?") == [KEY]
    assert await best_score(shop, thread.id, "Which fuel makes it shine?") > 0.5
    assert await best_score(without, other.id, "Which fuel makes it shine?") < 0.1
    assert keys(shop, thread.id) == 3


async def test_questions_of_one_thread_find_nothing_in_another(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, questions=Script(ABOUT))
    mine, other = await shop.assistant.create_thread(ALICE), await shop.assistant.create_thread(ALICE)
    shop.parts.questions.start()

    await read(shop, mine.id, "lamp.txt", LAMP)
    await read(shop, other.id, "key.txt", KEY)

    assert await found(shop, other.id, "Which fuel makes it shine?") == []


async def test_deleting_a_document_leaves_none_of_its_questions(engine: AsyncEngine, tmp_path: Path) -> None:
    shop, thread = await writing(engine, tmp_path, Script(ABOUT))
    await read(shop, thread.id, "key.txt", KEY)
    lamp = await shop.read(thread.id, "lamp.txt", LAMP)
    await shop.parts.questions.wait()

    receipt = await shop.assistant.delete_document(ALICE, thread.id, lamp.id)

    assert (receipt.chunks, receipt.vectors, receipt.verified) == (1, 3, True)
    assert (await stored(engine), keys(shop, thread.id)) == (1, 1)
    assert await found(shop, thread.id, "Which fuel makes it shine?") == []


async def test_deleting_a_thread_leaves_none_of_its_questions(engine: AsyncEngine, tmp_path: Path) -> None:
    shop, thread = await writing(engine, tmp_path, Script(ABOUT))
    await read(shop, thread.id, "lamp.txt", LAMP)

    receipt = await shop.assistant.delete_thread(ALICE, thread.id)

    assert (receipt.vectors, receipt.verified) == (3, True)
    assert (await stored(engine), keys(shop, thread.id)) == (0, 0)


async def test_questions_that_come_after_the_delete_go_nowhere(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    lamp = await shop.read(thread.id, "lamp.txt", LAMP)
    collection = Collection(thread.id, Source.DOCUMENT)
    [id] = await shop.parts.rows.chunks.ids(collection)
    await shop.assistant.delete_document(ALICE, thread.id, lamp.id)

    await shop.parts.indexer.add_questions(collection, {id: ["Which fuel makes it shine?"]})

    assert (await stored(engine), keys(shop, thread.id)) == (0, 0)


async def test_a_new_version_keeps_the_questions_of_passages_that_stay(engine: AsyncEngine, tmp_path: Path) -> None:
    model = Script(ABOUT)
    shop, thread = await writing(engine, tmp_path, model)
    filler = " ".join(f"Word{n}" for n in range(150))
    await read(shop, thread.id, "notes.md", f"# Lamp\n\n{LAMP} {filler}.\n\n# Key\n\n{KEY} {filler}.\n")
    first = list(model.asked)

    await read(shop, thread.id, "notes.md", f"# Lamp\n\n{LAMP} {filler}.\n\n# Tide\n\nTables hang here. {filler}.\n")

    assert (len(first), len(model.asked)) == (2, 3)
    assert "Tables hang here" in model.asked[-1]
    assert (await stored(engine), keys(shop, thread.id)) == (2, 2)


async def test_what_a_restart_cut_short_is_written_after_it(engine: AsyncEngine, tmp_path: Path) -> None:
    before = workshop(engine, tmp_path, questions=Script({"paraffin": ABOUT["paraffin"], "spare": None}))
    thread = await before.assistant.create_thread(ALICE)
    before.parts.questions.start()
    await read(before, thread.id, "lamp.txt", LAMP)
    await before.read(thread.id, "key.txt", KEY)
    await before.parts.questions.close()
    halfway = await stored(engine)

    model = Script(ABOUT)
    after = workshop(engine, tmp_path, questions=model)
    after.parts.questions.start()
    await after.parts.questions.wait()

    assert (halfway, await stored(engine)) == (2, 3)
    assert len(model.asked) == 1
    assert KEY in model.asked[0]
    await after.parts.questions.close()


async def test_a_passage_without_a_usable_question_is_not_asked_about_again(engine: AsyncEngine, tmp_path: Path) -> None:
    shop, thread = await writing(engine, tmp_path, Script({"paraffin": "I can't help with that."}))
    await read(shop, thread.id, "lamp.txt", LAMP)

    model = Script(ABOUT)
    after = workshop(engine, tmp_path, questions=model)
    after.parts.questions.start()
    await after.parts.questions.wait()

    assert model.asked == []
    await after.parts.questions.close()


async def test_a_model_that_fails_is_given_pauses_and_then_left_alone(engine: AsyncEngine, tmp_path: Path) -> None:
    shop, thread = await writing(engine, tmp_path, Script({"paraffin": ModelFailed("The endpoint is over its rate limit.")}))

    await read(shop, thread.id, "lamp.txt", LAMP)

    assert shop.pauses == sorted(shop.pauses)
    assert shop.pauses
    assert await stored(engine) == 0
    assert (await shop.assistant.documents(ALICE, thread.id))[0][0].error_detail is None


async def test_one_passage_that_fails_does_not_keep_the_others_from_their_questions(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, questions=Script({**ABOUT, "paraffin": ModelFailed("The prompt is refused.")}))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "lamp.txt", LAMP)
    await shop.read(thread.id, "key.txt", KEY)

    shop.parts.questions.start()
    await shop.parts.questions.wait()

    assert (await stored(engine), shop.pauses) == (1, [])


async def test_a_reindex_makes_the_keys_anew_with_the_embedder_in_use(engine: AsyncEngine, tmp_path: Path) -> None:
    before = workshop(engine, tmp_path, questions=Script(ABOUT))
    thread = await before.assistant.create_thread(ALICE)
    before.parts.questions.start()
    await read(before, thread.id, "lamp.txt", LAMP)
    await before.parts.questions.close()

    after = workshop(engine, tmp_path, embedder=FakeEmbedder("2"), questions=Script({}))
    await after.parts.indexer.rebuild(Collection(thread.id, Source.DOCUMENT))
    embedded = list(after.embedder.embedded)
    await after.parts.indexer.rebuild(Collection(thread.id, Source.DOCUMENT))

    assert keys(after, thread.id) == 2
    assert "Which fuel makes it shine?" in embedded
    assert after.embedder.embedded == embedded
    assert await found(after, thread.id, "Which fuel makes it shine?") == [LAMP]


async def test_a_lost_collection_of_questions_marks_its_chunks_for_rebuilding(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "lamp.txt", LAMP)
    collection = Collection(thread.id, Source.DOCUMENT)

    await shop.parts.rows.collections.mark_rebuilding([collection.questions.name])

    assert await shop.parts.rows.collections.rebuilding() == [collection]


@pytest.mark.parametrize(
    ("reply", "questions"),
    [
        pytest.param("What burns?\nWho keeps it?", ["What burns?", "Who keeps it?"], id="as asked for"),
        pytest.param(
            '1. What burns?\n2) "Who keeps it?"\n- **Where is it?**', ["What burns?", "Who keeps it?", "Where is it?"], id="marks"
        ),
        pytest.param("Here are three questions:\n\nWhat burns?\nHope that helps!", ["What burns?"], id="talk around"),
        pytest.param("What burns?\nwhat BURNS?\nWhat burns?", ["What burns?"], id="repeats"),
        pytest.param(f"{'Why ' * 60}?\nWhy?\n\n?", [], id="too long or too short"),
        pytest.param("What is a?\nWhat is b?\nWhat is c?\nWhat is d?", ["What is a?", "What is b?", "What is c?"], id="too many"),
        pytest.param(
            "灯塔的灯烧的是什么油？\nΤι καίει η λάμπα;", ["灯塔的灯烧的是什么油？", "Τι καίει η λάμπα;"], id="other languages"
        ),
        pytest.param("2024 saw what change?", ["2024 saw what change?"], id="a year is no number"),
        pytest.param("What is the main topic of the passage?\nWhat burns?", ["What burns?"], id="about no passage in particular"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_questions_are_taken_out_of_what_a_model_says(reply: str, questions: list[str]) -> None:
    assert parsed(reply) == questions
