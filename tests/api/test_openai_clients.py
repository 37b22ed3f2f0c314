"""Tests of OpenAI's own client and LangChain's, used as in their documentation, against a running server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import openai
import pytest
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from tests.api.conftest import GUIDE
from tests.api.test_server import running
from tests.upstream import DONE, Upstream, event, serving, usage

ASKED: Any = [{"role": "user", "content": "How long is the warranty of the pump?"}]  # Any: the client's own types
THREAD = {"X-Thread-Id": "manuals"}
SCRIPT = (event(content="It lasts "), event(content="24 months [1]."), event("stop"), usage(90, 6), DONE)


async def test_openai_s_clients_and_langchain_s_ask_and_stream_and_read_citations(tmp_path: Path) -> None:
    async with serving(Upstream(script=SCRIPT)) as model:
        connected = {"OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "k", "OPENAI_MODEL": "small"}
        async with running(tmp_path / "data", **connected) as api:
            await api.post("/api/threads", json={"id": "manuals"})
            await api.post("/api/threads/manuals/documents", files={"files": ("guide.md", GUIDE)})
            address = str(api.base_url).rstrip("/") + "/v1"

            await asyncio.to_thread(_ask_and_wait, address)
            await _ask_and_go_on(address)
            await _ask_by_langchain(address)
            told = (await api.get("/api/threads/manuals/messages")).json()["messages"]

    assert [each["role"] for each in told] == ["user", "assistant"] * 5


def _ask_and_wait(address: str) -> None:
    with openai.OpenAI(base_url=address, api_key="local", default_headers=THREAD) as client:
        names = [each.id for each in client.models.list()]
        answer = client.chat.completions.create(model="small", messages=ASKED, temperature=0)
        with pytest.raises(openai.NotFoundError) as unknown:
            client.chat.completions.create(model="gpt-9", messages=ASKED)
        with pytest.raises(openai.BadRequestError) as refused:
            client.chat.completions.create(model="small", messages=ASKED, n=2)

    [choice] = answer.choices
    assert names == ["small", "extractive"]
    assert client_text(choice.message.content) == "It lasts 24 months [1]."
    assert choice.message.model_extra is not None
    assert choice.message.model_extra["citations"][0]["passage"]["document"]["name"] == "guide.md"
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens >= 96
    assert (unknown.value.code, unknown.value.param) == ("not_found", "model")
    assert (refused.value.code, refused.value.param) == ("bad_request", "n")


async def _ask_and_go_on(address: str) -> None:
    async with openai.AsyncOpenAI(base_url=address, api_key="local", default_headers=THREAD) as client:
        one = await client.chat.completions.create(model="extractive", messages=ASKED, metadata={"thread": "manuals"})
        stream = await client.chat.completions.create(
            model="small", messages=ASKED, stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]

    last = chunks[-1]
    assert "24 months" in client_text(one.choices[0].message.content)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks[:-1]) == "It lasts 24 months [1]."
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert last.usage is not None
    assert last.usage.total_tokens >= 96
    assert last.model_extra is not None
    [cited, *_] = last.model_extra["citations"]
    ended = chunks[-2].model_extra
    assert ended is not None
    assert f"[{cited['marker']}]" in ended["threadwise"]["answer"]


async def _ask_by_langchain(address: str) -> None:
    chat = ChatOpenAI(base_url=address, api_key=SecretStr("local"), model="small", default_headers=THREAD)
    question = [SystemMessage("Be short."), HumanMessage("How long is the warranty of the pump?")]

    answer = await chat.ainvoke(question)
    streamed = [chunk.text async for chunk in chat.astream(question)]

    assert answer.text == "".join(streamed) == "It lasts 24 months [1]."
    assert answer.usage_metadata is not None
    assert answer.usage_metadata["total_tokens"] >= 96


def client_text(content: str | None) -> str:
    assert content is not None
    return content
