from __future__ import annotations

from pathlib import Path

import pytest

from chat.errors import NotFound
from chat.threads.files import FileStore


async def test_a_file_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    files = FileStore(tmp_path)

    await files.write("thread", "id", b"content")

    assert await files.read("thread", "id") == b"content"


@pytest.mark.parametrize("id", ["../../escape", "/etc/passwd", "a\0b", "x" * 300, "con.txt", ""])
async def test_no_id_leaves_the_folder(tmp_path: Path, id: str) -> None:
    files = FileStore(tmp_path / "files")

    await files.write("thread", id, b"content")

    outside = [place for place in tmp_path.rglob("*") if place.is_file() and tmp_path / "files" not in place.parents]
    assert outside == []
    assert await files.read("thread", id) == b"content"


async def test_deleting_a_thread_leaves_no_file_of_it_and_all_of_others(tmp_path: Path) -> None:
    files = FileStore(tmp_path)
    for thread in ("a", "b"):
        await files.write(thread, "1", b"one")
        await files.write(thread, "2", b"two")

    removed = await files.delete_thread("a")

    assert removed == 2
    with pytest.raises(NotFound):
        await files.read("a", "1")
    assert await files.read("b", "1") == b"one"
