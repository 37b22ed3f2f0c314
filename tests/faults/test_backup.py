"""Tests of `threadwise backup` and `restore`: a copy made while the server works is complete and restores to the same data."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest

from chat.application import Application
from chat.database.backup import Copied, back_up, restore
from chat.database.engine import newest
from chat.database.folder import DataFolder
from chat.domain import Draft, Question, User, utc_now
from chat.errors import DataFolderHeld, InvalidRequest, StorageFailed
from tests.faults.checking import faults, settled
from tests.faults.victim import long, made, read, running
from tests.passages import NOON


def copied(application: Application, target: Path) -> Copied:
    return back_up(application.folder, application.files.copy_new, application.folder.database, target, NOON)


def nothing(_: Path) -> None:
    pass


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    """A backup of a folder with a thread, a document and two messages, made while a server used the folder."""
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        application.folder.secret()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(30))
        said = [Draft("user", "The ferry leaves from the northern pier at nine.", "m"), Draft("assistant", "Noted.", "n")]
        await application.assistant.add_messages(user, "t", said)
        copied(application, tmp_path / "backup")
    return tmp_path / "backup"


async def test_a_folder_that_is_made_of_a_backup_answers_as_the_first_one_did(backup: Path, tmp_path: Path) -> None:
    restored = restore(backup, DataFolder(tmp_path / "other"), force=False, newest=newest())

    async with running(tmp_path / "other") as application:
        user = await application.accounts.local_user()
        at_once = await application.assistant.search(user, Question("t", "What does the pump number 17 weigh?", utc_now()))
        await settled(application)
        by_meaning = await application.assistant.search(user, Question("t", "From where does the ferry leave?", utc_now()))
        [document], _ = await application.assistant.documents(user, "t")
        content = await application.assistant.document_file(user, "t", document.id)

        assert restored.files == 2
        assert any("number 17 weighs 119 grams" in passage.chunk.text for passage in at_once.passages)
        assert any("northern pier" in passage.chunk.text for passage in by_meaning.passages)
        assert by_meaning.note is None
        assert content == long(30).content
        assert await faults(application, user, "t") == []
    assert (tmp_path / "other" / "secret").read_text() == (tmp_path / "data" / "secret").read_text()


async def test_a_backup_made_while_much_is_written_holds_whole_things_only(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        writing = asyncio.create_task(_write(application, user))
        for turn in range(3):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(copied, application, tmp_path / f"backup-{turn}")
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing

    restore(tmp_path / "backup-2", DataFolder(tmp_path / "other"), force=False, newest=newest())

    async with running(tmp_path / "other") as application:
        user = await application.accounts.local_user()
        await settled(application)
        threads, _ = await application.assistant.threads(user)
        found = [fault for thread in threads for fault in await faults(application, user, thread.id)]
        lost = (await application.sweeping.find()).missing_files

        assert threads
        assert found == []
        assert not lost


async def _write(application: Application, user: User) -> None:
    turn = 0
    while True:
        turn += 1
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, long(turn % 5 + 1))
        await application.assistant.add_messages(user, thread.id, [Draft("user", f"The ferry number {turn} leaves at nine.")])
        if turn % 4 == 0:
            await application.assistant.delete_thread(user, thread.id)


async def test_a_folder_that_holds_something_is_replaced_by_force_only(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="--force"):
        restore(backup, DataFolder(tmp_path / "data"), force=False, newest=newest())
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="later")
        with pytest.raises(DataFolderHeld):
            restore(backup, DataFolder(tmp_path / "data"), force=True, newest=newest())

    restore(backup, DataFolder(tmp_path / "data"), force=True, newest=newest())

    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        assert [thread.id for thread in (await application.assistant.threads(user))[0]] == ["t"]


@pytest.mark.parametrize("name", ["threadwise.sqlite3", "secret", "manifest.json"])
async def test_a_backup_that_is_not_what_it_was_changes_nothing(name: str, backup: Path, tmp_path: Path) -> None:
    place = backup / name
    place.write_bytes(place.read_bytes()[:-3] + b"???")

    with pytest.raises(InvalidRequest, match=r"damaged|not a backup"):
        restore(backup, DataFolder(tmp_path / "other"), force=False, newest=newest())

    assert not (tmp_path / "other" / "threadwise.sqlite3").exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("migration", "9999"), ("format", 2), ("files", {"../evil": {}}), ("files", {"/evil": {}}), ("files", {"": {}})],
)
async def test_a_backup_that_this_version_can_not_read_is_refused(
    field: str, value: object, backup: Path, tmp_path: Path
) -> None:
    manifest = json.loads((backup / "manifest.json").read_text())
    (backup / "manifest.json").write_text(json.dumps(manifest | {field: value}))

    with pytest.raises(InvalidRequest, match="version"):
        restore(backup, DataFolder(tmp_path / "other"), force=False, newest=newest())


@pytest.mark.parametrize(("field", "value"), [("migration", 3), ("files", ["secret"]), ("files", {"secret": 3})])
async def test_a_backup_with_a_manifest_of_another_shape_is_refused(
    field: str, value: object, backup: Path, tmp_path: Path
) -> None:
    manifest = json.loads((backup / "manifest.json").read_text())
    (backup / "manifest.json").write_text(json.dumps(manifest | {field: value}))

    with pytest.raises(InvalidRequest, match="can't be read"):
        restore(backup, DataFolder(tmp_path / "other"), force=False, newest=newest())


async def test_a_restore_that_was_cut_short_does_not_start_until_it_is_done_again(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "other" / "restoring").mkdir(parents=True)
    with pytest.raises(StorageFailed, match="cut short"):
        await made(tmp_path / "other").start()

    restore(backup, DataFolder(tmp_path / "other"), force=True, newest=newest())

    async with running(tmp_path / "other") as application:
        assert (await application.assistant.threads(await application.accounts.local_user()))[0]


async def test_a_backup_does_not_go_over_another_one(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="is there already"):
        back_up(DataFolder(tmp_path / "data"), nothing, None, backup, NOON)


async def test_a_disk_without_room_leaves_no_half_of_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = DataFolder(tmp_path / "data")
    folder.secret()
    monkeypatch.setattr("shutil.copy2", full)

    with pytest.raises(StorageFailed, match="No space left"):
        back_up(folder, nothing, None, tmp_path / "backup", NOON)

    assert sorted(place.name for place in tmp_path.iterdir()) == ["data"]
