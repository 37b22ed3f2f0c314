"""Tests that removing a user deletes everything that belonged to them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from chat.cli.clients.in_process import speaking
from chat.database.schema import installation, metadata, visitors
from chat.domain import Usage, utc_now
from tests.deleting.canaries import DOCUMENT, MESSAGE, THREAD, canary, fill, held, left, upload
from tests.deleting.conftest import Started
from tests.passages import NOON


async def test_a_removed_user_leaves_nothing_while_the_server_runs(
    started: Started, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.application.TENDED_SECONDS", 0.1)
    async with started() as application:
        password, external = "correct horse battery", canary("author", "external")
        carol = await application.accounts.add_user(canary("author", "name"), password, external=external)
        await application.sessions.begin(carol.id, "password", canary("author", "browser"))
        key = await application.accounts.create_key(carol, canary("author", "key"))
        async with speaking(application, key) as api:
            await fill(application, api, carol)
            await api.post("/api/libraries", json={"id": "shelf", "name": "Shelf"})
            await upload(api, "libraries/shelf", "more.md", b"# More\n\nThe bell rings at noon.\n")
            await application.parts.rows.usage.add(carol.id, "t", "m", Usage(1, 1), NOON)
            before = await application.accounts.holdings(carol.id)

            id = await application.accounts.remove_user(carol.name)  # as a command does, without the server
            refused = await api.get("/api/threads")
            while not (await application.accounts.holdings(id)).verified:
                await application.parts.leftovers.wait()
            await application.parts.leftovers.wait()

        assert refused.status_code == 401
        assert (before.messages, before.documents, before.files) == (5, 2, 2)
        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}
        for of in ("name", "key", "external", "browser"):
            assert left(data, "author", of=of) == {}
        async with application.engine.connect() as connection:
            for table in (table for table in metadata.sorted_tables if table is not installation):
                assert (await connection.execute(select(func.count()).select_from(table))).scalar_one() == 0, table.name


async def test_a_visitor_who_stays_away_leaves_nothing_and_one_who_comes_keeps_all(
    started: Started, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THREADWISE_WIDGET_VISITOR_DAYS", "30")
    async with started() as application:
        owner = await application.accounts.add_user("owner")
        for name, thread, of in (("vera", "t", ""), ("walter", "hers", "b")):
            visitor = await application.assistant.welcome(owner, "https://shop.example.org", name)
            async with speaking(application, await application.accounts.create_key(visitor.user, "k")) as api:
                await fill(application, api, visitor.user, thread, of=of)
            if name == "vera":  # before Walter comes
                long_ago = utc_now() - timedelta(days=30, minutes=1)
                async with application.engine.begin() as connection:
                    await connection.execute(update(visitors).values(seen_at=long_ago))

        erased = await application.assistant.erase_long_unseen()
        await application.parts.leftovers.wait()

        assert erased == 1
        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}
        assert held(data, of="b") == {*DOCUMENT, *MESSAGE, *THREAD}


async def test_erasing_a_visitor_that_a_crash_cut_short_is_finished_by_the_next_start(started: Started, data: Path) -> None:
    async with started() as application:
        owner = await application.accounts.add_user("owner")
        visitor = await application.assistant.welcome(owner, "https://shop.example.org", "vera")
        async with speaking(application, await application.accounts.create_key(visitor.user, "k")) as api:
            await fill(application, api, visitor.user)
        await application.parts.rows.visitors.close(visitor.user.id)

    async with started() as application:
        while await application.parts.rows.visitors.long_unseen():
            await application.parts.leftovers.wait()
        await application.parts.leftovers.wait()

        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}


async def test_others_keep_what_is_theirs(started: Started, data: Path) -> None:
    async with started() as application:
        carol, dora = [await application.accounts.add_user(name) for name in ("carol", "dora")]
        async with speaking(application, await application.accounts.create_key(dora, "k")) as api:
            await fill(application, api, dora, "hers", of="b")
        async with speaking(application, await application.accounts.create_key(carol, "k")) as api:
            await fill(application, api, carol)
        await application.accounts.remove_user("carol")

    async with started() as application:
        await application.parts.leftovers.wait()

        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}
        assert held(data, of="b") == {*DOCUMENT, *MESSAGE, *THREAD}
