"""Tests of `threadwise doctor`: what it finds, what it repairs, and what it cannot repair."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from chat.cli.commands.doctor import looked
from chat.domain import Draft, Upload
from chat.errors import DataFolderHeld, InvalidRequest
from chat.ingestion.rebuilding import Rebuilding
from chat.settings import ServerSettings, Settings
from tests.deleting.conftest import Started


async def doctor(data: Path, mend: bool = False) -> dict[str, str]:
    """Return what the doctor found wrong, by part."""
    found = await looked(Settings(server=ServerSettings(data=data)), mend)
    return {finding.part: finding.said for finding in found if not finding.ok}


@pytest.fixture
async def stopped(started: Started, data: Path) -> Path:
    """The data folder of a stopped server, with one message."""
    async with started() as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await application.assistant.add_messages(user, "t", [Draft("user", "The bus leaves from the market square at nine.")])
    return data


def broken(data: Path) -> None:
    """Add a stray file, orphaned keyword and table rows, and a collection of another model."""
    (data / "files" / "stray").mkdir(parents=True)
    (data / "files" / "stray" / "file").write_bytes(b"nobody's")
    with sqlite3.connect(data / "threadwise.sqlite3") as connection:
        connection.execute("INSERT INTO keyword_rows VALUES ('documents-x', 'x', 1, '{}')")
        connection.execute("UPDATE collections SET embedder = 'another'")
        columns, values = "id, user_id, name, hash, created_at", "'k', 'nobody', 'n', 'h', '2026-01-01'"
        connection.execute(f"INSERT INTO keys ({columns}) VALUES ({values})")


async def test_what_is_wrong_is_told_and_mended(stopped: Path) -> None:
    broken(stopped)

    found = await doctor(stopped)
    again = await doctor(stopped)
    left = await doctor(stopped, mend=True)

    assert set(found) == {"references", "embedding", "files", "keyword_rows"}
    assert again == found
    assert left == {}


async def test_what_is_made_anew_in_the_background_is_waited_for(stopped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(stopped)
    made = list[bool]()

    async def slowly(_: Rebuilding) -> bool:
        await asyncio.sleep(1)
        made.append(True)
        return True

    monkeypatch.setattr(Rebuilding, "_tried_all", slowly)

    assert await doctor(stopped, mend=True) == {}
    assert made == [True]


async def test_a_damaged_database_is_said_to_be_that_and_stays_so(stopped: Path) -> None:
    database = stopped / "threadwise.sqlite3"
    content = bytearray(database.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    database.write_bytes(content)

    found = await doctor(stopped)

    assert "restore a copy" in found["database"]


async def test_while_somebody_holds_the_folder_it_looks_and_does_not_mend(started: Started, data: Path) -> None:
    async with started():
        assert await doctor(data) == {}
        with pytest.raises(DataFolderHeld):
            await doctor(data, mend=True)


async def test_of_an_empty_folder_there_is_nothing_to_say(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest):
        await doctor(tmp_path / "data")

    assert not (tmp_path / "data").exists()


async def test_who_may_read_the_folder_is_told_and_put_right(stopped: Path) -> None:
    stopped.chmod(0o755)

    found = await doctor(stopped)
    left = await doctor(stopped, mend=True)

    assert "others on this machine may read" in found["privacy"]
    assert left == {}
    assert stopped.stat().st_mode & 0o077 == 0


async def test_a_file_that_is_not_what_was_uploaded_stays_wrong(started: Started, data: Path) -> None:
    async with started() as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        async for _ in application.assistant.add(user, "t", [Upload("pump.md", b"The pump weighs 7 grams.")]):
            pass
    [place] = [place for place in (data / "files").rglob("*") if place.is_file()]
    place.write_bytes(b"The pump weighs 8 grams.")

    found = await doctor(data, mend=True)

    assert set(found) == {"contents"}
    assert "take the files from a backup" in found["contents"]


async def test_a_broken_collection_is_made_anew(stopped: Path) -> None:
    for place in (stopped / "chroma").iterdir():
        if place.is_dir():
            (place / "header.bin").write_bytes(b"")

    found = await doctor(stopped)
    left = await doctor(stopped, mend=True)

    assert set(found) == {"incomplete"}
    assert left == {}


async def test_settings_with_which_nobody_could_sign_in_are_told(stopped: Path) -> None:
    found = await looked(Settings(server=ServerSettings(data=stopped, auth="password")), mend=False)

    [finding] = [finding for finding in found if finding.part == "settings"]
    assert not finding.ok
    assert "threadwise user add" in finding.said
