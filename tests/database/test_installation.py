"""Tests of the id by which a database knows its installation."""

from __future__ import annotations

from pathlib import Path

from chat.database.engine import connect, migrate
from chat.database.installation import installation_id


async def test_its_id_is_made_once_and_is_no_other_databases(tmp_path: Path) -> None:
    found = list[str]()
    for name in ("one", "one", "two"):
        engine = connect("", tmp_path / name)
        await migrate(engine)
        found.append(await installation_id(engine))
        await engine.dispose()

    assert found[0] == found[1] != found[2]
    assert len(found[0]) == 36
