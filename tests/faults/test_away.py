"""Tests of asking and uploading while something is unreachable, locked, held or changed."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.application import Application
from chat.assistant import Ask
from chat.cli.clients.in_process import speaking
from chat.database import engine as database
from chat.database.engine import connect, migrate, ping
from chat.domain import DocumentStatus, Draft, Job, JobState, Question, Source, Stage, User, utc_now
from chat.embedding.base import Vectors
from chat.errors import DataFolderHeld, EmbedderMismatch, EmbeddingFailed, IndexFailed, StorageFailed
from chat.events import Answered, Retrieved, Wrote
from chat.index.base import Collection
from chat.index.remote import RemoteChroma
from chat.threads.people.accounts import Accounts
from tests.assistant.workshop import ALICE, workshop
from tests.fakes import FakeEmbedder
from tests.faults.checking import faults, settled
from tests.faults.victim import Talker, long, read, running
from tests.index.test_chroma import noting
from tests.passages import NOON
from tests.serving import ROOT, free_port

HERE = Collection("t", Source.DOCUMENT)


class Flaky(FakeEmbedder):
    """An embedder that fails after so many texts until it is told to continue, and counts the calls."""

    def __init__(self, texts: int) -> None:
        super().__init__()
        self.left: int | None = texts
        self.refused = 0

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        if self.left is not None:
            if len(texts) > self.left:
                self.refused += 1
                raise EmbeddingFailed("The embedding endpoint could not be reached.")
            self.left -= len(texts)
        return await super().embed(texts, urgent=urgent)


async def until(application: Application, user: User, job: Job, code: str | None) -> Job:
    """Return the job, once it waits for this reason."""
    async for _ in application.assistant.follow([job]):
        now = await application.assistant.job(user, job.id)
        if now.error_code == code:
            return now
    raise AssertionError("it ended before")


# --- the embedding endpoint


async def test_a_file_whose_embedding_fails_in_the_middle_waits_keeps_what_was_made_and_resends_the_rest(
    tmp_path: Path,
) -> None:
    embedder = Flaky(130)
    async with running(tmp_path / "data", embedder=embedder) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        [job] = await application.assistant.start_reading(user, "t", [long(180)])
        waiting = await until(application, user, job, "embedding_failed")
        found = await application.assistant.search(user, Question("t", "What does the pump number 17 weigh?", utc_now()))
        made_before = set(await application.parts.rows.vectors.embedded(HERE))
        embedder.left = None
        embedder.embedded.clear()
        await settled(application)
        ended = await application.assistant.job(user, job.id)

        assert (waiting.state, waiting.stage) == (JobState.RUNNING, Stage.WAITING)
        assert waiting.error_detail == "The embedding endpoint could not be reached."
        assert found.passages
        assert made_before
        chunks = await application.parts.rows.chunks.of(HERE)
        kept = {chunk.indexed for chunk in chunks if chunk.id in made_before}
        assert kept.isdisjoint(embedder.embedded)
        assert (ended.state, ended.error_code) == (JobState.DONE, None)
        assert await faults(application, user, "t") == []


async def test_a_new_version_whose_embedding_fails_resends_only_the_rest(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = Flaky(10_000)
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "long.md", long(3).content.decode())
    embedder.embedded.clear()
    embedder.left = 130
    shop.parts.jobs._sleep = _until_told(embedder)

    document = await shop.read(thread.id, "long.md", long(200, of="valve").content.decode())

    assert document.version == 2
    assert len(embedder.embedded) == len(set(embedder.embedded)) == document.chunks
    assert await shop.vectors.count(Collection(thread.id, Source.DOCUMENT)) == document.chunks


def _until_told(embedder: Flaky) -> Callable[[float], Awaitable[None]]:
    async def sleep(seconds: float) -> None:
        embedder.left = None

    return sleep


async def test_pauses_grow_to_a_minute_and_after_a_day_the_file_has_failed(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path, embedder=Flaky(0))
    now, pauses = [NOON], list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        now[0] += timedelta(seconds=seconds)

    shop.parts.jobs._sleep, shop.parts.jobs._clock = sleep, lambda: now[0]
    thread = await shop.assistant.create_thread(ALICE)

    document = await shop.read(thread.id, "pump.md", "The pump weighs 7 grams.")

    assert pauses[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert timedelta(hours=24) <= now[0] - NOON < timedelta(hours=24, minutes=2)
    assert (document.status, document.error_code) == (DocumentStatus.FAILED, "embedding_failed")


async def test_a_message_is_stored_while_nothing_can_be_embedded_and_recalled_later(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = Flaky(0)
    shop = workshop(engine, tmp_path, embedder=embedder)
    thread = await shop.assistant.create_thread(ALICE)

    await shop.assistant.add_messages(ALICE, thread.id, [Draft("user", "The ferry leaves from the northern pier at nine.")])
    embedder.left = None
    found = await shop.assistant.search(ALICE, Question(thread.id, "From where does the ferry leave?", NOON))

    assert "northern pier" in found.passages[0].chunk.text


async def test_vectors_of_another_model_are_never_mixed_words_answer_until_a_reindex(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(5))

    async with running(tmp_path / "data", embedder=FakeEmbedder(revision="2")) as application:
        user = await application.accounts.local_user()
        found = await application.assistant.search(user, Question("t", "What does the pump number 3 weigh?", utc_now()))
        with pytest.raises(EmbedderMismatch):
            await application.parts.indexer.stage(HERE, [])
        await application.reindex()
        after = await application.assistant.search(user, Question("t", "What does the pump number 3 weigh?", utc_now()))

    assert found.passages
    assert "another embedding model" in (found.note or "")
    assert after.note is None


# --- Chroma


async def test_while_the_chroma_server_is_away_words_answer_with_a_notice_and_files_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setattr(
        "chat.assembly._vectors", lambda settings, folder, lost: RemoteChroma(f"http://127.0.0.1:{port}", 5, lost)
    )
    async with running(tmp_path / "data", Talker(every=0)) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        [job] = await application.assistant.start_reading(user, "t", [long(5)])
        waiting = await until(application, user, job, "index_failed")
        question = Question("t", "What does the pump number 3 weigh?", utc_now())
        events = [event async for event in application.assistant.ask(user, Ask(question))]
        health = await application.health()

    [retrieved] = [event for event in events if isinstance(event, Retrieved)]
    [answered] = [event for event in events if isinstance(event, Answered)]
    assert waiting.stage is Stage.WAITING
    assert any("number 3 weighs 21 grams" in passage.chunk.text for passage in retrieved.found.passages)
    assert answered.answer.text
    assert "by their words alone" in (answered.answer.note or "")
    assert not health["vectors"].ok


async def test_a_document_that_is_deleted_while_the_store_is_away_is_found_no_more_and_gone_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "data") as application:
        assistant = application.assistant
        user = await application.accounts.local_user()
        await assistant.create_thread(user, id="t")
        await read(application, user, "t", long(5))
        [document], _ = await assistant.documents(user, "t", 1)
        ask = Ask(Question("t", "What does the pump number 3 weigh?", utc_now()))
        before = [event async for event in assistant.ask(user, ask) if isinstance(event, Retrieved)]
        back, delete = asyncio.Event(), application.vectors.delete

        async def away(collection: Collection, ids: Sequence[str]) -> int:
            if not back.is_set():
                raise IndexFailed("The Chroma server does not answer as it should.")
            return await delete(collection, ids)

        monkeypatch.setattr(application.vectors, "delete", away)

        receipt = await assistant.delete_document(user, "t", document.id)
        meanwhile = [event async for event in assistant.ask(user, ask) if isinstance(event, Retrieved)]
        left = await application.parts.indexer.left("t")
        back.set()
        await settled(application)

        assert _documents(before)
        assert (receipt.documents, receipt.verified) == (1, False)
        assert not _documents(meanwhile)
        assert left
        assert await faults(application, user, "t") == []
        assert await application.files.listed() == []


def _documents(events: Sequence[Retrieved]) -> list[str]:
    return [passage.chunk.id for event in events for passage in event.found.passages if passage.chunk.source is Source.DOCUMENT]


async def test_what_the_store_missed_while_it_was_away_is_put_there_when_it_is_back(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    calls, upsert = [0], shop.vectors.upsert

    async def away(collection: Collection, ids: Sequence[str], vectors: Vectors) -> None:
        calls[0] += 1
        if calls[0] == 2:
            raise IndexFailed("The Chroma server does not answer as it should.")
        await upsert(collection, ids, vectors)

    monkeypatch.setattr(shop.vectors, "upsert", away)

    document = await shop.read(thread.id, "long.md", long(200).content.decode())

    assert document.status is DocumentStatus.READY
    assert await shop.vectors.count(Collection(thread.id, Source.DOCUMENT)) == document.chunks
    repeated = Counter(shop.embedder.embedded).total() - len(set(shop.embedder.embedded))
    assert repeated <= 128  # the two batches in progress


async def test_a_chroma_server_that_comes_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    chroma, now = RemoteChroma(f"http://127.0.0.1:{free_port()}", 5, noting([])), [0.0]
    monkeypatch.setattr(chroma, "_now", lambda: now[0])
    asked = list[float]()

    async def heartbeat() -> None:
        asked.append(now[0])
        raise ConnectionRefusedError

    async def connected() -> SimpleNamespace:
        return SimpleNamespace(heartbeat=heartbeat, get_collection=heartbeat_of)

    async def heartbeat_of(*_: object, **__: object) -> None:
        await heartbeat()

    monkeypatch.setattr(chroma, "_connected", connected)

    for second in range(200):
        now[0] = float(second)
        with pytest.raises(IndexFailed):
            await chroma.count(HERE)

    assert asked[:7] == [0, 1, 3, 7, 15, 31, 63]
    assert {later - before for before, later in pairwise(asked[6:])} == {60}


# --- the database


async def test_a_database_that_is_locked_for_long_is_said_to_be_and_works_again_when_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PRAGMAS", tuple(each.replace("10000", "200") for each in database._PRAGMAS))
    talker = Talker(every=0)
    async with running(tmp_path / "data", talker) as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        other = sqlite3.connect(
            tmp_path / "data" / "threadwise.sqlite3", timeout=60, isolation_level=None, check_same_thread=False
        )
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")  # the present writer must be able to finish

        message = await api.post("/api/threads/t/messages", json=[{"role": "user", "content": "The ferry leaves at nine."}])
        question = await api.post("/api/threads/t/ask", json={"question": "When does the ferry leave?"})
        seen = await api.get("/api/threads/t/messages")
        asked = len(talker.asked)
        other.execute("ROLLBACK")
        other.close()
        after = await api.post("/api/threads/t/messages", json=[{"role": "user", "content": "The ferry leaves at nine."}])

    assert [(one.status_code, one.json()["code"]) for one in (message, question)] == [(503, "storage_failed")] * 2
    assert "locked" in message.json()["detail"]
    assert (seen.status_code, asked) == (200, 0)
    assert after.status_code == 201


async def test_an_answer_goes_on_while_its_row_can_not_be_written_and_is_whole_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PRAGMAS", tuple(each.replace("10000", "50") for each in database._PRAGMAS))
    monkeypatch.setattr("chat.assistant.question.draft._FLUSH_SECONDS", 0.05)
    async with running(tmp_path / "data", Talker(every=0.02)) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        other = sqlite3.connect(
            tmp_path / "data" / "threadwise.sqlite3", timeout=60, isolation_level=None, check_same_thread=False
        )
        heard = 0
        async for event in application.assistant.ask(user, Ask(Question("t", "What does the pump need?", utc_now()))):
            if isinstance(event, Wrote):
                heard += 1
                if heard == 2:
                    await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
                if heard == 25:
                    other.execute("ROLLBACK")
        other.close()
        said, _ = await application.assistant.messages(user, "t")

    assert not said[-1].interrupted
    assert len(said[-1].content) > 200


async def test_a_database_server_that_is_away_is_said_to_be_at_start_and_by_its_health(tmp_path: Path) -> None:
    engine = connect(f"postgresql+asyncpg://nobody:secret@127.0.0.1:{free_port()}/none", tmp_path / "unused")

    with pytest.raises(StorageFailed, match="does not answer") as raised:
        await migrate(engine)
    health = await ping(engine)
    await engine.dispose()

    assert "secret" not in str(raised.value)
    assert not health.ok


async def test_a_wrong_statement_is_no_fault_of_the_disk(engine: AsyncEngine) -> None:
    with pytest.raises(OperationalError, match="nonsense"):
        async with engine.connect() as connection:
            await connection.execute(text("SELECT nonsense"))


# --- two processes, clocks, logs


async def test_a_second_process_is_refused_with_the_pid_of_the_first(tmp_path: Path) -> None:
    async with running(tmp_path / "data"):
        script = (
            "import asyncio, sys\nfrom pathlib import Path\nfrom tests.faults.victim import made\n"
            "try:\n    asyncio.run(made(Path(sys.argv[1])).start())\n"
            "except Exception as error:\n    sys.exit(f'{type(error).__name__}: {error}')"
        )
        second = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", script, str(tmp_path / "data")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    assert second.returncode == 1
    assert DataFolderHeld.__name__ in second.stderr
    assert f"in use by process {os.getpid()}" in second.stderr


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=3652)], ids=["an hour", "ten years"])
async def test_a_clock_that_is_set_back_changes_no_order_and_hides_nothing(
    back: timedelta, engine: AsyncEngine, tmp_path: Path
) -> None:
    shop = workshop(engine, tmp_path)
    now = [NOON]
    later = workshop(engine, tmp_path, clock=lambda: now[0])
    thread = await shop.assistant.create_thread(ALICE)
    await later.assistant.add_messages(ALICE, thread.id, [Draft("user", "The ferry leaves from the northern pier at nine.")])
    now[0] -= back
    await later.assistant.add_messages(ALICE, thread.id, [Draft("user", "The ferry now leaves from the southern pier at ten.")])

    said, _ = await later.assistant.messages(ALICE, thread.id)
    question = Question(thread.id, "From which pier does the ferry leave now?", now[0], explain=True)
    found = await later.assistant.search(ALICE, question)
    answer = await later.answer(thread.id, "From which pier does the ferry leave?")

    assert ["northern" in said[0].content, "southern" in said[1].content] == [True, True]
    assert {passage.chunk.parent for passage in found.passages} == {message.id for message in said}
    assert all(0 < passage.scores.recency <= 1 for passage in found.passages)
    assert answer.text


async def test_wrong_passwords_of_a_future_that_was_set_back_shut_nobody_out_for_long(engine: AsyncEngine) -> None:
    now = [NOON]
    accounts = Accounts(engine, 2, lambda: now[0])
    await accounts.add_user("carol", "correct horse")
    for _ in range(2):
        assert await accounts.verify("carol", "wrong horse") is None
    now[0] -= timedelta(days=3652)

    user = await accounts.verify("carol", "correct horse")

    assert user is not None


def test_a_log_that_nobody_reads_holds_up_nothing() -> None:
    reader, writer = os.pipe()
    script = (
        "import logging, sys\nfrom chat.watching import logs\nlogs.configure('info', 'console')\n"
        "for line in range(50_000):\n    logging.getLogger('a').info('%d %s', line, 'x' * 100)\n"
        "sys.stdout.write('done'), sys.stdout.flush()\nimport os\nos._exit(0)"
    )

    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=writer, timeout=60, check=False
    )
    os.close(reader)
    os.close(writer)

    assert ended.stdout == b"done"


def test_a_log_whose_reader_is_gone_holds_up_nothing() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    script = (
        "import logging, sys\nfrom chat.watching import logs\nlogs.configure('info', 'json')\n"
        "for line in range(1_000):\n    logging.getLogger('a').info('%d', line)\nprint('done')"
    )

    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=writer, check=False)
    os.close(writer)

    assert ended.stdout == b"done\n"
