"""Tests of synchronising a folder: one pass over its files, and the next."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chat.api.types import Json
from chat.cli.ingesting.base import Progress
from chat.cli.ingesting.display import JsonLines
from chat.cli.ingesting.files import File, origin, patterns
from chat.cli.ingesting.sync import Sync, SyncRequest, read
from chat.errors import BodyTooLarge, FileTooLarge, NotFound, ThreadwiseError, Unauthorized, Unavailable
from tests.passages import NOON

WORDS = "The ferry leaves at noon."


class MemoryPlace:
    """An in-memory `Destination` that counts its calls."""

    def __init__(self) -> None:
        self.contents: dict[str, tuple[str, bytes]] = {}
        self.added: list[str] = []
        self.at_once = self.most_at_once = self.listings = 0
        self.answer: Callable[[str], Json | None] = lambda name: None
        """Returns a document in place of the default for a name, if not `None`; may raise."""
        self.together: asyncio.Barrier | None = None
        """A barrier that makes as many files wait for each other."""

    async def ensure(self, thread: str, name: str | None) -> None: ...

    async def add(self, thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        self.added.append(name)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        if self.together is not None:
            async with asyncio.timeout(60):
                await self.together.wait()
        progress("extracting", 2)
        self.at_once -= 1
        if answer := self.answer(name):
            return answer
        before = self.contents.get(document)
        self.contents[document] = name, content
        status = "ready" if before is None else "unchanged" if before[1] == content else "updated"
        return {"id": document, "name": name, "status": status, "coverage": {"warnings": []}}

    async def documents(self, thread: str) -> dict[str, str]:
        self.listings += 1
        return {id: name for id, (name, _) in self.contents.items()}

    async def remove(self, thread: str, document: str) -> None:
        self.contents.pop(document, None)

    @property
    def names(self) -> list[str]:
        return sorted(name for name, _ in self.contents.values())


class Told(JsonLines):
    """A report that records what it is told."""

    def __init__(self) -> None:
        self.ends: list[tuple[str, Json | None]] = []
        self.sentences: list[str] = []

    def ended(self, file: File, document: Json | None) -> None:
        self.ends.append((file.name, document))

    def said(self, sentence: str) -> None:
        self.sentences.append(sentence)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    root.mkdir()
    for number in range(8):
        (root / f"{number}.txt").write_text(f"{number}. {WORDS}")
    return root


@pytest.fixture
def place() -> MemoryPlace:
    return MemoryPlace()


def sync(
    folder: Path,
    place: MemoryPlace,
    told: Told | None = None,
    delete: bool = False,
    follow: bool = False,
    include: tuple[str, ...] = (),
) -> Sync:
    plan = SyncRequest("t", (origin(folder),), patterns(include), follow, delete, folder.parent / "data", max_bytes=1_000_000)
    return Sync(plan, place, told or Told(), lambda: NOON)


async def test_all_files_are_read_three_at_a_time(folder: Path, place: MemoryPlace) -> None:
    place.together = asyncio.Barrier(3)
    (folder / "8.txt").write_text(WORDS)

    outcome = await sync(folder, place).bring()

    assert outcome.complete
    assert (outcome.statuses["ready"], place.most_at_once) == (9, 3)
    assert place.names == [f"{number}.txt" for number in range(9)]


async def test_a_later_pass_reads_only_what_has_changed(folder: Path, place: MemoryPlace) -> None:
    syncing = sync(folder, place)
    await syncing.bring()
    place.added.clear()
    (folder / "3.txt").write_text("It leaves at one o'clock now.")
    (folder / "new.txt").write_text("New.")

    outcome = await syncing.bring()

    assert sorted(place.added) == ["3.txt", "new.txt"]
    assert outcome.statuses == {"updated": 1, "ready": 1}


async def test_documents_of_files_that_are_gone_are_removed_when_asked_for(folder: Path, place: MemoryPlace) -> None:
    place.contents["of-the-chat"] = "0.txt", b"Words."
    await sync(folder, place).bring()
    (folder / "0.txt").unlink()

    kept = await sync(folder, place).bring()
    removed = await sync(folder, place, delete=True, include=("1.txt",)).bring()

    assert (kept.statuses["removed"], removed.statuses["removed"]) == (0, 1)
    assert place.names == sorted(["0.txt", *(f"{number}.txt" for number in range(1, 8))])
    assert place.contents["of-the-chat"] == ("0.txt", b"Words.")


async def test_the_thread_is_listed_at_first_and_when_a_file_is_gone(folder: Path, place: MemoryPlace) -> None:
    syncing = sync(folder, place, delete=True)
    await syncing.bring()
    await syncing.bring()
    before = place.listings
    (folder / "0.txt").unlink()

    outcome = await syncing.bring()

    assert (before, place.listings, outcome.statuses) == (1, 2, {"removed": 1})


async def test_a_folder_that_is_gone_removes_nothing(folder: Path, place: MemoryPlace) -> None:
    syncing = sync(folder, place, delete=True)
    await syncing.bring()
    folder.rename(folder.parent / "away")

    with pytest.raises(NotFound, match="nothing was removed"):
        await syncing.bring()
    assert len(place.names) == 8


async def test_a_file_over_the_limit_is_refused_unread(folder: Path, place: MemoryPlace) -> None:
    with (folder / "large.txt").open("wb") as file:
        file.truncate(50_000_000_000)  # sparse: it needs no space on disk, but would in memory
    told = Told()

    outcome = await sync(folder, place, told).bring()

    document = dict(told.ends)["large.txt"]
    assert document is not None
    assert (document["status"], document["bytes"]) == ("failed", 50_000_000_000)
    assert "large.txt" not in place.added
    assert (outcome.complete, outcome.statuses["failed"], outcome.statuses["ready"]) == (False, 1, 8)
    json.dumps(document)


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    endless = Path("/dev/zero")  # reports a size of 0 bytes, and has no end

    with pytest.raises(FileTooLarge, match="larger than 2 MB"):
        read(endless, 2_000_000)


async def test_a_file_that_is_gone_before_it_is_read_is_passed_over(folder: Path, place: MemoryPlace) -> None:
    def first_deletes_last(name: str) -> None:
        (folder / "7.txt").unlink(missing_ok=True)

    place.answer = first_deletes_last
    told = Told()

    outcome = await sync(folder, place, told).bring()

    assert ("7.txt", None) in told.ends
    assert (outcome.complete, outcome.statuses["ready"]) == (True, 7)


async def test_a_file_that_cannot_be_read_is_refused_and_the_others_go_on(folder: Path, place: MemoryPlace) -> None:
    (folder / "3.txt").unlink()
    (folder / "3.txt").symlink_to("/proc/self/mem")  # its beginning cannot be read, even by root
    told = Told()

    outcome = await sync(folder, place, told, follow=True).bring()

    document = dict(told.ends)["3.txt"]
    assert document is not None
    assert isinstance(document["error"], dict)
    assert document["error"]["detail"] == "It can't be read: Input/output error."
    assert outcome.statuses == {"ready": 7, "failed": 1}


def failed(code: str) -> Json:
    return {"id": "x", "name": "x", "status": "failed", "error": {"code": code, "detail": "No."}}


@pytest.mark.parametrize(("code", "again"), [("damaged_file", False), ("embedding_failed", True)])
async def test_what_was_not_the_files_fault_is_tried_again(folder: Path, place: MemoryPlace, code: str, again: bool) -> None:
    place.answer = lambda name: failed(code) if name == "3.txt" else None
    syncing = sync(folder, place)

    first = await syncing.bring()
    place.added.clear()
    await syncing.bring()

    assert (first.to_retry, place.added) == (again, ["3.txt"] if again else [])


async def test_an_upload_that_a_server_does_not_take_is_one_refused_file(folder: Path, place: MemoryPlace) -> None:
    def too_large(name: str) -> None:
        if name == "3.txt":
            raise BodyTooLarge("The body is too large.")

    place.answer = too_large

    outcome = await sync(folder, place).bring()

    assert outcome.statuses == {"ready": 7, "failed": 1}


@pytest.mark.parametrize("error", [Unavailable("It is away."), Unauthorized("No key.")], ids=lambda error: type(error).__name__)
async def test_what_concerns_all_files_ends_the_pass(folder: Path, place: MemoryPlace, error: ThreadwiseError) -> None:
    def away(name: str) -> None:
        if name == "4.txt":
            raise error

    place.answer = away
    syncing = sync(folder, place)

    with pytest.raises(type(error)):
        await syncing.bring()
    done = len(place.contents)
    place.answer = lambda name: None
    rest = await syncing.bring()

    assert 0 < done < 8
    assert (len(place.contents), rest.statuses["ready"]) == (8, 8 - done)


async def test_a_pass_that_is_cancelled_lets_each_file_clear_away_what_it_left(folder: Path, place: MemoryPlace) -> None:
    begun, cleared = asyncio.Event(), list[str]()

    async def slow(thread: str, document: str, name: str, content: bytes, progress: Progress) -> Json:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(5):
                await asyncio.sleep(0)
            cleared.append(name)
        raise AssertionError("unreachable")

    place.add = slow  # type: ignore[method-assign]  # a place that never ends
    passing = asyncio.create_task(sync(folder, place).bring())
    await begun.wait()
    await asyncio.sleep(0)

    passing.cancel()
    await asyncio.gather(passing, return_exceptions=True)

    assert passing.cancelled()
    assert len(cleared) in (1, 2, 3)
