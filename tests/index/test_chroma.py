"""Tests of the embedded Chroma beyond the protocol: crashes stay in its process, and deleted data do not stay on disk."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from chat.domain import Source
from chat.embedding.base import Vectors
from chat.index.base import Collection, Lost
from chat.index.chroma import EmbeddedChroma

HERE = Collection("here", Source.DOCUMENT)
THERE = Collection("there", Source.DOCUMENT)


def noting(lost: list[str]) -> Lost:
    async def note(names: Sequence[str]) -> None:
        lost.extend(names)

    return note


def vectors(many: int) -> Vectors:
    made = np.random.default_rng(7).normal(size=(many, 8)).astype(np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), dtype=np.float32)


def ids(many: int) -> list[str]:
    return [f"chunk-{n}" for n in range(many)]


def child_of(folder: Path) -> int:
    """Return the process that has the folder open."""
    found = subprocess.run(["pgrep", "-f", f"chroma_process {folder}"], capture_output=True, text=True, check=True)
    return int(found.stdout.split()[0])


async def test_vectors_are_there_after_a_restart(tmp_path: Path) -> None:
    lost: list[str] = []
    first = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    await first.upsert(HERE, ids(5), vectors(5))
    await first.close()

    second = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))

    assert await second.count(HERE) == 5
    assert lost == []
    await second.close()


async def test_a_killed_process_is_replaced_and_what_it_had_written_is_named_as_lost(tmp_path: Path) -> None:
    lost: list[str] = []
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    await chroma.upsert(HERE, ids(5), vectors(5))
    os.kill(child_of(tmp_path / "c"), signal.SIGKILL)

    await chroma.upsert(THERE, ids(3), vectors(3))

    assert lost == [HERE.name]
    assert await chroma.count(THERE) == 3
    await chroma.close()


async def test_ctrl_c_in_the_terminal_leaves_the_process_to_the_server(tmp_path: Path) -> None:
    lost: list[str] = []
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    await chroma.upsert(HERE, ids(5), vectors(5))
    child = child_of(tmp_path / "c")

    os.kill(child, signal.SIGINT)

    assert await chroma.count(HERE) == 5
    assert child_of(tmp_path / "c") == child
    assert lost == []
    await chroma.close()


async def test_a_folder_that_can_not_be_opened_is_made_anew(tmp_path: Path) -> None:
    lost: list[str] = []
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "chroma.sqlite3").write_bytes(b"not a database at all " * 100)
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))

    await chroma.upsert(HERE, ids(2), vectors(2))

    assert lost == ["*"]
    assert await chroma.count(HERE) == 2
    await chroma.close()


async def test_a_dropped_collection_leaves_no_folder(tmp_path: Path) -> None:
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting([]))
    await chroma.upsert(HERE, ids(50), vectors(50))
    await chroma.upsert(THERE, ids(1), vectors(1))

    await chroma.drop(HERE)

    assert len([place for place in (tmp_path / "c").iterdir() if place.is_dir()]) == 1
    await chroma.close()


async def test_a_caller_that_leaves_does_not_disturb_the_next(tmp_path: Path) -> None:
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting([]))
    await chroma.start()
    leaving = asyncio.create_task(chroma.upsert(HERE, ids(500), vectors(500)))
    await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving

    assert await chroma.count(HERE) == 500
    await chroma.close()


def test_a_script_without_a_main_guard_is_not_run_again_by_the_child(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import asyncio\n"
        "from pathlib import Path\n"
        "from chat.index.chroma import EmbeddedChroma\n"
        "print('started')\n"
        "async def nothing(names):\n"
        "    pass\n"
        "async def main():\n"
        f"    chroma = EmbeddedChroma(Path({str(tmp_path / 'c')!r}), 640, 30, nothing)\n"
        "    await chroma.start()\n"
        "    await chroma.close()\n"
        "asyncio.run(main())\n"
    )

    root = Path(__file__).parent.parent.parent
    ran = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )

    assert ran.stdout == "started\n"


async def test_files_are_made_anew_only_after_something_was_deleted(tmp_path: Path) -> None:
    def written() -> int:
        return (tmp_path / "c" / "chroma.sqlite3").stat().st_mtime_ns

    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting([]))
    await chroma.upsert(HERE, ids(5), vectors(5))
    await chroma.compact()
    first = written()
    await chroma.compact()
    second = written()
    await chroma.delete(HERE, ids(1))
    deleted = written()
    await chroma.compact()

    assert first == second
    assert written() > deleted
    assert await chroma.count(HERE) == 4
    await chroma.close()
