"""Tests of the protocol `VectorIndex`, over each implementation and the fake."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import numpy as np
import pytest

from chat.domain import Source
from chat.embedding.base import Vectors
from chat.index.among import Among
from chat.index.base import Collection, VectorIndex
from chat.index.chroma import EmbeddedChroma
from chat.index.in_memory import InMemoryVectors
from chat.index.remote import RemoteChroma
from chat.index.routing import VectorsApart
from chat.index.volatile import VolatileVectors
from tests.fakes import FakeVectorIndex, unstored
from tests.index.test_chroma import noting
from tests.indexing import best_first

HERE = Collection("conv-26/D1:1", Source.DOCUMENT)
THERE = Collection("conv-26/D1:1", Source.MESSAGE)


def embedded(folder: Path) -> EmbeddedChroma:
    return EmbeddedChroma(folder / "chroma", 640, 30, lost=noting([]))


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[str]:
    """Run a real Chroma server on a free local port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        str(Path(sys.executable).with_name("chroma")),
        "run",
        "--path",
        str(folder),
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with httpx.AsyncClient() as client, asyncio.timeout(60):
            while not await _answers(client, f"http://127.0.0.1:{port}/api/v2/heartbeat"):  # noqa: ASYNC110  # another process
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        await process.wait()


async def _answers(client: httpx.AsyncClient, url: str) -> bool:
    try:
        return (await client.get(url)).status_code == 200
    except httpx.TransportError:
        return False


@asynccontextmanager
async def remote(folder: Path) -> AsyncIterator[VectorIndex]:
    async with server(folder) as url:
        yield RemoteChroma(url, 30, noting([]))


def local(make: Callable[[Path], VectorIndex]) -> Callable[[Path], AbstractAsyncContextManager[VectorIndex]]:
    @asynccontextmanager
    async def opened(folder: Path) -> AsyncIterator[VectorIndex]:
        yield make(folder)

    return opened


def apart(volatile: bool) -> VectorIndex:
    async def is_volatile(thread: str) -> bool:
        return volatile

    return VectorsApart(FakeVectorIndex(), VolatileVectors(100), is_volatile)


IMPLEMENTATIONS = {
    "fake": local(lambda folder: FakeVectorIndex()),
    "in memory": local(lambda folder: InMemoryVectors(FakeVectorIndex(), unstored, 100, 1, 2)),
    "in memory, by their signs": local(lambda folder: InMemoryVectors(FakeVectorIndex(), unstored, 2, 1, 2)),
    "too large for the memory": local(lambda folder: InMemoryVectors(FakeVectorIndex(), unstored, 2, 1, 400_000)),
    "volatile": local(lambda folder: VolatileVectors(100)),
    "volatile, by their signs": local(lambda folder: VolatileVectors(2)),
    "apart, an incognito thread": local(lambda folder: apart(volatile=True)),
    "apart, any other": local(lambda folder: apart(volatile=False)),
    "embedded": local(embedded),
    "server": remote,
}


