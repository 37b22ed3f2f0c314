"""Whoever is removed goes with everything that was theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from chat import assembly
from chat.api.places.here import speaking
from chat.database.schema import metadata
from chat.domain import Usage
from tests.deleting.canaries import DOCUMENT, MESSAGE, THREAD, canary, fill, held, left, upload
from tests.deleting.conftest import Started
from tests.passages import NOON


async def test_a_removed_user_leaves_nothing_while_the_server_runs(
    started: Started, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembly, "TENDED_SECONDS", 0.1)
    async with started() as application:
        carol = await application.accounts.add_user(canary("author", "name"), "correct horse battery")
        key = await application.accounts.create_key(carol, canary("author", "key"))
        async with speaking(application, key) as api:
            await fill(application, api, carol)
            await api.post("/api/libraries", json={"id": "shelf", "name": "Shelf"})
            await upload(api, "libraries/shelf", "more.md", b"# More\n\nThe bell rings at noon.\n")
            await application.parts.usage.add(carol.id, "t", "m", Usage(1, 1), NOON)
            before = await application.accounts.holdings(carol.id)

            id = await application.accounts.remove_user(carol.name)  # as a command does, beside the server
            refused = await api.get("/api/threads")
            while not (await application.accounts.holdings(id)).verified:
                await application.parts.leftovers.wait()
            await application.parts.leftovers.wait()

        assert refused.status_code == 401
        assert (before.messages, before.documents, before.files) == (4, 2, 2)
        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}
        assert left(data, "author", of="name") == left(data, "author", of="key") == {}
        async with application.engine.connect() as connection:
            for table in metadata.sorted_tables:
                assert (await connection.execute(select(func.count()).select_from(table))).scalar_one() == 0, table.name


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
