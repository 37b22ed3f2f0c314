"""Tests of the protocol `FileStore`, over each implementation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from chat.errors import NotFound
from chat.threads.files.base import FileStore, key_of
from chat.threads.files.bucket import FilesInBucket
from chat.threads.files.disk import FilesOnDisk
from tests.bucket import serving_bucket


@pytest.fixture(params=["disk", "bucket"])
async def files(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[FileStore]:
    if request.param == "disk":
        yield FilesOnDisk(tmp_path / "files")
        return
    with serving_bucket() as bucket:
        files = FilesInBucket(bucket.settings())
        await files.start("database")
        yield files


async def test_a_file_is_read_back_as_it_was_written(files: FileStore) -> None:
    content = bytes(range(256)) * 50_000

    await files.write("thread", "id", content)

    assert await files.read("thread", "id") == content
    assert await files.size("thread", "id") == len(content)


async def test_the_last_one_written_counts(files: FileStore) -> None:
    await files.write("thread", "id", b"one")
    await files.write("thread", "id", b"another")

    assert await files.read("thread", "id") == b"another"
    assert await files.held(["thread"]) == (1, 7)


async def test_what_is_not_there_is_not_found(files: FileStore) -> None:
    await files.write("thread", "id", b"content")

    for thread, id in (("thread", "other"), ("other", "id")):
        with pytest.raises(NotFound):
            await files.read(thread, id)
        with pytest.raises(NotFound):
            await files.size(thread, id)
        assert await files.delete(thread, id) == 0


@pytest.mark.parametrize("id", ["../../escape", "/etc/passwd", "a\0b", "x" * 300, "con.txt", "a b+ü%2F?#", ""])
async def test_any_id_is_a_name_of_its_own(files: FileStore, tmp_path: Path, id: str) -> None:
    await files.write("thread", id, b"content")

    assert await files.read("thread", id) == b"content"
    assert [stored.key for stored in await files.listed()] == [key_of("thread", id)]
    assert [place for place in tmp_path.rglob("*") if place.is_file() and tmp_path / "files" not in place.parents] == []


async def test_a_file_that_is_deleted_is_gone(files: FileStore) -> None:
    await files.write("thread", "1", b"one")
    await files.write("thread", "2", b"two")

    assert await files.delete("thread", "1") == 1

    with pytest.raises(NotFound):
        await files.read("thread", "1")
    assert await files.held(["thread"]) == (1, 3)


async def test_deleting_a_thread_leaves_no_file_of_it_and_all_of_others(files: FileStore) -> None:
    for thread in ("a", "b"):
        await files.write(thread, "1", b"one")
        await files.write(thread, "2", b"two")

    removed = await files.delete_thread("a")

    assert removed == 2
    assert await files.held(["a"]) == (0, 0)
    assert await files.held(["a", "b"]) == (2, 6)
    assert await files.delete_thread("a") == 0


async def test_files_are_listed_and_removed_by_key(files: FileStore) -> None:
    for id in ("1", "2", "3"):
        await files.write("thread", id, b"content")
    before = await files.listed()

    await files.remove([key_of("thread", "1"), key_of("thread", "3"), key_of("thread", "none")])

    assert {stored.key for stored in before} == {key_of("thread", id) for id in ("1", "2", "3")}
    assert all(stored.changed > 1_700_000_000 for stored in before)
    assert [stored.key for stored in await files.listed()] == [key_of("thread", "2")]


async def test_a_copy_takes_what_is_not_in_it_yet(files: FileStore, tmp_path: Path) -> None:
    await files.write("a", "1", b"one")
    files.copy_new(tmp_path / "copy")
    (tmp_path / "copy" / key_of("a", "1")).write_bytes(b"kept")
    await files.write("b", "2", b"two")

    files.copy_new(tmp_path / "copy")

    copied = {str(place.relative_to(tmp_path / "copy")): place.read_bytes() for place in (tmp_path / "copy").glob("*/*")}
    assert copied == {key_of("a", "1"): b"kept", key_of("b", "2"): b"two"}


async def test_a_store_that_answers_is_well(files: FileStore) -> None:
    assert (await files.check()).ok
