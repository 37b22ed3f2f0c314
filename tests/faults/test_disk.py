"""Tests of a full or read-only disk: refused with a message before any work is done, until there is space again."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

from chat.application import Application
from chat.assistant import Ask
from chat.cli.clients.in_process import speaking
from chat.database.room import Room
from chat.domain import Question, User, utc_now
from chat.errors import DiskFull, StorageFailed
from chat.events import Answered
from tests.faults.checking import faults, settled
from tests.faults.victim import Talker, long, made, read, running


@contextmanager
def no_room() -> Iterator[None]:
    """Let no file of this process grow, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def ask(application: Application, user: User, text: str = "What does the pump weigh?") -> Answered:
    asked = application.assistant.ask(user, Ask(Question("t", text, utc_now())))
    [answered] = [each async for each in asked if isinstance(each, Answered)]
    return answered


def test_a_reserve_is_kept_free_and_counts_what_is_to_come(tmp_path: Path) -> None:
    left = [300_000_000]
    room = Room(tmp_path, 200, lambda folder: left[0])

    room.check(50_000_000)
    with pytest.raises(DiskFull, match="300 MB are free, and 200 MB are kept"):
        room.check(150_000_000)
    left[0] = 100_000_000
    with pytest.raises(DiskFull):
        room.check()
    left[0] = 250_000_000
    room.check()


async def test_below_the_reserve_uploads_and_questions_are_refused_before_the_model_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talker, left = Talker(every=0), [10**12]
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=left[0]))
    async with running(tmp_path / "data", talker) as application, speaking(application, None) as api:
        assert (await api.post("/api/threads", json={"id": "t"})).status_code == 201
        left[0] = 10**8

        upload = await api.post("/api/threads/t/documents", files=[("files", ("pump.md", b"The pump weighs 7 grams."))])
        question = await api.post("/api/threads/t/ask", json={"question": "What does the pump weigh?"})
        message = await api.post("/api/threads/t/messages", json=[{"role": "user", "content": "The pump weighs 7 grams."}])
        refused = (upload, question, message)
        asked = len(talker.asked)
        left[0] = 10**12
        after = await api.post("/api/threads/t/ask", json={"question": "What does the pump weigh?"})

    assert [(one.status_code, one.json()["code"]) for one in refused] == [(503, "disk_full")] * 3
    assert all("make room" in one.json()["detail"] for one in refused)
    assert asked == 0
    assert after.status_code == 200


async def test_a_disk_that_takes_nothing_loses_nothing_and_is_over_without_a_restart(tmp_path: Path) -> None:
    talker = Talker(every=0)
    async with running(tmp_path / "data", talker) as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(3))
        with no_room():
            refused = [
                await api.post("/api/threads/t/documents", files=[("files", ("other.md", b"The valve weighs 9 grams."))]),
                await api.post("/api/threads/t/ask", json={"question": "What does the pump weigh?"}),
                await api.post("/api/threads", json={"id": "u"}),
            ]
            found = await api.post("/api/threads/t/search", json={"query": "What does the pump weigh?"})
        asked = len(talker.asked)
        await read(application, user, "t", long(4, name="other.md"))
        await ask(application, user)
        await settled(application)

        assert [one.status_code for one in refused] == [503] * 3
        assert all(one.json()["code"] == "storage_failed" for one in refused)
        assert found.json()["passages"]
        assert asked == 0
        assert await faults(application, user, "t") == []


async def test_a_file_that_meets_a_full_disk_half_way_waits_and_is_read_when_there_is_room(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        [job] = await application.assistant.start_reading(user, "t", [long(30)])
        with no_room():
            async for _ in application.assistant.follow([job]):
                if (await application.assistant.job(user, job.id)).error_code == "storage_failed":
                    break
        await settled(application)
        [document], _ = await application.assistant.documents(user, "t")

        assert document.chunks >= 30
        assert await faults(application, user, "t") == []


def test_a_data_folder_that_can_not_be_written_is_named_and_nothing_starts(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o555)
    if os.geteuid() == 0:  # root may write everywhere, except here
        data = Path("/proc/data")

    with pytest.raises(StorageFailed, match="can't be written") as refused:
        made(data)

    assert str(data) in str(refused.value)


async def test_where_the_database_became_read_only_reading_goes_on_and_writes_answer_503(tmp_path: Path) -> None:
    read_only = [False]
    async with running(tmp_path / "data", Talker(every=0)) as application, speaking(application, None) as api:

        @event.listens_for(application.engine.sync_engine, "connect")
        def connected(connection: Any, _: object) -> None:  # Any: the driver's own
            connection.execute(f"PRAGMA query_only = {'ON' if read_only[0] else 'OFF'}")

        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(3))
        read_only[0] = True
        await application.engine.dispose()  # new connections are what a remount leaves of the old ones

        reads = [
            await api.get("/api/threads/t/messages"),
            await api.get("/api/threads/t/documents"),
            await api.post("/api/threads/t/search", json={"query": "What does the pump weigh?"}),
        ]
        writes = [
            await api.post("/api/threads/t/ask", json={"question": "What does the pump weigh?"}),
            await api.post("/api/threads", json={"id": "u"}),
            await api.delete("/api/threads/t"),
        ]
        read_only[0] = False
        await application.engine.dispose()

        assert [one.status_code for one in reads] == [200] * 3
        assert [(one.status_code, one.json()["code"]) for one in writes] == [(503, "storage_failed")] * 3
        assert all("can't be written" in one.json()["detail"] for one in writes)
        assert (await api.post("/api/threads/t/ask", json={"question": "What does the pump weigh?"})).status_code == 200
