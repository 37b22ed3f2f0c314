"""Tests of questions about whole documents over HTTP: as one response, as a stream, and through OpenAI's clients."""

from __future__ import annotations

from pathlib import Path

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.llm.models import Model
from chat.llm.openai import OpenAIWriter
from chat.settings import AnsweringSettings
from tests.api.conftest import Json, events_of, house, thread, upload
from tests.upstream import DONE, Upstream, event, serving, usage

QUESTION = "What are the main points of this document?"
ROOMS = "# House\n\n" + "\n\n".join(
    f"## Room {at}\n\n" + f"Room {at} of the house has {at} windows to the garden and a door to the hall. " * 30
    for at in range(1, 31)
)
NOTED = (event(content="- Room 1 of the house has 1 windows to the garden [1]"), event("stop"), usage(900, 20), DONE)


async def ask(api: httpx.AsyncClient) -> Json:
    answer = await api.post("/api/threads/t/ask", json={"question": QUESTION})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_without_a_model_the_answer_goes_through_the_sections_and_says_so(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("house.md", ROOMS.encode()))

    answer = await ask(api)

    [covered] = answer["covered"]
    assert (covered["name"], covered["sections"], covered["of"], covered["within"]) == ("house.md", 14, 30, None)
    assert "**Room 10**\n- Room 10 of the house has 10 windows to the garden and a door to the hall. [1]" in answer["answer"]
    assert answer["note"].startswith("Covers 14 of 30 sections of house.md.")
    assert answer["grounded"]
    assert all(citation["supported"] for citation in answer["citations"])


async def test_a_model_reads_part_by_part_with_progress_in_the_stream(engine: AsyncEngine, tmp_path: Path) -> None:
    async with serving(Upstream(script=NOTED)) as upstream:
        model = OpenAIWriter(Model(name="m", base_url=upstream.base_url, key="k"), AnsweringSettings())
        settings = AnsweringSettings.model_validate({"follow_ups": "off"})
        async with house(engine, tmp_path / "files", model=model, answering=settings) as home, home.client() as api:
            await thread(api)
            await upload(api, "t", ("house.md", ROOMS.encode()))
            streamed = await api.post("/api/threads/t/ask/stream", json={"question": QUESTION})
            asked_as_openai = {"model": "m", "messages": [{"role": "user", "content": QUESTION}], "metadata": {"thread": "t"}}
            completed = await api.post("/v1/chat/completions", json=asked_as_openai)
        await model.close()

    events = events_of(streamed.text)
    names = [name for name, _ in events]
    progress = [data for name, data in events if name == "progress"]
    done = events[-1][1]
    assert names[0] == "sources"
    assert [data["done"] for data in progress] == list(range(len(progress)))
    assert progress[0]["part"].startswith("house.md, House > Room 1")
    assert len(progress) >= 3
    assert [name for name in names if name not in ("sources", "progress", "chunk")] == ["citations", "follow_ups", "done"]
    assert names.index("chunk") > names.index("progress")
    assert done["usage"]["prompt_tokens"] == 900 * len(progress)
    assert done["covered"][0]["name"] == "house.md"
    assert "Room 1 of the house has 1 windows" in completed.json()["choices"][0]["message"]["content"]
    assert "Text inside <notes>" in upstream.requests[len(progress) - 1]["messages"][0]["content"]
