"""Tests of a damaged Chroma: noticed at start or on failure, then rebuilt from the database while keyword search answers."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chat.domain import Question, Source, utc_now
from chat.errors import IndexFailed
from chat.index.base import Collection
from chat.index.chroma import EmbeddedChroma
from chat.index.chroma_folder import ChromaFolder
from tests.fakes import FakeEmbedder
from tests.faults.checking import faults, settled
from tests.faults.victim import long, read, running
from tests.index.test_chroma import HERE, THERE, child_of, ids, noting, vectors


def _shorter(place: Path) -> None:
    os.truncate(place / "data_level0.bin", 1_000)


def _emptied(place: Path) -> None:
    (place / "header.bin").write_bytes(b"")


def _cut(place: Path) -> None:
    os.truncate(place / "index_metadata.pickle", 100)


def _gone(place: Path) -> None:
    (place / "length.bin").unlink()


def _fewer(place: Path) -> None:
    """Make the index hold fewer vectors than Chroma's own rows, as after a second process wrote to it."""
    header = bytearray((place / "header.bin").read_bytes())
    header[20:28] = struct.pack("<Q", 2)
    (place / "header.bin").write_bytes(header)


@pytest.mark.parametrize("damage", [_shorter, _emptied, _cut, _gone, _fewer])
async def test_a_collection_whose_files_are_not_whole_is_found_before_anybody_opens_it(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    lost: list[str] = []
    first = EmbeddedChroma(tmp_path / "c", 640, 30, noting([]))
    await first.upsert(HERE, ids(5), vectors(5))
    whole = set((tmp_path / "c").iterdir())
    await first.upsert(THERE, ids(5), vectors(5))
    await first.close()
    [place] = [place for place in (tmp_path / "c").iterdir() if place.is_dir() and place not in whole]
    damage(place)

    second = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    await second.start()

    assert lost == [THERE.name]
    assert await second.count(HERE) == 5
    await second.upsert(THERE, ids(3), vectors(3))
    assert await second.count(THERE) == 3
    await second.close()


async def test_after_damage_words_answer_at_once_and_meaning_is_back_without_embedding(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as application:
        user = await application.accounts.local_user()
        await application.assistant.create_thread(user, id="t")
        await read(application, user, "t", long(30))
    for place in (tmp_path / "data" / "chroma").iterdir():
        if place.is_dir():
            _shorter(place)

    embedder = FakeEmbedder()
    async with running(tmp_path / "data", embedder=embedder) as application:
        question = Question("t", "What does the pump number 17 weigh?", utc_now())
        at_once = await application.assistant.search(user, question)
        await settled(application)
        later = await application.assistant.search(user, question)

        assert any("number 17 weighs" in passage.chunk.text for passage in at_once.passages)
        assert later.note is None
        assert await faults(application, user, "t") == []
        assert not [text for text in embedder.embedded if "grams" in text]


async def test_a_collection_that_its_process_dies_of_is_given_up_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str] = []
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    await chroma.upsert(THERE, ids(5), vectors(5))
    await chroma.upsert(HERE, ids(5), vectors(5))
    await chroma.close()
    for place in (tmp_path / "c").rglob("*"):
        os.utime(place, (0, 0))  # what was written right before a kill counts as torn
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    exchange = chroma._exchange

    async def deadly(child: asyncio.subprocess.Process, method: str, arguments: tuple[object, ...]) -> Any:  # Any: as it is
        if (method, arguments) == ("count", (HERE.name,)) and HERE.name not in lost:
            os.kill(child_of(tmp_path / "c"), 11)
        return await exchange(child, method, arguments)

    monkeypatch.setattr(chroma, "_exchange", deadly)

    assert await chroma.count(HERE) == 0
    assert await chroma.count(THERE) == 5
    assert lost == [HERE.name]
    await chroma.close()


@pytest.mark.parametrize(
    ("said", "given_up"),
    [
        ("InternalError: Error sending backfill request to compactor: Failed to apply logs to the hnsw segment writer", True),
        ("InternalError: Error executing plan: Error constructing hnsw segment reader", True),
        ("InternalError: Failed to apply logs to the hnsw segment writer: database or disk is full", False),
        ("InvalidArgumentError: Collection expecting embedding with dimension of 8, got 9", False),
    ],
)
async def test_what_chroma_calls_broken_is_given_up_and_what_may_pass_is_not(
    said: str, given_up: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[str] = []
    chroma = EmbeddedChroma(tmp_path / "c", 640, 30, noting(lost))
    await chroma.upsert(HERE, ids(5), vectors(5))
    exchange = chroma._exchange

    async def broken(child: asyncio.subprocess.Process, method: str, arguments: tuple[object, ...]) -> Any:  # Any: as it is
        return RuntimeError(said) if method == "upsert" and not lost else await exchange(child, method, arguments)

    monkeypatch.setattr(chroma, "_exchange", broken)

    if given_up:
        await chroma.upsert(HERE, ids(2), vectors(2))
        assert await chroma.count(HERE) == 2
    else:
        with pytest.raises(IndexFailed):
            await chroma.upsert(HERE, ids(2), vectors(2))
    assert lost == [HERE.name] * given_up
    await chroma.close()


async def test_the_store_is_not_opened_while_the_process_of_a_killed_server_still_has_it(tmp_path: Path) -> None:
    other = ChromaFolder(tmp_path / "c").own(1)
    chroma = EmbeddedChroma(tmp_path / "c", 640, 0.2, noting([]))

    with pytest.raises(IndexFailed, match="another process"):
        await chroma.start()
    fcntl.flock(other, fcntl.LOCK_UN)
    os.close(other)
    patient = EmbeddedChroma(tmp_path / "c", 640, 30, noting([]))
    await patient.upsert(HERE, ids(1), vectors(1))

    assert await patient.count(HERE) == 1
    assert not (await patient.search(Collection("none", Source.DOCUMENT), np.ones(8, dtype=np.float32), 1)).ids
    await patient.close()