@pytest.fixture(scope="session")
def new_chroma(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an embedded Chroma that was opened once; copying it is faster than creating one for each test."""
    folder = tmp_path_factory.mktemp("new")

    async def make() -> None:
        chroma = embedded(folder)
        await chroma.start()
        await chroma.close()

    asyncio.run(make())
    return folder


@pytest.fixture(params=IMPLEMENTATIONS)
async def index(request: pytest.FixtureRequest, tmp_path: Path, new_chroma: Path) -> AsyncIterator[VectorIndex]:
    shutil.copytree(new_chroma, tmp_path, dirs_exist_ok=True)
    async with IMPLEMENTATIONS[request.param](tmp_path) as index:
        await index.start()
        yield index
        await index.close()


def vectors(*angles: float) -> Vectors:
    """Return unit vectors in a plane, by angle in degrees."""
    radians = np.radians(angles)
    return np.stack([np.cos(radians), np.sin(radians), np.zeros_like(radians)], axis=1).astype(np.float32)


async def test_the_most_similar_come_first_with_their_cosines(index: VectorIndex) -> None:
    await index.upsert(HERE, ["far", "near", "middle"], vectors(90, 10, 45))

    hits = best_first(await index.search(HERE, vectors(0)[0], 3))

    assert hits.ids == ("near", "middle", "far")
    assert hits.scores == pytest.approx([np.cos(np.radians(10)), np.cos(np.radians(45)), 0], abs=1e-4)
    assert (hits.complete, hits.total) == (True, 3)


async def test_at_least_k_are_returned_and_all_of_fewer(index: VectorIndex) -> None:
    await index.upsert(HERE, [f"c{angle}" for angle in range(30)], vectors(*range(30)))

    assert best_first(await index.search(HERE, vectors(0)[0], 5)).ids[:5] == ("c0", "c1", "c2", "c3", "c4")
    assert len(best_first(await index.search(HERE, vectors(0)[0], 500)).ids) == 30


async def test_only_those_among_are_looked_at_before_the_cut(index: VectorIndex) -> None:
    await index.upsert(HERE, [f"c{angle}" for angle in range(30)], vectors(*range(30)))

    hits = best_first(await index.search(HERE, vectors(0)[0], 2, among=Among(frozenset({"c20", "c7", "c9", "not there"}))))

    assert hits.ids[:2] == ("c7", "c9")
    assert set(hits.ids) <= {"c7", "c9", "c20"}
    assert hits.total == 3


@pytest.mark.parametrize("many", [2, 150])
async def test_what_is_left_out_is_not_looked_at_before_the_cut(index: VectorIndex, many: int) -> None:
    ids = [f"c{angle}" for angle in range(200)]
    await index.upsert(HERE, ids, vectors(*(angle / 10 for angle in range(200))))

    hits = best_first(await index.search(HERE, vectors(0)[0], 3, among=Among(without=frozenset([*ids[:many], "not there"]))))

    assert hits.ids[:3] == tuple(ids[many : many + 3])
    assert not set(ids[:many]) & set(hits.ids)
    assert hits.total == 200 - many


async def test_among_is_what_is_named_except_what_is_left_out(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a", "b", "c"], vectors(0, 10, 20))

    hits = await index.search(HERE, vectors(0)[0], 2, among=Among(frozenset({"a", "b"}), frozenset({"a"})))

    assert (hits.ids, hits.total) == (("b",), 1)


async def test_among_nothing_finds_nothing(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a"], vectors(0))

    assert best_first(await index.search(HERE, vectors(0)[0], 2, among=Among(frozenset()))).ids == ()


async def test_a_collection_that_does_not_exist_is_empty(index: VectorIndex) -> None:
    assert best_first(await index.search(HERE, vectors(0)[0], 5)).ids == ()
    assert await index.count(HERE) == 0
    assert await index.delete(HERE, ["a"]) == 0
    assert await index.drop(HERE) == 0


async def test_a_search_before_the_first_write_does_not_hide_it(index: VectorIndex) -> None:
    await index.search(HERE, vectors(0)[0], 5)

    await index.upsert(HERE, ["a"], vectors(0))

    assert best_first(await index.search(HERE, vectors(0)[0], 5)).ids == ("a",)


async def test_writing_an_id_again_replaces_its_vector(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a", "b"], vectors(0, 40))

    await index.upsert(HERE, ["a"], vectors(90))

    assert best_first(await index.search(HERE, vectors(0)[0], 2)).ids == ("b", "a")
    assert await index.count(HERE) == 2


async def test_what_is_deleted_is_not_found_and_counted_once(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a", "b", "c"], vectors(0, 20, 40))
    await index.search(HERE, vectors(0)[0], 3)

    assert await index.delete(HERE, ["a", "c", "nobody"]) == 2
    assert await index.delete(HERE, ["a"]) == 0
    assert best_first(await index.search(HERE, vectors(0)[0], 3)).ids == ("b",)


async def test_a_dropped_collection_is_empty_and_can_be_written_again(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a", "b"], vectors(0, 20))
    await index.search(HERE, vectors(0)[0], 3)

    assert await index.drop(HERE) == 2
    assert best_first(await index.search(HERE, vectors(0)[0], 3)).ids == ()
    await index.upsert(HERE, ["new"], vectors(5))
    assert best_first(await index.search(HERE, vectors(0)[0], 3)).ids == ("new",)


async def test_questions_stand_apart_from_the_content_that_they_lead_to(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a"], vectors(0))
    await index.upsert(HERE.questions, ["a#0", "a#1"], vectors(0, 20))

    assert best_first(await index.search(HERE, vectors(0)[0], 5)).ids == ("a",)
    assert best_first(await index.search(HERE.questions, vectors(0)[0], 5)).ids == ("a#0", "a#1")
    assert await index.drop(HERE.questions) == 2
    assert await index.count(HERE) == 1


async def test_collections_do_not_see_each_other(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a"], vectors(0))
    await index.upsert(THERE, ["b"], vectors(0))

    assert best_first(await index.search(HERE, vectors(0)[0], 5)).ids == ("a",)
    await index.drop(HERE)
    assert best_first(await index.search(THERE, vectors(0)[0], 5)).ids == ("b",)


async def test_all_vectors_are_read_back(index: VectorIndex) -> None:
    await index.upsert(HERE, ["a", "b"], vectors(0, 20))

    ids, found = await index.get(HERE)

    by_id = dict(zip(ids, found, strict=True))
    assert by_id["b"] == pytest.approx(vectors(20)[0], abs=1e-5)
    assert set(by_id) == {"a", "b"}


async def test_many_at_once_do_not_disturb_each_other(index: VectorIndex) -> None:
    await asyncio.gather(*(index.upsert(HERE, [f"c{angle}"], vectors(angle)) for angle in range(20)))

    found = await asyncio.gather(*(index.search(HERE, vectors(angle)[0], 1) for angle in range(20)))

    assert [best_first(hits).ids[0] for hits in found] == [f"c{angle}" for angle in range(20)]


async def test_it_says_that_it_is_well(index: VectorIndex) -> None:
    assert (await index.check()).ok
