"""Tests of files in a bucket: what is stored there, an unreachable storage, and which installation a bucket belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from chat.application import Application
from chat.assembly import bucket
from chat.cli.commands.doctor import looked
from chat.database.backup import back_up, restore
from chat.database.engine import newest
from chat.database.folder import DataFolder
from chat.domain import JobState, Question, User, utc_now
from chat.errors import BadSettings, NotFound, StorageFailed
from chat.settings import FileSettings, ServerSettings, Settings
from tests.bucket import Bucket, serving_bucket
from tests.faults.checking import SETTLED_SECONDS, faults, settled
from tests.faults.victim import long, made, read, running
from tests.passages import NOON

OWNER = "threadwise/owner"
"""The key of the object that names the installation."""


@pytest.fixture
def storage() -> Iterator[Bucket]:
    with serving_bucket() as found:
        yield found


async def begun(application: Application, parts: int = 3) -> User:
    """Create a thread with a document, and return its user."""
    user = await application.accounts.local_user()
    await application.assistant.create_thread(user, id="t")
    await read(application, user, "t", long(parts))
    return user


async def only(application: Application, user: User) -> str:
    """Return the id of the only document."""
    [document], _ = await application.assistant.documents(user, "t")
    return document.id


async def refused(application: Application, said: str) -> None:
    """Check that starting fails with these words."""
    with pytest.raises(BadSettings, match=said):
        await application.start()
    await application.close()


async def answered(application: Application, user: User) -> bool:
    found = await application.assistant.search(user, Question("t", "What does the pump number 2 weigh?", utc_now()))
    return any("number 2 weighs 14 grams" in passage.chunk.text for passage in found.passages)


async def test_files_lie_in_the_bucket_and_nowhere_else_until_they_are_deleted(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        document = await only(application, user)
        stored = storage.contents()
        content = await application.assistant.document_file(user, "t", document)
        receipt = await application.assistant.delete_document(user, "t", document)
        left = set(storage.contents())
        await read(application, user, "t", long(2))
        await application.assistant.delete_thread(user, "t")
        await application.assistant.bury("t")

        assert content == long(3).content
        assert sorted(stored.values()) == sorted([stored[OWNER], content])
        assert not (tmp_path / "data" / "files").exists()
        assert (receipt.files, receipt.verified) == (1, True)
        assert left == set(storage.contents()) == {OWNER}


async def test_while_it_is_away_answers_go_on_and_files_are_refused_in_words(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        document = await only(application, user)
        with storage.away():
            asked = await answered(application, user)
            health = await application.health()
            with pytest.raises(StorageFailed, match="does not answer now"):
                await application.assistant.document_file(user, "t", document)
            with pytest.raises(StorageFailed, match="does not answer now"):
                await application.assistant.start_reading(user, "t", [long(2, of="valve", name="more.md")])
        listed, _ = await application.assistant.documents(user, "t")
        await read(application, user, "t", long(2, of="valve", name="more.md"))

        assert asked
        assert (health["files"].ok, health["files"].detail["error"]) == (
            False,
            "The file storage does not answer now. Try again in a moment.",
        )
        assert [each.id for each in listed] == [document]
        assert (await application.health())["files"].ok
        assert await faults(application, user, "t") == []


async def test_what_is_deleted_while_it_is_away_leaves_it_when_it_is_back(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        document = await only(application, user)
        with storage.away():
            receipt = await application.assistant.delete_document(user, "t", document)
            asked = await answered(application, user)
            with pytest.raises(NotFound):
                await application.assistant.document(user, "t", document)
        left = len(storage.contents())
        await application.files.settle()

        assert (receipt.documents, receipt.files, receipt.verified) == (1, 0, False)
        assert not asked
        assert left == 2
        assert set(storage.contents()) == {OWNER}


async def test_a_file_that_comes_again_is_not_taken_for_what_was_to_be_deleted(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        document = await only(application, user)
        with storage.away():
            await application.assistant.delete_document(user, "t", document)
        await application.assistant.start_reading(user, "t", [long(3)], document)
        await settled(application)
        await application.files.settle()

        assert await application.assistant.document_file(user, "t", document) == long(3).content


async def test_what_was_deleted_before_a_crash_is_swept_at_the_next_start(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        with storage.away():
            await application.assistant.delete_document(user, "t", await only(application, user))
    storage.put("threadwise/notes.txt", b"somebody else's")

    async with running(tmp_path / "data", files=storage.settings()) as application:
        await settled(application)

        assert set(storage.contents()) == {OWNER, "threadwise/notes.txt"}


async def test_a_start_without_it_waits_with_what_needs_files_only(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        document = await only(application, user)
    storage.stop()

    async with running(tmp_path / "data", files=storage.settings()) as application:
        asked = await answered(application, user)
        storage.start()
        await read(application, user, "t", long(2, of="valve", name="more.md"))

        assert asked
        assert await application.assistant.document_file(user, "t", document) == long(3).content


async def test_a_file_that_is_to_be_read_waits_for_it(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        jobs, paused = application.parts.jobs, list[float]()

        async def back(seconds: float) -> None:
            paused.append(seconds)
            storage.start()

        jobs._sleep = back
        [job] = await application.assistant.start_reading(user, "t", [long(40, of="valve", name="more.md")])
        storage.stop()
        await settled(application)

        assert (await application.assistant.job(user, job.id)).state is JobState.DONE
        assert await faults(application, user, "t") == []


async def test_a_file_that_is_stopped_while_it_is_away_is_not_taken_up_again(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        waits, jobs = asyncio.Event(), application.parts.jobs

        async def held_up(seconds: float) -> None:
            waits.set()
            await asyncio.sleep(seconds)

        jobs._sleep = held_up
        [job] = await application.assistant.start_reading(user, "t", [long(40, of="valve", name="more.md")])
        with storage.away():
            await asyncio.wait_for(waits.wait(), SETTLED_SECONDS)
            stopped = await application.assistant.cancel(user, job.id)
        await settled(application)
        await application.files.settle()

        assert (stopped.state, stopped.error_detail) == (JobState.FAILED, "Reading was stopped.")
        assert (await application.assistant.job(user, job.id)).state is JobState.FAILED
        assert len(storage.contents()) == 2
        assert await faults(application, user, "t") == []


async def test_the_files_of_another_installation_are_left_alone(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        await begun(application)
    before = storage.contents()

    await refused(made(tmp_path / "other", files=storage.settings()), "of another Threadwise; name another prefix")
    async with running(tmp_path / "other", files=storage.settings("elsewhere")) as application:
        await begun(application)
        await settled(application)

        assert storage.contents().items() >= before.items()


async def test_a_bucket_that_is_not_there_ends_the_start_in_words(storage: Bucket, tmp_path: Path) -> None:
    settings = storage.settings().model_copy(update={"files_url": "s3://no-such-bucket/here"})

    await refused(made(tmp_path / "data", files=settings), "There is no bucket no-such-bucket")


@pytest.mark.parametrize("url", ["https://storage.example.org/bucket", "s3:///prefix", "bucket"])
def test_a_place_that_is_none_is_named(url: str) -> None:
    with pytest.raises(BadSettings, match="has to be s3://BUCKET"):
        bucket(FileSettings(files_url=url))


async def test_a_backup_has_its_files_and_is_restored_into_another_bucket(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        user = await begun(application)
        document = await only(application, user)
        back_up(application.folder, application.files.copy_new, application.folder.database, tmp_path / "backup", NOON)

    other = storage.settings("restored")
    copied = restore(tmp_path / "backup", DataFolder(tmp_path / "other"), False, newest(), bucket(other).take)

    async with running(tmp_path / "other", files=other) as application:
        assert copied.files == 1
        assert not (tmp_path / "other" / "files").exists()
        assert await application.assistant.document_file(user, "t", document) == long(3).content


async def test_a_backup_while_it_is_away_is_none_and_a_restore_changes_nothing(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        await begun(application)
        folder = application.folder
        back_up(folder, application.files.copy_new, folder.database, tmp_path / "backup", NOON)
        with storage.away(), pytest.raises(StorageFailed, match="does not answer now"):
            back_up(folder, application.files.copy_new, folder.database, tmp_path / "second", NOON)

    with storage.away(), pytest.raises(StorageFailed, match="does not answer now"):
        restore(tmp_path / "backup", DataFolder(tmp_path / "other"), False, newest(), bucket(storage.settings()).take)

    assert not list(tmp_path.glob("second*"))
    assert not (tmp_path / "other" / "threadwise.sqlite3").exists()


async def test_doctor_looks_into_the_bucket(storage: Bucket, tmp_path: Path) -> None:
    async with running(tmp_path / "data", files=storage.settings()) as application:
        await begun(application)
    settings = Settings(server=ServerSettings(data=tmp_path / "data"), files=storage.settings())
    storage.put(f"threadwise/{'a' * 40}/{'b' * 40}", b"nobody's")

    found = await looked(settings, mend=False)
    with storage.away():
        away = await looked(settings, mend=False)

    assert [finding.said for finding in found if finding.part == "files"] == ["1 stored files of no document"]
    assert all(finding.ok for finding in found if finding.part in ("missing_files", "contents"))
    assert [finding.said for finding in away if finding.part == "files"] == [
        "The file storage does not answer now. Try again in a moment."
    ]
