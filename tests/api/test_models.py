"""Tests of correct and faulty responses of a real model endpoint, over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.llm.models import Model
from chat.llm.openai import OpenAIWriter
from chat.settings import AnsweringSettings
from tests.api.conftest import GUIDE, Json, check_problem, events_of, house, thread, upload
from tests.upstream import CUT, HANG, WHOLE, Upstream, event, refusal, serving

QUESTION = {"question": "How long is the warranty of the pump?"}


@asynccontextmanager
async def asking(engine: AsyncEngine, folder: Path, upstream: Upstream, **settings: object) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a client of a server that is connected to this endpoint, with a thread `t` that has a file."""
    answering = AnsweringSettings.model_validate({"first_byte_seconds": 1, "idle_seconds": 1, "follow_ups": "rules", **settings})

    async def sleep(seconds: float) -> None:
        return

    async with serving(upstream):
        writer = OpenAIWriter(Model(name="m", base_url=upstream.base_url, key="k"), answering, sleep=sleep)
        async with house(engine, folder, writer, answering=answering) as built, built.client() as api:
            await thread(api)
            await upload(api, "t", ("guide.md", GUIDE), document="guide")
            yield api
        await writer.close()


async def said(api: httpx.AsyncClient) -> list[tuple[str, str, bool]]:
    found = (await api.get("/api/threads/t/messages")).json()["messages"]
    return [(each["role"], each["content"], each["interrupted"]) for each in found]


async def test_an_answer_is_written_cited_and_counted(engine: AsyncEngine, tmp_path: Path) -> None:
    script = (event(content="It lasts 24 months [1]."), *WHOLE[2:])
    async with asking(engine, tmp_path, Upstream(script=script)) as api:
        answer = (await api.post("/api/threads/t/ask", json=QUESTION)).json()

    assert (answer["answer"], answer["model"], answer["grounded"]) == ("It lasts 24 months [1].", "m", True)
    assert answer["usage"] == {"prompt_tokens": 9, "completion_tokens": 4, "cost": None, "estimated": False}


@pytest.mark.parametrize(
    ("upstream", "sentence"),
    [
        pytest.param(refusal("401 Unauthorized"), "refused the key", id="wrong key"),
        pytest.param(refusal("503 Service Unavailable"), "trouble of its own", id="503"),
        pytest.param(Upstream(silent=True), "did not begin", id="silence"),
        pytest.param(Upstream(script=(b"<html>",)), "a web page", id="HTML"),
    ],
)
async def test_a_model_that_fails_at_once_is_a_problem_and_the_question_stays(
    engine: AsyncEngine, tmp_path: Path, upstream: Upstream, sentence: str
) -> None:
    async with asking(engine, tmp_path, upstream) as api:
        shape = check_problem(await api.post("/api/threads/t/ask", json=QUESTION), 502, "model_failed")

        assert sentence in shape["detail"]
        assert await said(api) == [("user", QUESTION["question"], False)]


async def test_a_model_that_breaks_off_is_a_problem_that_names_what_stays_and_asking_again_goes_on(
    engine: AsyncEngine, tmp_path: Path
) -> None:
    upstream = Upstream(script=(event(content="It lasts "),), headers=CUT, then=Upstream(script=WHOLE))
    async with asking(engine, tmp_path, upstream) as api:
        shape = check_problem(await api.post("/api/threads/t/ask", json=QUESTION), 502, "model_failed")
        kept = (await api.get("/api/threads/t/messages")).json()["messages"]
        again = await api.post("/api/threads/t/ask", json=QUESTION)

    assert "broke in the middle of its answer" in shape["detail"]
    assert shape["message"] == {"question": kept[0]["id"], "answer": kept[1]["id"]}
    assert [(each["content"], each["interrupted"]) for each in kept] == [(QUESTION["question"], False), ("It lasts ", True)]
    assert again.json()["answer"] == "For 12 months."


