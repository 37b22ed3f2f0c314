"""Tests that what cannot be deleted immediately is deleted later."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from chat.cli.clients.in_process import speaking
from tests.deleting.canaries import DOCUMENT, MESSAGE, THREAD, fill, left
from tests.deleting.conftest import Started


async def test_a_reader_keeps_the_log_only_as_long_as_it_reads(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await fill(application, api, await application.accounts.local_user())
        reader = sqlite3.connect(data / "threadwise.sqlite3", isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM messages").fetchone()

        answer = await api.delete("/api/threads/t")
        meanwhile = left(data, *MESSAGE)
        reader.execute("COMMIT")
        reader.close()
        await application.parts.leftovers.wait()

        assert answer.json()["verified"]
        assert meanwhile
        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}


async def test_what_a_stop_left_is_cleaned_by_the_next_start(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)
        await application.parts.rows.conversations.entomb(user.id, "t", application.parts.clock())

    async with started() as application:
        await application.parts.leftovers.wait()

        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}


async def test_a_message_taken_back_in_the_web_chat_does_not_wait_for_the_next_question(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await fill(application, api, await application.accounts.local_user())

        await application.display.remove("t", "secret")
        application.parts.leftovers.taken_back("t")
        await application.parts.leftovers.wait()

        assert left(data, *(place for place in MESSAGE if place != "step")) == {}
