from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.answering.replies.phrases import PHRASES
from chat.assistant import Ask
from chat.domain import Draft, Question, Source, Usage
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed, EmptyQuestion, IndexFailed, ModelFailed, NotFound, QuestionTooLong
from chat.events import Answered, Retrieved, Wrote
from chat.index.base import Collection
from chat.llm.base import Connected
from chat.llm.tokens import of_messages
from chat.settings import AnsweringSettings
from chat.text import title_of
from tests.assistant.workshop import ALICE, SlowModel, workshop
from tests.fakes import FakeEmbedder, FakeVectorIndex
from tests.passages import NOON

RULES = "# Rules\n\nThe gate closes at nine in the evening.\n\n# Dogs\n\nDogs stay on the leash in the park.\n"


async def test_both_sides_are_stored_and_the_thread_gets_a_name(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)

    answer = await shop.answer(thread.id, "When does the gate close?")

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert [(one.id, one.role, one.content) for one in said] == [
        (answer.question_id, "user", "When does the gate close?"),
        (answer.answer_id, "assistant", answer.text),
    ]
    assert (await shop.assistant.thread(ALICE, thread.id)).name == "When does the gate close?"


async def test_quotes_are_not_indexed_again_and_what_a_model_wrote_is(engine: AsyncEngine, tmp_path: Path) -> None:
    quoting = workshop(engine, tmp_path)
    first = await quoting.assistant.create_thread(ALICE)
    await quoting.read(first.id, "rules.md", RULES)
    await quoting.answer(first.id, "When does the gate close?")

    writing = workshop(engine, tmp_path, SlowModel(["At nine", " [1]."]))
    second = await writing.assistant.create_thread(ALICE)
    await writing.read(second.id, "rules.md", RULES)
    await writing.answer(second.id, "When does the gate close?")

    assert await quoting.vectors.count(Collection(first.id, Source.MESSAGE)) == 1
    assert await writing.vectors.count(Collection(second.id, Source.MESSAGE)) == 2


async def test_all_that_a_question_has_embedded_is_urgent_and_a_file_is_not(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)
    of_the_file = len(embedder.embedded)
    await shop.answer(thread.id, "When does the gate close?")
    await shop.answer(thread.id, "And what about the dogs in the park?")  # indexes what was said before

    asked = embedder.embedded[of_the_file:]

    assert any(RULES.splitlines()[2] in text for text in embedder.embedded[:of_the_file])
    assert any(text.startswith("User (") for text in asked)
    assert embedder.urgent == asked


async def test_a_question_does_not_find_itself(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    [asked] = await shop.parts.rows.conversations.put(
        thread.id, [Draft("user", "Where is the red container?")], thread.created_at
    )

    ask = Ask(Question(thread.id, "Where is the red container?", NOON), question_id=asked.id)
    first, *_ = [event async for event in shop.assistant.ask(ALICE, ask)]

    assert isinstance(first, Retrieved)
    assert first.found.passages == ()


async def test_a_search_as_of_a_question_is_the_one_that_was_made_for_its_answer(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["The gate closes at nine in the evening, every day [1]."]))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)
    await shop.answer(thread.id, "Tell me about the gate and about the dogs in the park.")
    asked = await shop.answer(thread.id, "When does it close in the evening?")
    await shop.answer(thread.id, "When does the gate close in the evening, and when in the morning?")
    question = Question(thread.id, "When does it close in the evening?", NOON.replace(year=2040))

    again = await shop.assistant.search(ALICE, question, as_of=asked.question_id)
    today = await shop.assistant.search(ALICE, question)

    assert again.passages == asked.passages
    assert "Tell me about the gate" in again.rewritten
    assert {passage.chunk.parent for passage in again.passages}.isdisjoint({asked.question_id, asked.answer_id})
    assert asked.question_id in {passage.chunk.parent for passage in today.passages}
    with pytest.raises(NotFound):
        await shop.assistant.search(ALICE, question, as_of="nobody said this")


