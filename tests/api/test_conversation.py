"""Tests of conversations over HTTP with a real endpoint: follow-up questions, and a history that exceeds the prompt."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.llm.models import Model
from chat.llm.openai import OpenAIWriter
from chat.settings import AnsweringSettings
from tests.api.conftest import GUIDE, House, house, thread, upload
from tests.upstream import DONE, Upstream, event, refusal, serving, usage

SETTINGS = {"first_byte_seconds": 1, "idle_seconds": 1, "follow_ups": "off", "max_answer_tokens": 100}
LONG = "The garden has roses, tulips and an old pear tree that nobody may cut down. " * 6


def replies(text: str, then: Upstream | None = None) -> Upstream:
    return Upstream(script=(event(content=text), event("stop"), usage(9, 4), DONE), then=then)


@asynccontextmanager
async def talking(
    engine: AsyncEngine, folder: Path, upstream: Upstream, **settings: Any
) -> AsyncIterator[tuple[httpx.AsyncClient, House]]:  # Any: settings of any type
    """Yield a client of a server that is connected to this endpoint, with a thread `t` that has a file."""
    answering = AnsweringSettings.model_validate({**SETTINGS, **settings})
    async with serving(upstream):
        writer = OpenAIWriter(Model(name="m", base_url=upstream.base_url, key="k"), answering)
        async with house(engine, folder, writer, answering=answering) as built, built.client() as api:
            await thread(api)
            await upload(api, "t", ("guide.md", GUIDE), document="guide")
            yield api, built
        await writer.close()


async def test_a_follow_up_question_is_rewritten_by_the_endpoint_in_one_short_call(engine: AsyncEngine, tmp_path: Path) -> None:
    upstream = replies("How long is the warranty of the pump?")
    async with talking(engine, tmp_path, upstream, summary="off") as (api, _):
        await api.post("/api/threads/t/ask", json={"question": "Where does the pump stand?"})
        answer = (await api.post("/api/threads/t/ask", json={"question": "and its warranty?"})).json()
        found = await api.post(
            "/api/threads/t/search", json={"query": "and its warranty?", "as_of": answer["message"]["question"]}
        )

    first, rewriting, asking = upstream.requests
    assert rewriting["max_tokens"] == 80
    assert rewriting["messages"][0]["content"].startswith("Rewrite the last message")
    assert [request["messages"][-1]["content"] for request in (first, asking)] == [
        "Where does the pump stand?",
        "and its warranty?",
    ]
    assert found.json()["rewritten"] == "How long is the warranty of the pump?"
    assert answer["usage"]["prompt_tokens"] == 18


async def test_an_endpoint_that_can_not_rewrite_leaves_it_to_the_rules(engine: AsyncEngine, tmp_path: Path) -> None:
    upstream = replies("In the cellar.", then=refusal("400 Bad Request"))
    async with talking(engine, tmp_path, upstream, summary="off", when_model_fails="quote") as (api, _):
        await api.post("/api/threads/t/ask", json={"question": "What is the warranty of the filter?"})
        events = await api.post("/api/threads/t/ask", json={"question": "and of the pump?"})
        asked = events.json()["message"]["question"]
        found = await api.post("/api/threads/t/search", json={"query": "and of the pump?", "as_of": asked})

    assert found.json()["rewritten"] == "What is the warranty of the pump?"


async def test_a_search_over_earlier_questions_says_what_it_looked_for(api: httpx.AsyncClient) -> None:
    await thread(api)

    found = await api.post(
        "/api/threads/t/search", json={"query": "and the pump?", "history": ["What is the warranty of the filter?"]}
    )

    assert found.json()["query"] == "and the pump?"
    assert found.json()["rewritten"] == "What is the warranty of the pump?"


async def test_a_long_conversation_has_a_summary_that_goes_when_a_message_in_it_is_deleted(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    upstream = replies("They spoke of roses. The safe opens with 4711 [2].")
    async with talking(engine, tmp_path, upstream, rewrite="off", recent_turns=4) as (api, built):
        none = (await api.get("/api/threads/t/summary")).json()
        drafts = [{"role": "user", "content": "The safe opens with 4711.", "id": "secret"}]
        drafts += [{"role": "user", "content": f"{LONG} {at}", "id": f"m{at}"} for at in range(8)]
        await api.post("/api/threads/t/messages", json=drafts)
        await api.post("/api/threads/t/ask", json={"question": "What grows in the garden?"})
        await built.workshop.assistant.settle_later()
        kept = (await api.get("/api/threads/t/summary")).json()["summary"]
        again = (await api.post("/api/threads/t/ask", json={"question": "How does the safe open?"})).json()
        upstream.script = refusal("400 Bad Request").script
        receipt = await api.delete("/api/threads/t/messages/secret")
        await built.workshop.assistant.settle_later()
        after = (await api.get("/api/threads/t/summary")).json()

    assert none == {"summary": None}
    assert kept.keys() == {"id", "from", "to", "messages", "model", "created_at", "text"}
    assert kept["text"].startswith("They spoke of roses.")
    source = again["passages"][-1]
    assert (source["source"], source["text"], source["message"]["id"]) == ("message", kept["text"], kept["id"])
    assert source["summary"] == {name: value for name, value in kept.items() if name != "text"}
    assert (receipt.status_code, receipt.json()["verified"]) == (200, True)
    assert after == {"summary": None}
