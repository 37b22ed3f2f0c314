from __future__ import annotations

import pytest

from chat.embedding.base import Vectors
from chat.embedding.openai import OpenAIEmbedder
from chat.errors import EmbeddingFailed
from chat.settings import EmbeddingSettings
from tests.embedding.endpoint import Endpoint, Spoil, serving


async def embed(endpoint: Endpoint, texts: list[str], dimensions: int = 64, urgent: bool = False) -> Vectors:
    async with serving(endpoint):
        settings = EmbeddingSettings(
            embedding_api_base=endpoint.base_url,
            embedding_model="words",
            embedding_dimensions=dimensions,
            openai_api_key="falls back",
        )
        embedder = OpenAIEmbedder(settings)
        try:
            return await embedder.embed(texts, urgent=urgent)
        finally:
            await embedder.close()


async def test_texts_go_out_in_batches_of_a_hundred_with_the_dimensions() -> None:
    endpoint = Endpoint()

    vectors = await embed(endpoint, [f"text {n}" for n in range(250)])

    assert vectors.shape == (250, 64)
    assert [len(request["input"]) for request in endpoint.requests] == [100, 100, 50]
    assert {request["dimensions"] for request in endpoint.requests} == {64}


async def test_a_busy_endpoint_is_asked_again() -> None:
    endpoint = Endpoint(failures=["429 Too Many Requests", "500 Internal Server Error"])

    vectors = await embed(endpoint, [f"text {n}" for n in range(9)])

    assert vectors.shape == (9, 64)
    assert len(endpoint.requests) == 3


async def test_what_is_urgent_does_not_wait_long_for_a_busy_endpoint() -> None:
    endpoint = Endpoint(failures=["500 Internal Server Error"] * 9)

    with pytest.raises(EmbeddingFailed):
        await embed(endpoint, [f"text {n}" for n in range(9)], urgent=True)

    assert len(endpoint.requests) == 2


async def test_a_file_of_a_single_passage_is_as_patient_as_any_other() -> None:
    endpoint = Endpoint(failures=["500 Internal Server Error"] * 3)

    vectors = await embed(endpoint, ["one"])

    assert vectors.shape == (1, 64)


async def test_vectors_that_come_in_another_order_are_put_right() -> None:
    straight = await embed(Endpoint(), ["one", "two", "three"])

    turned = await embed(Endpoint(spoil=lambda data: data[::-1]), ["one", "two", "three"])

    assert turned == pytest.approx(straight)


@pytest.mark.parametrize(
    ("spoil", "dimensions", "sentence"),
    [
        pytest.param(list, 32, "64 dimensions instead of 32", id="other dimensions than asked for"),
        pytest.param(lambda data: data[1:], 64, "1 vectors for 2 texts", id="too few"),
        pytest.param(lambda data: [data[0], data[0]], 64, "2 vectors for 2 texts", id="one twice"),
        pytest.param(lambda data: [{**one, "embedding": [0.0] * 64} for one in data], 64, "without a direction", id="zeros"),
    ],
)
async def test_nonsense_is_refused_with_a_sentence(spoil: Spoil, dimensions: int, sentence: str) -> None:
    with pytest.raises(EmbeddingFailed, match=sentence):
        await embed(Endpoint(spoil=spoil), ["one", "two"], dimensions)


async def test_a_refused_key_says_which_setting_to_look_at() -> None:
    with pytest.raises(EmbeddingFailed, match="EMBEDDING_API_KEY"):
        await embed(Endpoint(failures=["401 Unauthorized"]), ["one"])
