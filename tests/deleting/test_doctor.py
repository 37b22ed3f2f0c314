"""`threadwise doctor`, in a process of its own: what it finds wrong, what it mends, and what stays so."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chat.domain import Draft
from tests.deleting.conftest import Started
from tests.serving import ROOT, environment

Json = Any  # Any: what the command prints


def doctor(data: Path, *options: str) -> tuple[int, Json]:
    """Exit code, and what was found wrong by part."""
    ended = subprocess.run(
        [sys.executable, "-m", "chat", "doctor", "--json", *options],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if not ended.stdout:
        return ended.returncode, ended.stderr
    shape = json.loads(ended.stdout)
    assert shape["ok"] == (ended.returncode == 0)
    return ended.returncode, {each["part"]: each["said"] for each in shape["findings"] if not each["ok"]}


@pytest.fixture
async def stopped(started: Started, data: Path) -> Path:
    """The folder of a stopped server, with one message, whose vector is of the tests' own embedder."""
    async with started() as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await application.assistant.add_messages(user, "t", [Draft("user", "The bus leaves from the market square at nine.")])
    return data


def broken(data: Path) -> None:
    """A stray file, a keyword row and a row of a table without their owners."""
    (data / "files" / "stray").mkdir(parents=True)
    (data / "files" / "stray" / "file").write_bytes(b"nobody's")
    with sqlite3.connect(data / "threadwise.sqlite3") as connection:
        connection.execute("INSERT INTO keyword_rows VALUES ('documents-x', 'x', 1, '{}')")
        columns, values = "id, user_id, name, hash, created_at", "'k', 'nobody', 'n', 'h', '2026-01-01'"
        connection.execute(f"INSERT INTO keys ({columns}) VALUES ({values})")


def test_what_is_wrong_is_told_and_mended(stopped: Path) -> None:
    broken(stopped)

    looked, found = doctor(stopped)
    mended, left = doctor(stopped, "--mend")
    again, after = doctor(stopped)

    assert (looked, set(found)) == (1, {"references", "embedding", "files", "keyword_rows"})
    assert (mended, left) == (0, {})
    assert (again, after) == (0, {})


def test_a_damaged_database_is_said_to_be_that_and_stays_so(stopped: Path) -> None:
    database = stopped / "threadwise.sqlite3"
    content = bytearray(database.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    database.write_bytes(content)

    code, found = doctor(stopped)

    assert code == 1
    assert "restore a copy" in found["database"]


async def test_while_somebody_holds_the_folder_it_looks_and_does_not_mend(started: Started, data: Path) -> None:
    async with started():
        looked, found = doctor(data)
        refused, sentence = doctor(data, "--mend")

    assert (looked, found) == (0, {})
    assert refused == 1
    assert "in use by process" in sentence