async def test_an_answer_that_is_stopped_keeps_what_was_written(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At ", "nine ", "in the evening"]))
    thread = await shop.assistant.create_thread(ALICE)
    asking = shop.asking(thread.id, "When does the gate close?")

    async for event in asking:
        if isinstance(event, Wrote) and event.text == "nine ":
            break
    await asking.aclose()

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert [(one.content, one.interrupted) for one in said] == [("When does the gate close?", False), ("At nine ", True)]


async def test_an_answer_that_is_stopped_keeps_what_it_cites_and_is_known_to_be_written_until_then(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["The gate closes at nine [1]. ", "In winter"]))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "The gate closes at nine in the evening.")])
    asking = shop.asking(thread.id, "When does the gate close?")

    async for event in asking:
        if isinstance(event, Wrote):
            break
    [*_, answer], _ = await shop.assistant.messages(ALICE, thread.id)
    writing = shop.assistant.is_writing(answer.id)
    await asking.aclose()

    kept = await shop.parts.rows.answers.find(thread.id, answer.id)
    assert kept is not None
    assert [reference.marker for reference in kept.references] == [1]
    assert (writing, shop.assistant.is_writing(answer.id)) == (True, False)


async def test_an_answer_stopped_before_its_first_word_leaves_no_message(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At nine"]))
    thread = await shop.assistant.create_thread(ALICE)
    asking = shop.asking(thread.id, "When does the gate close?")

    await anext(asking)
    await asking.aclose()

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert [one.role for one in said] == ["user"]


async def test_a_model_that_fails_before_its_first_word_leaves_the_question_to_be_asked_again(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path, SlowModel([ModelFailed("The endpoint is away.")]))
    thread = await shop.assistant.create_thread(ALICE)

    with pytest.raises(ModelFailed, match=r"The endpoint is away\.") as failed:
        await shop.answer(thread.id, "When does the gate close?")

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert [one.content for one in said] == ["When does the gate close?"]
    assert failed.value.about == {"message": {"question": said[0].id, "answer": None}}
    assert await shop.parts.rows.usage.tokens("alice", NOON) == 0


async def test_a_model_that_fails_in_the_middle_leaves_what_it_wrote_marked_and_paid_for(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At nine ", ModelFailed("The connection broke.")]))
    thread = await shop.assistant.create_thread(ALICE)

    with pytest.raises(ModelFailed) as failed:
        await shop.answer(thread.id, "When does the gate close?")

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert [(one.content, one.interrupted) for one in said] == [("When does the gate close?", False), ("At nine ", True)]
    assert failed.value.about == {"message": {"question": said[0].id, "answer": said[1].id}}
    assert await shop.parts.rows.usage.tokens("alice", NOON) > 2


async def test_a_question_that_failed_is_answered_when_it_is_asked_again(engine: AsyncEngine, tmp_path: Path) -> None:
    failing = workshop(engine, tmp_path, SlowModel(["At ni", ModelFailed("The connection broke.")]))
    thread = await failing.assistant.create_thread(ALICE)
    with pytest.raises(ModelFailed) as failed:
        await failing.answer(thread.id, "When does the gate close?")
    question = failed.value.about["message"]["question"]  # type: ignore[index] # what it is about is JSON
    shop = workshop(engine, tmp_path, SlowModel(["At nine."]))

    ask = Ask(Question(thread.id, "When does the gate close?", NOON), question_id=question)
    _ = [event async for event in shop.assistant.ask(ALICE, ask)]

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert [one.content for one in said] == ["When does the gate close?", "At ni", "At nine."]


async def test_what_a_model_costs_is_kept_when_the_thread_goes(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At nine.", Usage(90, 5, cost=0.01)]))
    thread = await shop.assistant.create_thread(ALICE)

    answer = await shop.answer(thread.id, "When does the gate close?")
    await shop.assistant.delete_thread(ALICE, thread.id)

    assert answer.usage == Usage(90, 5, cost=0.01)
    assert await shop.parts.rows.usage.tokens("alice", NOON) == 95
    assert await shop.parts.rows.usage.tokens("bob", NOON) == 0


async def test_a_question_its_thread_or_the_settings_choose_the_model(engine: AsyncEngine, tmp_path: Path) -> None:
    quick, thorough = SlowModel(["Nine."], "quick"), SlowModel(["At nine in the evening."], "thorough")
    models = {each.name: Connected(each) for each in (quick, thorough)}
    shop = workshop(engine, tmp_path, quick, models=models, answering=AnsweringSettings(follow_ups="rules"))
    thread = await shop.assistant.create_thread(ALICE)

    async def model(name: str | None) -> str:
        ask = Ask(Question(thread.id, "When does the gate close?", NOON), model=name)
        [answer] = [event.answer async for event in shop.assistant.ask(ALICE, ask) if isinstance(event, Answered)]
        return answer.model

    by_default, by_question = await model(None), await model("thorough")
    await shop.assistant.update_thread(ALICE, thread.id, settings={"model": "thorough", "system_prompt": "Answer in verse."})
    by_thread, quoted = await model(None), await model("extractive")

    assert (by_default, by_question, by_thread, quoted) == ("quick", "thorough", "thorough", "extractive")
    assert [prompt.messages[0].content.startswith("Answer in verse.") for prompt in thorough.prompts] == [False, True]


async def test_quotes_that_were_chosen_do_not_ask_for_a_model(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, SlowModel(["At nine."]))
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)
    await shop.assistant.update_thread(ALICE, thread.id, settings={"model": "extractive"})

    answer = await shop.answer(thread.id, "When does the gate close?")

    assert "closes at nine" in answer.text
    assert answer.note is None


async def test_a_model_that_reads_little_is_given_passages_that_fit(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["At nine [1]."])
    small = {model.name: Connected(model, context_tokens=1_024, max_answer_tokens=128)}
    shop = workshop(engine, tmp_path, model, models=small, answering=AnsweringSettings(follow_ups="rules"))
    thread = await shop.assistant.create_thread(ALICE)
    rules = "\n\n".join(f"# Gate {gate}\n\nGate {gate} closes at nine. " + "It is made of iron. " * 40 for gate in range(12))
    await shop.read(thread.id, "rules.md", rules)

    answer = await shop.answer(thread.id, "When does gate 7 close?")

    [prompt] = model.prompts
    assert list(prompt.sources) == list(answer.passages) != []
    assert of_messages(prompt.messages) + 128 <= 1_024


async def test_a_failing_model_is_replaced_by_quotes_where_that_is_wanted(engine: AsyncEngine, tmp_path: Path) -> None:
    quoting = AnsweringSettings(when_model_fails="quote")
    shop = workshop(engine, tmp_path, SlowModel([ModelFailed("The endpoint is away.")]), answering=quoting)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)

    answer = await shop.answer(thread.id, "When does the gate close?")

    assert "closes at nine" in answer.text
    assert answer.note is not None
    assert answer.note.startswith("The endpoint is away.")


class FailingVectors(FakeVectorIndex):
    """A vector index that stores nothing and finds nothing."""

    async def upsert(self, collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        raise IndexFailed("The vector store does not answer.")


async def test_a_search_that_fails_never_blocks_the_message(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    shop.parts.indexer._vectors = FailingVectors()
    await shop.answer(thread.id, "My dog is called Biscuit.")

    answer = await shop.answer(thread.id, "What is my dog called?")

    said, _ = await shop.assistant.messages(ALICE, thread.id)
    assert answer.note is not None
    assert "The vector store does not answer." in answer.note
    assert len(said) == 4


class FailingEmbedder(FakeEmbedder):
    """An embedder that works until `away` is set."""

    away = False

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        if self.away:
            raise EmbeddingFailed("The embedding endpoint is away.")
        return await super().embed(texts, urgent=urgent)


async def test_without_the_embedder_words_still_find_passages(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = FailingEmbedder()
    shop = workshop(engine, tmp_path, SlowModel(["Here [1]."]), embedder)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)
    embedder.away = True

    answer = await shop.answer(thread.id, "When does the gate close?")

    assert "closes at nine" in answer.citations[0].passage.chunk.text
    assert answer.note is not None


async def test_a_thread_of_another_embedder_is_searched_by_words_and_says_so(engine: AsyncEngine, tmp_path: Path) -> None:
    before = workshop(engine, tmp_path, embedder=FakeEmbedder("1"))
    thread = await before.assistant.create_thread(ALICE)
    await before.read(thread.id, "rules.md", RULES)
    after = workshop(engine, tmp_path, embedder=FakeEmbedder("2"))
    after.parts.indexer._keywords = after.parts.retriever._searches._keywords = before.keywords

    answer = await after.answer(thread.id, "When does the gate close?")
    refused = await after.read(thread.id, "more.md", "# More\n\nThe museum opens at ten.\n")

    assert "closes at nine" in answer.text
    assert answer.note is not None
    assert "threadwise reindex" in answer.note
    assert refused.error_code == "embedder_mismatch"
    assert Collection(thread.id, Source.DOCUMENT) not in after.vectors.vectors


async def test_a_rebuild_embeds_only_what_has_no_vector_of_this_embedder(engine: AsyncEngine, tmp_path: Path) -> None:
    before = workshop(engine, tmp_path, embedder=FakeEmbedder("1"))
    thread = await before.assistant.create_thread(ALICE)
    await before.read(thread.id, "rules.md", RULES)
    collection = Collection(thread.id, Source.DOCUMENT)

    same = workshop(engine, tmp_path, embedder=FakeEmbedder("1"))
    other = workshop(engine, tmp_path, embedder=FakeEmbedder("2"))
    await same.parts.indexer.rebuild(collection)
    await other.parts.indexer.rebuild(collection)

    assert same.embedder.embedded == []
    assert len(other.embedder.embedded) == await other.vectors.count(collection) == await same.vectors.count(collection)
    assert "closes at nine" in (await other.answer(thread.id, "When does the gate close?")).text


async def test_words_are_found_while_the_indexes_are_made_anew(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)
    meanwhile = list[str]()
    upsert = shop.vectors.upsert

    async def asked_before(collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        found = await shop.assistant.search(ALICE, Question(thread.id, "When does the gate close?", NOON))
        meanwhile.extend(passage.chunk.text for passage in found.passages)
        await upsert(collection, ids, vectors)

    monkeypatch.setattr(shop.vectors, "upsert", asked_before)
    await shop.parts.indexer.rebuild(Collection(thread.id, Source.DOCUMENT))

    assert "closes at nine" in meanwhile[0]


@pytest.mark.parametrize(
    ("question", "error"),
    [("", EmptyQuestion), (" \n\t", EmptyQuestion), ("a" * 100_000, QuestionTooLong)],
    ids=["empty", "blank", "a hundred thousand characters"],
)
async def test_questions_that_can_not_be_asked_are_refused(
    engine: AsyncEngine, tmp_path: Path, question: str, error: type[Exception]
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    with pytest.raises(error):
        await shop.answer(thread.id, question)

    assert await shop.assistant.messages(ALICE, thread.id) == ([], None)


async def test_an_unknown_thread_is_not_made_by_asking(engine: AsyncEngine, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        await workshop(engine, tmp_path).answer("nowhere", "Is anybody there?")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How long?", "How long?"),
        ("  How\n long  is   it? ", "How long is it?"),
        (
            "Could you tell me in a few words, how long the warranty of the battery is?",
            "Could you tell me in a few words, how long the warranty of…",
        ),
    ],
)
def test_a_title_is_the_beginning_of_the_first_question(question: str, title: str) -> None:
    assert title_of(question) == title


async def test_a_thread_deleted_right_after_an_answer_leaves_nothing_to_be_found(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = (await shop.assistant.create_thread(ALICE)).id
    async for _ in shop.asking(thread, "My dog is called Biscuit."):
        pass

    receipt = await shop.assistant.delete_thread(ALICE, thread)

    await shop.assistant.settle_later()
    assert receipt.verified
    assert await shop.parts.indexer.left(thread) == 0


async def test_what_was_said_before_another_embedder_came_is_still_found_by_its_words(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    before = workshop(engine, tmp_path, embedder=FakeEmbedder("1"))
    thread = await before.assistant.create_thread(ALICE)
    await before.answer(thread.id, "My dog is called Biscuit.")
    after = workshop(engine, tmp_path, embedder=FakeEmbedder("2"))
    after.parts.indexer._keywords = after.parts.retriever._searches._keywords = before.keywords

    answer = await after.answer(thread.id, "What is my dog called?")

    assert "Biscuit" in answer.text
    assert answer.note is not None
    assert answer.note.count("threadwise reindex") >= 1


async def test_what_others_said_in_a_conversation_is_no_earlier_question(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    said = [Draft("user", "The boat needs paint.", author="Ben"), Draft("user", "Who mends the pier?")]
    await shop.assistant.add_messages(ALICE, thread.id, said)

    events = [event async for event in shop.asking(thread.id, "And who paints?")]

    [retrieved] = [event for event in events if isinstance(event, Retrieved)]
    assert retrieved.found.rewritten == "And who paints? (said before: Who mends the pier?)"


async def test_with_memory_off_nothing_is_said_to_be_remembered(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.update_thread(ALICE, thread.id, settings={"memory": False})

    assert (await shop.answer(thread.id, "My dog is called Biscuit.")).text == PHRASES["en"].not_kept
    assert (await shop.answer(thread.id, "When does the ferry leave?")).text == PHRASES["en"].not_in_files


async def test_ok_is_no_question_where_no_model_offered_anything(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "Ok, the ferry leaves at nine.")])

    assert (await shop.answer(thread.id, "ok")).text == PHRASES["en"].all_right


async def test_what_is_noted_rests_on_no_source(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "My dog is called Biscuit.")])

    answer = await shop.answer(thread.id, "My cat is called Tom.")

    assert (answer.text, answer.passages) == (PHRASES["en"].noted, ())


async def test_the_files_of_the_thread_are_told_by_name(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    before = await shop.answer(thread.id, "What files do you have?")
    await shop.read(thread.id, "rules.md", RULES)
    after = await shop.answer(thread.id, "What files do you have?")

    assert before.text.startswith("There are no files here yet.")
    assert after.text == "Files in this conversation (1):\n\n- rules.md"
    assert (after.model, after.citations) == ("rules", ())


async def test_help_is_about_itself_where_no_model_may_have_been_told_who_it_is(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    assert (await shop.answer(thread.id, "/help")).text == PHRASES["en"].about


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What did I ask first?", "You said on 8 May 2026: “Where does the ferry leave from?” [1]"),
        ("What did I ask you last?", "You said on 8 May 2026: “When does the gate close?” [1]"),
        ("Was war meine letzte Frage?", "Du hast am 8. Mai 2026 gesagt: “When does the gate close?” [1]"),
        ("What was your last answer?", "The assistant said on 8 May 2026:\n\n> “The gate closes at nine in the evening.”"),
        (
            "Was war deine letzte Antwort?",
            "Der Assistent hat am 8. Mai 2026 gesagt:\n\n> “The gate closes at nine in the evening.”",
        ),
    ],
    ids=str,
)
async def test_what_was_asked_and_answered_is_found_by_its_place(
    engine: AsyncEngine, tmp_path: Path, question: str, text: str
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "rules.md", RULES)
    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "My dog is called Biscuit.")])
    await shop.answer(thread.id, "Where does the ferry leave from?")
    await shop.answer(thread.id, "When does the gate close?")

    assert (await shop.answer(thread.id, question)).text == text


async def test_what_was_asked_first_is_first_by_its_date(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "When does the gate close?")
    before = Draft("user", "Where is the red container?", created_at=NOON - timedelta(days=3))
    await shop.assistant.add_messages(ALICE, thread.id, [before])

    assert "Where is the red container?" in (await shop.answer(thread.id, "What did I ask first?")).text


async def test_where_nothing_was_asked_or_memory_is_off_no_turn_is_found(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    new, off = await shop.assistant.create_thread(ALICE), await shop.assistant.create_thread(ALICE)
    await shop.answer(off.id, "When does the gate close?")
    await shop.assistant.update_thread(ALICE, off.id, settings={"memory": False})

    assert (await shop.answer(new.id, "What did I ask first?")).text == PHRASES["en"].nowhere
    assert (await shop.answer(off.id, "What did I ask first?")).text == PHRASES["en"].not_in_files


@pytest.mark.parametrize(
    ("empty", "question"),
    [
        ("Why?", "What colour is the container on the ferry?"),
        ("Are you sure?", "Which deck of the ferry is sure to be quiet?"),
        ("Repeat that in German", "Does the ferry repeat the safety film in German?"),
        ("Thanks!", "What is written on the ferry below the word thanks?"),
        ("help", "Who is there to help on the ferry?"),
        ("What files do you have?", "Which files does the crew of the ferry keep?"),
        ("Bist du sicher?", "Is the deck of the ferry called Sicher?"),
    ],
)
async def test_a_turn_that_names_nothing_stands_beside_no_later_question(
    engine: AsyncEngine, tmp_path: Path, empty: str, question: str
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "Where does the ferry to Oslo leave from?")
    await shop.answer(thread.id, empty)

    [found] = [event.found async for event in shop.asking(thread.id, question) if isinstance(event, Retrieved)]

    before = found.rewritten.removeprefix(question)
    assert "ferry to Oslo" in before
    assert empty not in before


@pytest.mark.parametrize("question", ["What is my name?", "Who am I?"])
async def test_the_own_name_is_told_by_whatever_told_it(engine: AsyncEngine, tmp_path: Path, question: str) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for told in ("Hi! I am Noor and I work at the harbour.", "The dog is called Rex.", "I'm German."):
        await shop.answer(thread.id, told)

    answer = await shop.answer(thread.id, question)

    assert "I am Noor" in answer.text
    assert len(answer.citations) == 1


async def test_the_own_name_that_was_not_told_is_not_known(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    answer = await shop.answer(thread.id, "What is my name?")

    assert answer.text == PHRASES["en"].nowhere


@pytest.mark.parametrize("correction", ["Sorry, I meant 44.", "No, 44."])
async def test_what_puts_right_what_was_just_told_is_noted(engine: AsyncEngine, tmp_path: Path, correction: str) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "My shoe size is 43.")

    answer = await shop.answer(thread.id, correction)

    assert answer.text == PHRASES["en"].noted


async def test_what_puts_right_what_was_told_before_a_question_is_noted(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.answer(thread.id, "My dentist is on Tuesday.")
    await shop.answer(thread.id, "Where is she?")

    answer = await shop.answer(thread.id, "Sorry, I meant Wednesday.")

    assert answer.text == PHRASES["en"].noted


@pytest.mark.parametrize("question", ["What do you know about me?", "What have I told you so far?"])
async def test_all_that_was_told_is_quoted_and_what_holds_no_more_is_not(
    engine: AsyncEngine, tmp_path: Path, question: str
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for told in ("My budget is 900 euros.", "I am allergic to peanuts.", "Who is Noor?", "My budget is now 1,200 euros."):
        await shop.answer(thread.id, told)

    answer = await shop.answer(thread.id, question)

    assert [each.quote for each in answer.citations] == ["I am allergic to peanuts.", "My budget is now 1,200 euros."]


async def test_a_value_that_was_put_right_stands_with_what_it_is_of(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    for told in ("My shoe size is 43.", "Sorry, I meant 44."):
        await shop.answer(thread.id, told)

    answer = await shop.answer(thread.id, "What do you know about me?")

    assert "no longer holds" in answer.text
    assert len(answer.citations) == 2


async def test_where_nothing_was_told_nothing_is_known_of_oneself(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)

    answer = await shop.answer(thread.id, "What do you know about me?")

    assert answer.text == PHRASES["en"].nowhere
