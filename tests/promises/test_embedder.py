"""Tests of the protocol `Embedder`, over each implementation and the fake."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np
import pytest

from chat.embedding.base import Embedder
from chat.embedding.cache import CachedEmbedder
from chat.embedding.onnx import OnnxEmbedder
from chat.embedding.openai import OpenAIEmbedder
from chat.settings import EmbeddingSettings
from tests.embedding.endpoint import Endpoint, serving
from tests.fakes import FakeEmbedder


@pytest.fixture(params=["local model", "cache in front of the local model", "endpoint", "fake"])
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    match request.param:
        case "endpoint":
            async with serving(Endpoint()) as endpoint:
                settings = EmbeddingSettings(
                    embedding_api_base=endpoint.base_url,
                    embedding_model="words",
                    embedding_dimensions=64,
                    embedding_batch=2,
                    embedding_api_key="k",
                )
                embedder = OpenAIEmbedder(settings)
                yield embedder
                await embedder.close()
            return
        case "local model":
            made: Embedder = OnnxEmbedder()
        case "fake":
            made = FakeEmbedder()
        case _:
            made = CachedEmbedder(OnnxEmbedder(), 100, 60)
    yield made
    await made.close()


async def test_vectors_have_the_stated_dimensions_and_length_one(embedder: Embedder) -> None:
    vectors = await embedder.embed(["a dog barks", "the price of fuel", "x"])

    assert vectors.shape == (3, embedder.identity.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(3), abs=1e-5)


async def test_vectors_stand_in_the_order_of_the_texts_whatever_their_lengths(embedder: Embedder) -> None:
    texts = [" ".join([f"word{n}"] * (1 + n * 7 % 11)) for n in range(20)]

    together = await embedder.embed(texts)

    for text, vector in zip(texts, together, strict=True):
        assert (await embedder.embed([text]))[0] == pytest.approx(vector, abs=2e-3)


async def test_similar_texts_are_nearer_than_others(embedder: Embedder) -> None:
    dog, puppy, fuel = await embedder.embed(["the dog barks at night", "the dog barks all night", "fuel prices rose"])

    assert dog @ puppy > dog @ fuel


async def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert (await embedder.embed([])).shape == (0, embedder.identity.dimensions)


async def test_an_empty_text_has_a_vector_too(embedder: Embedder) -> None:
    assert np.isfinite(await embedder.embed([""])).all()


def test_longer_texts_have_more_tokens(embedder: Embedder) -> None:
    assert 0 < embedder.count_tokens("one two") < embedder.count_tokens("one two three four five six seven")
