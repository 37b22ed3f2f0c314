from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from threading import get_native_id

import numpy as np
import onnxruntime
import pytest

from chat.embedding.base import Vectors
from chat.embedding.onnx import OnnxEmbedder, packaged_weights
from chat.embedding.tokens import word_piece


async def test_a_text_over_the_models_window_is_the_mean_of_its_parts() -> None:
    embedder = OnnxEmbedder()

    whole, cat, dog = await embedder.embed(["cat " * 254 + "dog " * 254, "cat " * 254, "dog " * 254])
    [long] = await embedder.embed(["Дунай " * 300])

    assert whole == pytest.approx((cat + dog) / np.linalg.norm(cat + dog), abs=1e-5)
    assert np.linalg.norm(long) == pytest.approx(1, abs=1e-5)
    await embedder.close()


async def test_vectors_are_those_of_the_packages_own_graph_on_every_processor() -> None:
    texts = [
        "The warranty on the battery pack is twelve months from the date of purchase.",
        "How long is it?",
        "Wie lange? " * 40,
    ]
    tokens = [encoding.ids for encoding in word_piece().tokenizer.encode_batch(texts)]
    package = onnxruntime.InferenceSession(packaged_weights(), providers=["CPUExecutionProvider"])

    def embedded_by_the_package(ids: list[int]) -> Vectors:
        given = {"input_ids": [ids], "attention_mask": [[1] * len(ids)], "token_type_ids": [[0] * len(ids)]}
        [[words]] = package.run(None, {name: np.array(value, dtype=np.int64) for name, value in given.items()})
        mean = words.mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean))

    embedder = OnnxEmbedder()
    vectors = await embedder.embed(texts)

    cosines = [vector @ embedded_by_the_package(ids) for vector, ids in zip(vectors, tokens, strict=True)]
    assert min(cosines) > 0.998
    await embedder.close()


def test_the_local_model_writes_nothing_into_the_home_folder(tmp_path: Path) -> None:
    script = "import asyncio; from chat.embedding.onnx import OnnxEmbedder; asyncio.run(OnnxEmbedder().embed(['a']))"
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(Path(__file__).parents[2])}

    subprocess.run([sys.executable, "-c", script], env={**os.environ, "ORT_DISABLE_TELEMETRY": "", **home}, check=True)

    assert [place for place in tmp_path.rglob("*") if place.is_file()] == []


async def test_what_is_urgent_does_not_queue_behind_a_file_however_much_it_is() -> None:
    embedder = OnnxEmbedder(threads=1)
    await embedder.embed(["loaded"])
    ended: list[str] = []

    async def embed(name: str, texts: list[str], urgent: bool = False) -> None:
        await embedder.embed(texts, urgent=urgent)
        ended.append(name)

    await asyncio.gather(
        embed("file", ["a long text of a file " * 20] * 60),
        embed("question with earlier turns", ["what was it?"] * 12, urgent=True),
    )

    assert ended == ["question with earlier turns", "file"]
    await embedder.close()


async def test_a_short_file_does_not_wait_for_all_of_a_long_one() -> None:
    embedder = OnnxEmbedder(threads=1)
    await embedder.embed(["loaded"])
    ended: list[str] = []

    async def embed(name: str, texts: list[str]) -> None:
        await embedder.embed(texts)
        ended.append(name)

    await asyncio.gather(embed("long", ["a long text of a file " * 20] * 40), embed("short", ["a text"] * 6))

    assert ended == ["short", "long"]
    await embedder.close()


async def test_vectors_do_not_depend_on_how_many_runs_there_are_side_by_side() -> None:
    texts = [f"text {n} " + "of some words " * (n % 7) for n in range(23)]
    one, many = OnnxEmbedder(threads=1), OnnxEmbedder(threads=4)

    assert np.array_equal(await one.embed(texts), await many.embed(texts))

    await one.close()
    await many.close()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities of their own on Linux only")
async def test_a_file_gives_way_to_what_is_urgent_and_to_the_server() -> None:
    embedder = OnnxEmbedder(threads=1)

    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    of_a_file, urgent = embedder._files.submit(priority), embedder._urgent.submit(priority)

    assert of_a_file.result() > urgent.result() == priority()
    await embedder.close()
