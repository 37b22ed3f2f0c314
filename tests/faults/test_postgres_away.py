"""Tests of PostgreSQL being stopped, killed, unresponsive or closing connections while the application runs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from chat.application import Application
from chat.assistant import Ask
from chat.cli.clients.in_process import speaking
from chat.database import engine as database
from chat.database.engine import connect
from chat.domain import Draft, Extracted, Job, JobState, Question, Source, Upload, User, utc_now
from chat.embedding.base import Vectors
from chat.errors import NoText, NotFound, StorageFailed
from chat.events import Wrote
from chat.index.base import Collection
from tests.fakes import FakeEmbedder, ReadHere
from tests.faults.checking import faults, settled
from tests.faults.victim import Talker, long, read, running
from tests.postgres import Postgres
from tests.serving import ROOT, environment, free_port, serving

_SECONDS = 30
"""Seconds within which every operation ends, successful or not."""
HERE = Collection("t", Source.DOCUMENT)
FERRY = [{"role": "user", "content": "The ferry leaves from the northern pier at nine."}]
REQUESTS = {
    "threads": ("GET", "/api/threads", None),
    "a new thread": ("POST", "/api/threads", {"name": "Pumps"}),
    "messages": ("GET", "/api/threads/t/messages", None),
    "a message": ("POST", "/api/threads/t/messages", FERRY),
    "a question": ("POST", "/api/threads/t/ask", {"question": "From which pier does the ferry leave?"}),
    "a search": ("POST", "/api/threads/t/search", {"query": "From which pier does the ferry leave?"}),
    "documents": ("GET", "/api/threads/t/documents", None),
    "a job": ("GET", "/api/jobs/none", None),
    "an export": ("GET", "/api/threads/t/export", None),
    "figures": ("GET", "/api/threads/t/analytics", None),
    "settings": ("PATCH", "/api/threads/t", {"name": "Ferries"}),
}


class Stopping(FakeEmbedder):
    """An embedder that stops the server on the first batch of at least `at` texts."""

    def __init__(self, postgres: Postgres, at: int) -> None:
        super().__init__()
        self._stop = once(postgres.stop)
        self._at = at

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        if len(texts) >= self._at:
            self._stop()
        return await super().embed(texts, urgent=urgent)


def once(work: Callable[[], None]) -> Callable[[], None]:
    left = [work]
    return lambda: left.pop()() if left else None


async def answers(api: httpx.AsyncClient) -> dict[str, httpx.Response]:
    """Return the responses to each of several requests, sent one after another."""
    found = dict[str, httpx.Response]()
    for name, (method, path, body) in REQUESTS.items():
        async with asyncio.timeout(_SECONDS):
            found[name] = await api.request(method, path, json=body)
    return found


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(_SECONDS):
        while not await true():  # noqa: ASYNC110 - nothing signals it
            await asyncio.sleep(0.05)


# --- while it is unreachable, and afterwards


@pytest.mark.parametrize("away", [Postgres.stop, Postgres.kill], ids=["stopped", "killed"])
async def test_while_the_server_is_away_everything_is_refused_in_a_sentence_and_works_again_when_it_is_back(
    away: Callable[[Postgres], None], postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds in ("TENDED_SECONDS", "INCOGNITO_SECONDS", "REPLIES_SECONDS", "SWEPT_SECONDS", "BURIED_SECONDS"):
        monkeypatch.setattr(f"chat.application.{seconds}", 0.05)
    talker = Talker(every=0)
    async with running(tmp_path / "data", talker, database=postgres.url) as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        said = await api.post("/api/threads/t/messages", json=FERRY)

        away(postgres)
        refused = await answers(api)
        ill = await application.health()
        asked = len(talker.asked)
        postgres.start()
        taken = await answers(api)
        well = await application.health()
        messages, _ = await application.assistant.messages(user, "t")

        assert {name: (one.status_code, one.json()["code"]) for name, one in refused.items()} == dict.fromkeys(
            REQUESTS, (503, "storage_failed")
        )
        assert {one.json()["detail"] for one in refused.values()} == {"The database does not answer now. Try again in a moment."}
        assert asked == 0
        assert (ill["database"].ok, well["database"].ok) == (False, True)
        assert {name: one.status_code for name, one in taken.items() if one.is_error} == {"a job": 404}
        assert messages[0].id == said.json()["messages"][0]["id"]
        assert "northern pier" in taken["a search"].json()["passages"][0]["text"]
        assert not [loop for loop in application._background if loop.done()]


async def test_a_server_that_takes_connections_and_says_nothing_is_given_up_until_it_speaks(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds in ("_PING_SECONDS", "_CONNECT_SECONDS", "_STATEMENT_SECONDS"):
        monkeypatch.setattr(database, seconds, 0.5)
    engine = connect(postgres.url, tmp_path / "unused")

    async def asked() -> int:
        async with asyncio.timeout(_SECONDS), engine.connect() as connection:
            return int((await connection.execute(text("SELECT 1"))).scalar_one())

    before = await asked()
    async with engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
        with postgres.frozen():
            async with asyncio.timeout(_SECONDS):
                with pytest.raises(StorageFailed):
                    await connection.execute(text("SELECT 1"))
            with pytest.raises(StorageFailed):
                await asked()
    after = await asked()
    await engine.dispose()

    assert (before, after) == (1, 1)


async def test_connections_that_the_server_has_ended_are_replaced_before_anybody_notices(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with (
        running(tmp_path / "data", Talker(every=0), database=postgres.url) as application,
        speaking(application, None) as api,
    ):
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await asyncio.gather(*(api.get("/api/threads") for _ in range(5)))

        postgres.terminate()
        found = await answers(api)

        assert {name: one.status_code for name, one in found.items() if one.is_error} == {"a job": 404}


async def test_a_connection_that_is_ended_while_it_is_used_costs_one_error(postgres: Postgres, tmp_path: Path) -> None:
    engine = connect(postgres.url, tmp_path / "unused")

    async def write() -> None:
        async with engine.begin() as connection:
            await connection.execute(text("CREATE TABLE pumps (weight integer)"))
            postgres.terminate()
            await connection.execute(text("INSERT INTO pumps VALUES (7)"))

    with pytest.raises(StorageFailed, match="does not answer"):
        await write()
    async with engine.begin() as connection:
        left = (await connection.execute(text("SELECT to_regclass('pumps')"))).scalar_one()
    await engine.dispose()

    assert left is None


# --- work in progress


async def test_an_answer_in_progress_ends_with_the_sentence_and_its_question_is_kept(postgres: Postgres, tmp_path: Path) -> None:
    async with running(tmp_path / "data", Talker(every=0.01), database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        ask = Ask(Question("t", "What does the pump need?", utc_now()), question_id="q", answer_id="a")
        stop = once(postgres.stop)

        async def listen() -> None:
            async for event in application.assistant.ask(user, ask):
                if isinstance(event, Wrote):
                    stop()

        with pytest.raises(StorageFailed, match="does not answer"):
            await asyncio.wait_for(listen(), _SECONDS)
        postgres.start()
        question, answer = (await application.assistant.messages(user, "t"))[0]

        assert (question.id, question.content) == ("q", "What does the pump need?")
        assert (answer.id, answer.interrupted) == ("a", True)


async def test_a_file_that_is_being_read_waits_and_is_whole_in_the_end(postgres: Postgres, tmp_path: Path) -> None:
    async with running(tmp_path / "data", embedder=Stopping(postgres, at=20), database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        [job] = await application.assistant.start_reading(user, "t", [long(60)])

        await until(lambda: _waits(application, job))
        postgres.start()
        await settled(application)
        ended = await application.assistant.job(user, job.id)

        assert (ended.state, ended.error_code) == (JobState.DONE, None)
        assert await faults(application, user, "t") == []


async def _waits(application: Application, job: Job) -> bool:
    """Return whether the job waits for the storage; read in memory, because its row can't be read meanwhile."""
    return application.parts.jobs._running[job.id].job.error_code == StorageFailed.code


