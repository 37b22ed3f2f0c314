"""Tests of `threadwise ingest` in a process of its own, as users call it, with the real embedding model."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import GUIDE
from tests.files import handbook_pdf, png
from tests.serving import environment, free_port, serving

_SECONDS = 120
Json = Any  # the tests check the contents of responses


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def statuses(self) -> dict[str, str]:
        return {line["name"]: line["status"] for line in self.lines if "status" in line}

    @property
    def summary(self) -> Json:
        return self.lines[-1]["summary"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    (root / "guides").mkdir(parents=True)
    (root / "readme.md").write_text("# Ferry\n\nThe ferry leaves at noon.\n")
    (root / "guides/readme.md").write_bytes(GUIDE)
    (root / "handbook.pdf").write_bytes(handbook_pdf())
    return root


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


async def started(data: Path, *words: str | Path, **more: str) -> Process:
    """Start a command in a session of its own, so that a signal can be sent to its whole group, as a terminal does."""
    command = [sys.executable, "-m", "chat", "ingest", *map(str, words)]
    return await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, stderr=PIPE, env=environment(data, **more), start_new_session=True
    )


async def ended(process: Process) -> Ended:
    try:
        async with asyncio.timeout(_SECONDS):
            out, err = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    assert "Traceback" not in err.decode()
    return Ended(process.returncode, out.decode(), err.decode())


async def ingest(data: Path, *words: str | Path, **more: str) -> Ended:
    return await ended(await started(data, *words, **more))


async def test_a_folder_goes_in_and_a_second_run_reads_only_what_has_changed(data: Path, folder: Path) -> None:
    first = await ingest(data, folder, "--thread", "manuals", "--name", "Manuals", "--json")
    (folder / "readme.md").write_text("# Ferry\n\nThe ferry leaves at one o'clock now.\n")
    (folder / "handbook.pdf").unlink()
    (folder / "photo.png").write_bytes(png())
    (folder / "large.txt").write_text("many words " * 100_000)
    second = await ingest(data, folder, "--thread", "manuals", "--delete", "--json", THREADWISE_MAX_FILE_MB="1")

    assert (first.code, first.err) == (0, "")
    assert first.statuses == {"readme.md": "ready", "guides/readme.md": "ready", "handbook.pdf": "ready"}
    document = next(line for line in first.lines if line.get("name") == "handbook.pdf")
    assert (document["pages"], document["media_type"], document["version"]) == (5, "application/pdf", 1)
    assert first.summary == {
        "thread": "manuals", "ready": 3, "updated": 0, "unchanged": 0, "failed": 0, "removed": 0,
        "folders_unread": 0, "links_skipped": 0,
    }  # fmt: skip
    assert second.code == 1
    assert second.statuses == {
        "readme.md": "updated",
        "guides/readme.md": "unchanged",
        "photo.png": "failed",
        "large.txt": "failed",
        "handbook.pdf": "removed",
    }
    refusals = dict(line.split(": ", 1) for line in second.err.splitlines())
    assert refusals.keys() == {"photo.png", "large.txt"}
    assert refusals["large.txt"] == "The file is larger than 1 MB."
    assert next(line["id"] for line in second.lines if line.get("name") == "handbook.pdf") == document["id"]


async def test_while_a_server_runs_the_files_go_through_it_and_are_the_same_documents(data: Path, folder: Path) -> None:
    alone = await ingest(data, folder / "readme.md", "--thread", "team/1", "--json")
    async with serving(data) as server:
        through, elsewhere = await asyncio.gather(
            ingest(data, folder, "--thread", "team/1", "--json"),
            ingest(data, folder, "--thread", "team/1", "--server", f"http://127.0.0.1:{free_port()}"),
        )
        (folder / "handbook.pdf").unlink()
        (folder / "photo.png").write_bytes(png())
        named = await ingest(data / "unused", folder, "--thread", "team/1", "--delete", "--json", "--server", server.address)
        async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as client:
            listed = (await client.get("/api/threads/team%2F1/documents")).json()["documents"]
            found = await client.post("/api/threads/team%2F1/search", json={"query": "How long is the warranty of the pump?"})

    assert (alone.code, alone.statuses) == (0, {"readme.md": "ready"})
    assert (through.code, through.err) == (0, "")
    assert through.statuses == {"readme.md": "unchanged", "guides/readme.md": "ready", "handbook.pdf": "ready"}
    assert named.code == 1
    assert named.err.startswith("photo.png: ")
    assert named.statuses["handbook.pdf"] == "removed"
    assert not (data / "unused").exists()
    assert elsewhere.code == 1
    assert "can't be reached" in elsewhere.err
    assert {each["name"] for each in listed} == {"readme.md", "guides/readme.md"}
    assert found.json()["passages"][0]["document"]["name"] == "guides/readme.md"


class Watched:
    """A process of `threadwise ingest --watch`, and its output so far."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.told: list[Json] = []

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Return the next line that matches."""
        assert self.process.stdout is not None
        async with asyncio.timeout(_SECONDS):
            while line := await self.process.stdout.readline():
                self.told.append(json.loads(line))
                if wanted(self.told[-1]):
                    return self.told[-1]
        raise AssertionError(f"It ended; what it told: {self.told}")

    async def status(self, name: str, status: str) -> Json:
        return await self.until(lambda line: (line.get("name"), line.get("status")) == (name, status))


@asynccontextmanager
async def watched(data: Path, folder: Path, *words: str) -> AsyncIterator[Watched]:
    process = await started(data, folder, "--thread", "t", "--watch", "--json", *words)
    try:
        yield Watched(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def follows_the_folder(watching: Watched, folder: Path) -> None:
    first = await watching.until(lambda line: "summary" in line)
    (folder / "new.txt").write_text("The harbour is closed on Sunday.")
    await watching.status("new.txt", "ready")
    (folder / "new.txt").write_text("The harbour is open on Sunday.")
    await watching.status("new.txt", "updated")
    (folder / "deep/er").mkdir(parents=True)
    (folder / "deep/er/more.txt").write_text("The lighthouse is white.")
    await watching.status("deep/er/more.txt", "ready")
    (folder / "new.txt").rename(folder / "renamed.txt")
    await watching.status("new.txt", "removed")
    (folder / "readme.md").unlink()
    await watching.status("readme.md", "removed")

    assert (first["summary"]["ready"], first["summary"]["removed"]) == (3, 0)
    assert any((line.get("name"), line.get("status")) == ("renamed.txt", "ready") for line in watching.told)


async def test_a_folder_is_watched_through_a_server_also_while_that_is_away(data: Path, folder: Path) -> None:
    async with AsyncExitStack() as stack:
        async with serving(data) as server:
            watching = await stack.enter_async_context(watched(data, folder, "--server", server.address))
            await follows_the_folder(watching, folder)
        (folder / "guides/readme.md").unlink()
        assert watching.process.stderr is not None
        async with asyncio.timeout(_SECONDS):
            told = (await watching.process.stderr.readline()).decode()
        os.killpg(watching.process.pid, signal.SIGTERM)
        done = await ended(watching.process)

    assert "can't be reached" in told
    assert done.code == 0


async def test_a_watched_folder_is_followed_until_it_goes_away_which_removes_nothing(data: Path, folder: Path) -> None:
    async with watched(data, folder) as watching:
        await follows_the_folder(watching, folder)
        folder.rename(folder.parent / "away")
        (folder.parent / "away" / "touched.txt").write_text("Words.")
        done = await ended(watching.process)

    assert done.code == 1
    assert "is no longer there; nothing was removed." in done.err
    assert "removed" not in done.statuses.values()


async def test_an_interrupted_run_leaves_nothing_half_done_and_the_next_one_finishes(data: Path, folder: Path) -> None:
    for number in range(12):
        (folder / f"{number}.txt").write_text("\n\n".join(f"Paragraph {at} of file {number}. " * 20 for at in range(8)))
    process = await started(data, folder, "--thread", "t", "--json")
    assert process.stdout is not None
    async with asyncio.timeout(_SECONDS):
        first = json.loads(await process.stdout.readline())
    os.killpg(process.pid, signal.SIGINT)
    interrupted = await ended(process)
    again = await ingest(data, folder, "--thread", "t", "--json")

    assert (interrupted.code, interrupted.err) == (130, "")
    assert "summary" not in interrupted.out
    assert (again.code, len(again.statuses)) == (0, 15)
    assert again.statuses[first["name"]] == "unchanged"
    assert set(again.statuses.values()) == {"ready", "unchanged"}


async def test_at_a_terminal_a_bar_is_drawn_and_stdout_has_the_last_line_alone(data: Path, folder: Path) -> None:
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "chat", "ingest", str(folder), "--thread", "t", "--exclude", "*.pdf"]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, stderr=terminal, env=environment(data, TERM="xterm", COLUMNS="100")
    )
    os.close(terminal)
    drawn = asyncio.create_task(asyncio.to_thread(_drain, master))
    done = await process.communicate()
    seen = await drawn
    os.close(master)

    assert (process.returncode, done[0].decode()) == (0, "2 ready.\n")
    assert "guides/readme.md" in seen
    assert "100%" in seen


def _drain(master: int) -> str:
    pieces: list[bytes] = []
    while True:
        try:
            piece = os.read(master, 65_536)
        except OSError:  # the other end was closed
            piece = b""
        if not piece:
            return b"".join(pieces).decode(errors="replace")
        pieces.append(piece)
