"""The main journey with the real embedding model, Chroma and SQLite: answers from files and messages, across restarts."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select, text

from chat.application import Application
from chat.assembly import build
from chat.assistant import Ask
from chat.database.schema import metadata
from chat.domain import Answer, Document, DocumentStatus, Draft, Question, Source, Upload, User, utc_now
from chat.errors import IndexFailed, NotFound
from chat.events import Added, Answered, Progress, Retrieved, Wrote
from chat.index.base import Collection
from chat.settings import EmbeddingSettings, ServerSettings, Settings
from tests.files import HANDBOOK_NAME, broken_pdf, encrypted_pdf, handbook_pdf, pdf_without_text
from tests.journeys.conftest import Started

MARKERS = re.compile(r"\s?\[\d+\]")


async def read(application: Application, user: User, thread: str, *uploads: Upload) -> list[Document]:
    events = [event async for event in application.assistant.add(user, thread, uploads)]
    return [event.document for event in events if isinstance(event, Added)]


async def answer(application: Application, user: User, thread: str, question: str) -> Answer:
    ask = Ask(Question(thread, question, utc_now()))
    events = [event async for event in application.assistant.ask(user, ask)]
    assert isinstance(events[0], Retrieved)
    last = events[-1]
    assert isinstance(last, Answered)
    written = "".join(event.text for event in events if isinstance(event, Wrote))
    assert MARKERS.sub("", last.answer.text) == MARKERS.sub("", written), "only markers are settled afterwards"
    return last.answer


async def test_a_pdf_is_answered_from_with_the_right_page_cited(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        [document] = await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))

        answered = await answer(application, user, thread.id, "How many litres does the fuel tank hold?")

    assert (document.status, document.pages) == (DocumentStatus.READY, 5)
    assert answered.grounded
    assert "40,000 litres" in answered.text
    first = answered.citations[0]
    assert (first.passage.document_name, first.passage.chunk.page) == (HANDBOOK_NAME, 3)
    assert first.quote in first.passage.chunk.text


async def test_a_change_of_subject_finds_the_only_file_with_its_words(started: Started) -> None:
    products, countries = ("desk lamp", "office chair", "footrest", "notebook"), ("Norway", "Germany", "France")
    rows = (f"SO-{at},2025-{at % 12 + 1:02},{countries[at % 3]},{products[at % 4]},{at * 7}.50" for at in range(1, 161))
    orders = "\n".join(("Order,Month,Country,Product,Total", *rows))
    readme = "# quillgrid\n\nRenders spreadsheets.\n\n## Licence\n\nMIT. Maintained by Priya Raman and Joss Feld.\n"
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, Upload("orders.csv", orders.encode()), Upload("README.md", readme.encode()))

        for question in ("Which month had the highest sales?", "How much revenue did the desk lamp bring in Germany?"):
            await answer(application, user, thread.id, question)
        answered = await answer(application, user, thread.id, "Who is the maintainer?")

    assert "Priya Raman" in answered.text


async def test_a_file_shows_every_stage_on_its_way(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)

        events = [event async for event in application.assistant.add(user, thread.id, [Upload(HANDBOOK_NAME, handbook_pdf())])]

    progress = [event for event in events if isinstance(event, Progress)]
    stages = list(dict.fromkeys(event.stage for event in progress))
    assert stages == ["extracting", "chunking", "embedding", "indexing", "complete"]
    percents = [event.percent for event in progress]
    assert percents == sorted(percents)
    assert percents[-1] == 100


async def test_after_a_restart_what_was_said_and_the_file_answer_together(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))
        await answer(application, user, thread.id, "My emergency contact on the station is Marta Ruiz in the kitchen.")

    async with started() as application:
        user = await application.accounts.local_user()
        told = await answer(application, user, thread.id, "Who is my emergency contact?")
        written = await answer(application, user, thread.id, "Who is the station doctor?")

    assert "Marta Ruiz" in told.text
    assert told.citations[0].passage.chunk.source is Source.MESSAGE
    assert "Ingrid Solheim" in written.text
    assert written.citations[0].passage.chunk.page == 5


async def test_two_users_never_see_each_others_things(started: Started) -> None:
    async with started() as application:
        alice = await application.accounts.add_user("alice", "correct horse battery")
        bob = await application.accounts.add_user("bob", "staple correct horse")
        hers = await application.assistant.create_thread(alice)
        his = await application.assistant.create_thread(bob)
        [document] = await read(application, alice, hers.id, Upload(HANDBOOK_NAME, handbook_pdf()))

        found = await application.assistant.search(bob, Question(his.id, "Who is the station doctor?", utc_now()))

        assert found.passages == ()
        with pytest.raises(NotFound):
            await application.assistant.search(bob, Question(hers.id, "Who is the station doctor?", utc_now()))
        with pytest.raises(NotFound):
            await application.assistant.document(bob, hers.id, document.id)
        with pytest.raises(NotFound):
            await application.assistant.delete_thread(bob, hers.id)
        with pytest.raises(NotFound):
            await answer(application, bob, hers.id, "Who is the station doctor?")


async def test_deleting_a_thread_leaves_nothing(started: Started, tmp_path: Path) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))
        await answer(application, user, thread.id, "My password hint is zanzibarquokka.")
        await application.assistant.settle_later()

        receipt = await application.assistant.delete_thread(user, thread.id)

        assert receipt.verified
        assert (receipt.documents, receipt.messages, receipt.files) == (1, 2, 1)
        assert receipt.chunks == receipt.vectors == receipt.keyword_rows > 1
        async with application.engine.connect() as connection:
            left = {
                table.name: (await connection.execute(select(text("count(*)")).select_from(table))).scalar_one()
                for table in metadata.sorted_tables
                if table.name not in ("users", "uploads", "installation")  # uploads: bytes of a day, by user
            }
        assert {name: count for name, count in left.items() if count} == {}
    on_disk = b"".join(place.read_bytes() for place in (tmp_path / "data").rglob("*") if place.is_file())
    assert b"zanzibarquokka" not in on_disk
    assert b"Ingrid Solheim" not in on_disk


async def test_deleting_a_document_takes_it_out_of_every_answer(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        [document] = await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))

        receipt = await application.assistant.delete_document(user, thread.id, document.id)
        answered = await answer(application, user, thread.id, "Who is the station doctor?")

    assert receipt.verified
    assert (receipt.documents, receipt.files, receipt.chunks) == (1, 1, document.chunks)
    assert not answered.grounded


async def test_one_bad_file_never_fails_its_neighbours_and_leaves_nothing(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)

        read_files = await read(
            application,
            user,
            thread.id,
            Upload("broken.pdf", broken_pdf()),
            Upload("locked.pdf", encrypted_pdf()),
            Upload("scan.pdf", pdf_without_text()),
            Upload("empty.txt", b""),
            Upload("program.exe", b"MZ\x90\x00" + bytes(2_000)),
            Upload(HANDBOOK_NAME, handbook_pdf()),
        )
        listed, _ = await application.assistant.documents(user, thread.id)

    outcome = {document.name: document.error_code for document in read_files}
    assert outcome == {
        "broken.pdf": "damaged_file",
        "locked.pdf": "needs_password",
        "scan.pdf": "no_text",
        "empty.txt": "empty_file",
        "program.exe": "unknown_type",
        HANDBOOK_NAME: None,
    }
    assert all(document.error_detail for document in read_files if document.error_code)
    assert [document.name for document in listed] == [HANDBOOK_NAME]


async def test_the_same_file_again_is_unchanged_and_a_changed_one_is_its_next_version(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        before = "# Rules\n\nThe gate closes at nine.\n\n# Dogs\n\nDogs stay on the leash at all times in the park.\n"
        await read(application, user, thread.id, Upload("rules.md", before.encode()))

        [again] = await read(application, user, thread.id, Upload("rules.md", before.encode()))
        [changed] = await read(application, user, thread.id, Upload("rules.md", before.replace("nine", "ten").encode()))
        answered = await answer(application, user, thread.id, "When does the gate close?")

    assert (again.status, again.embedded) == (DocumentStatus.UNCHANGED, 0)
    assert (changed.status, changed.version, changed.id) == (DocumentStatus.UPDATED, 2, again.id)
    assert "ten" in answered.text
    assert "nine" not in answered.text


async def test_an_edited_message_is_recalled_in_its_new_form_only(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await answer(application, user, thread.id, "My cat is called Whiskers.")
        [message, _] = (await application.assistant.messages(user, thread.id))[0]

        await application.assistant.edit_message(user, thread.id, message.id, "My cat is called Pixel.")
        answered = await answer(application, user, thread.id, "What is my cat called?")
        said, _ = await application.assistant.messages(user, thread.id)

    assert "Pixel" in answered.text
    assert "Whiskers" not in answered.text
    assert [one.content for one in said][:2] == ["My cat is called Pixel.", "What is my cat called?"]


async def test_nothing_relevant_is_said_so_without_citations(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))

        answered = await answer(application, user, thread.id, "What is the capital gains tax rate in Portugal?")

    assert not answered.grounded
    assert answered.citations == ()


async def test_it_starts_and_answers_by_words_while_the_embedding_endpoint_is_away(tmp_path: Path) -> None:
    away = EmbeddingSettings(embedding_api_base="http://127.0.0.1:9/v1", embedding_model="m", embedding_dimensions=8)
    application = build(Settings(server=ServerSettings(data=tmp_path / "data"), embedding=away))
    await application.start()
    user = await application.accounts.local_user()
    thread = await application.assistant.create_thread(user)

    found = await application.assistant.search(user, Question(thread.id, "Is anybody there?", utc_now()))

    assert found.passages == ()
    await application.close()


async def test_a_long_question_and_a_long_name_fit_the_embedding_model(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))
        said = Draft("user", "The museum opens at ten in the morning. " * 60, author="王" * 200)

        await application.assistant.add_messages(user, thread.id, [said])
        answered = await answer(
            application, user, thread.id, "I have read much about the ice. " * 80 + "Who is the station doctor?"
        )

    assert "Ingrid Solheim" in answered.text


async def test_collections_that_were_lost_are_made_anew_by_the_next_start(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        [document] = await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))
        collection = Collection(thread.id, Source.DOCUMENT)
        await application.parts.rows.collections.mark_rebuilding([collection.name])
        await application.vectors.drop(collection)

    async with started() as application:
        await application.rebuilding.wait()

        assert await application.vectors.count(collection) == document.chunks
        assert await application.parts.rows.collections.rebuilding() == []


async def test_what_could_not_be_made_anew_while_the_index_was_away_is_made_when_it_is_back(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        [document] = await read(application, user, thread.id, Upload(HANDBOOK_NAME, handbook_pdf()))
        collection = Collection(thread.id, Source.DOCUMENT)
        await application.rebuilding.wait()
        drop, tried, again = application.vectors.drop, list[str](), asyncio.Event()

        async def away_at_first(dropped: Collection) -> int:
            tried.append(dropped.name)
            if len(tried) == 1:
                raise IndexFailed("The vector store does not answer.")
            again.set()
            return await drop(dropped)

        monkeypatch.setattr(application.vectors, "drop", away_at_first)
        await application.rebuilding.lost([collection.name])
        await application.rebuilding.wait()
        left = await application.parts.rows.collections.rebuilding()
        async with asyncio.timeout(60):
            await again.wait()
            await application.rebuilding.wait()

        assert left == [collection]
        assert await application.parts.rows.collections.rebuilding() == []
        assert await application.vectors.count(collection) == document.chunks


FACTS = [
    "My sister Lucia lives in Valencia and works as a vet.",
    "I am allergic to peanuts.",
    "My dog is called Biscuit, he is a beagle and four years old.",
    "We decided to make the pot from recycled cork instead of plastic.",
    "The launch is on 12 March.",
    "The budget is 40,000 euros.",
    "Marketing is run by Jonas Weber.",
    "Our supplier for pumps is Aquatek in Gdansk.",
    "I prefer short answers.",
    "We meet every Thursday at ten in room Oak.",
    "The new price of the Mosswell is 89 euros.",
    "I switched from Slack to Mattermost.",
    "I moved to Hamburg in September 2025.",
    "My birthday is on 8 May.",
    "The door code is 4711.",
    "The sensor fails below 5 degrees.",
    "I met a buyer named Stellan Borg at the fair.",
    "My favourite colour is moss green.",
    "The pump makes 30 decibels.",
    "The warehouse is in Bremen.",
]


async def test_of_twenty_things_that_somebody_told_each_is_answered_alone(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        told = [Draft("user", fact, created_at=datetime(2026, 10, 1 + day, tzinfo=UTC)) for day, fact in enumerate(FACTS)]
        await application.assistant.add_messages(user, thread.id, told)

        answers = {
            question: await answer(application, user, thread.id, question)
            for question in (
                "Where does my sister live?",
                "What am I allergic to?",
                "What is my dog's name?",
                "What did we decide about the pot?",
                "Who runs marketing?",
                "What is the price of the Mosswell?",
                "Where is the warehouse?",
            )
        }

    quoted = [each.citations[0].passage.chunk.text for each in answers.values() if each.citations]
    assert quoted == [FACTS[at] for at in (0, 1, 2, 3, 6, 10, 19)]


async def test_what_was_said_on_a_day_is_quoted_in_its_order(started: Started) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        told = [Draft("user", fact, created_at=datetime(2026, 11, 10 + at // 4, at, tzinfo=UTC)) for at, fact in enumerate(FACTS)]
        await application.assistant.add_messages(user, thread.id, told)
        question = Question(thread.id, "What did I tell you yesterday?", datetime(2026, 11, 14, 9, tzinfo=UTC))

        events = [event async for event in application.assistant.ask(user, Ask(question))]

    [answered] = [event.answer for event in events if isinstance(event, Answered)]
    assert [citation.passage.chunk.text for citation in answered.citations] == FACTS[12:16]
    assert all(fact.rstrip(".") in answered.text for fact in FACTS[12:16])