async def test_a_stream_that_stalls_ends_in_an_error_event_behind_what_had_come(engine: AsyncEngine, tmp_path: Path) -> None:
    async with asking(engine, tmp_path, Upstream(script=(event(content="It lasts "), HANG))) as api:
        events = events_of((await api.post("/api/threads/t/ask/stream", json=QUESTION)).text)

        assert [name for name, _ in events] == ["sources", "chunk", "error"]
        assert (await said(api))[-1] == ("assistant", "It lasts ", True)
    failure: Json = events[-1][1]
    assert (failure["status"], failure["code"]) == (502, "model_failed")
    assert "fell silent" in failure["detail"]
    assert failure["message"]["answer"]


async def test_an_endpoint_that_asks_for_time_has_its_time_handed_on(engine: AsyncEngine, tmp_path: Path) -> None:
    upstream = refusal("429 Too Many Requests", "", "Retry-After: 900")
    async with asking(engine, tmp_path, upstream) as api:
        answer = await api.post("/api/threads/t/ask", json=QUESTION)

    check_problem(answer, 502, "model_failed")
    assert answer.headers["retry-after"] == "900"


async def test_a_model_that_is_left_alone_says_for_how_long(engine: AsyncEngine, tmp_path: Path) -> None:
    async with asking(engine, tmp_path, refusal("500 Oh"), breaker_failures=1, breaker_seconds=40) as api:
        await api.post("/api/threads/t/ask", json=QUESTION)
        answer = await api.post("/api/threads/t/ask", json=QUESTION)

    check_problem(answer, 503, "model_paused")
    assert 30 <= int(answer.headers["retry-after"]) <= 40


@pytest.mark.parametrize("path", ["ask", "ask/stream"])
async def test_a_quota_that_is_reached_is_429_until_midnight(engine: AsyncEngine, tmp_path: Path, path: str) -> None:
    async with asking(engine, tmp_path, Upstream(script=WHOLE), tokens_a_day=13) as api:
        first = await api.post("/api/threads/t/ask", json=QUESTION)
        answer = await api.post(f"/api/threads/t/{path}", json=QUESTION)
        quoted = await api.post(f"/api/threads/t/{path}", json={**QUESTION, "model": "extractive"})

    assert first.status_code == 200
    check_problem(answer, 429, "quota_reached")
    assert answer.headers["retry-after"] == str(12 * 3600)
    assert quoted.status_code == 200


async def test_a_model_that_is_not_there_is_not_chosen_for_a_thread(engine: AsyncEngine, tmp_path: Path) -> None:
    async with asking(engine, tmp_path, Upstream(script=WHOLE)) as api:
        refused = await api.patch("/api/threads/t", json={"settings": {"model": "nobody"}})
        taken = [await api.patch("/api/threads/t", json={"settings": {"model": name}}) for name in ("m", "extractive", None)]

    detail = check_problem(refused, 422, "invalid_request")["detail"]
    assert detail == "settings.model: there is no model called nobody; there are: m, extractive."
    assert [changed.json()["settings"] for changed in taken] == [{"model": "m"}, {"model": "extractive"}, {}]


@pytest.mark.parametrize("path", ["ask", "ask/stream"])
async def test_a_model_that_is_not_there_is_refused(engine: AsyncEngine, tmp_path: Path, path: str) -> None:
    async with asking(engine, tmp_path, Upstream(script=WHOLE)) as api:
        answer = await api.post(f"/api/threads/t/{path}", json={**QUESTION, "model": "nobody"})

    assert "there are: m, extractive" in check_problem(answer, 422, "invalid_request")["detail"]


async def test_models_are_listed_with_what_they_read(engine: AsyncEngine, tmp_path: Path) -> None:
    async with asking(engine, tmp_path, Upstream()) as api:
        listed = (await api.get("/api/models")).json()

    assert listed == {"models": [{"name": "m", "context_tokens": 8192}, {"name": "extractive", "context_tokens": None}]}