async def test_a_file_that_is_refused_meanwhile_is_said_to_be_when_the_server_is_back(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = once(postgres.stop)

    async def refusing(self: ReadHere, *_: object, **__: object) -> Extracted:
        stop()
        raise NoText("Nothing readable is in it.")

    monkeypatch.setattr(ReadHere, "extract", refusing)
    async with running(tmp_path / "data", database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        [job] = await application.assistant.start_reading(user, "t", [Upload("scan.md", b"a picture")])
        async with asyncio.timeout(_SECONDS):
            async for _ in application.assistant.follow([job]):
                pass
        postgres.start()
        await until(lambda: _ended(application, user, job))
        ended = await application.assistant.job(user, job.id)

        assert (ended.state, ended.error_code) == (JobState.FAILED, "no_text")


async def _ended(application: Application, user: User, job: Job) -> bool:
    return (await application.assistant.job(user, job.id)).state is not JobState.RUNNING


async def test_indexes_that_are_being_made_anew_are_whole_in_the_end(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path / "data", database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(20))
        await application.rebuilding.wait()
        drop, stop, stopped = application.vectors.drop, once(postgres.stop), asyncio.Event()

        async def dropping(collection: Collection) -> int:
            stop()
            stopped.set()
            return await drop(collection)

        monkeypatch.setattr(application.vectors, "drop", dropping)
        await application.rebuilding.lost([HERE.name])
        async with asyncio.timeout(_SECONDS):
            await stopped.wait()
            postgres.start()
            await application.rebuilding.wait()

        assert await application.parts.rows.collections.rebuilding() == []
        assert await faults(application, user, "t") == []


async def test_a_delete_that_is_cut_short_is_finished_when_the_server_is_back(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.application.BURIED_SECONDS", 0.05)
    monkeypatch.setattr("chat.application._CUT_SHORT", timedelta(minutes=5))
    async with running(tmp_path / "data", database=postgres.url) as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(5))
        await application.assistant.add_messages(user, "t", [Draft("user", FERRY[0]["content"])])
        drop, stop = application.vectors.drop, once(postgres.stop)

        async def dropping(collection: Collection) -> int:
            stop()
            return await drop(collection)

        monkeypatch.setattr(application.vectors, "drop", dropping)
        async with asyncio.timeout(_SECONDS):
            with pytest.raises(StorageFailed):
                await application.assistant.delete_thread(user, "t")
        postgres.start()
        with pytest.raises(NotFound):
            await application.assistant.thread(user, "t")
        hidden = await application.parts.rows.conversations.entombed()
        monkeypatch.setattr("chat.application._CUT_SHORT", timedelta(0))
        await until(lambda: _buried(application))

        assert hidden == ["t"]
        assert await application.parts.indexer.left("t") == 0


async def _buried(application: Application) -> bool:
    return not await application.parts.rows.conversations.entombed()


# --- the server itself


async def test_the_web_server_says_that_the_database_is_away_and_well_again(postgres: Postgres, tmp_path: Path) -> None:
    addresses = ["/health", "/", "/thread/t", "/account", "/api/threads", "/v1/models", "/user"]
    async with (
        serving(tmp_path / "data", THREADWISE_DATABASE_URL=postgres.url) as server,
        httpx.AsyncClient(base_url=server.address, timeout=_SECONDS) as visited,
        httpx.AsyncClient(base_url=server.address, timeout=_SECONDS) as new,
    ):
        before = [(await visited.get(address)).status_code for address in addresses]
        said = len(server.log)
        postgres.stop()
        while_away = [(await visited.get(address)).status_code for address in addresses]
        without_cookie = await new.get("/", headers={"Accept": "text/html"})
        ill = (await new.get("/health")).json()
        alive = await new.get("/health/live")
        postgres.start()
        after = [(await visited.get(address)).status_code for address in addresses]
        well = (await new.get("/health")).json()

    assert before == after == [200] * len(addresses)
    assert while_away == [503] * len(addresses)
    assert without_cookie.status_code == 503
    assert "The database does not answer now. Try again in a moment." in without_cookie.text
    assert (ill["status"], ill["checks"]["database"]["ok"]) == ("down", False)
    assert (well["status"], well["checks"]["database"]["ok"], alive.status_code) == ("ok", True, 200)
    assert not [line for line in server.log[said:] if "Traceback" in line]


async def test_a_start_without_the_database_ends_with_a_sentence(tmp_path: Path) -> None:
    address = f"postgresql+asyncpg://threadwise:secret@127.0.0.1:{free_port()}/postgres"
    settings = {"THREADWISE_DATABASE_URL": address, "THREADWISE_PORT": str(free_port())}

    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chat", "run", cwd=ROOT, env=environment(tmp_path / "data", **settings),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    async with asyncio.timeout(120):
        said, _ = await process.communicate()

    assert process.returncode not in (0, None)
    assert said.decode() == "The database does not answer now. Try again in a moment.\n"
