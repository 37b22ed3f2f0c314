"""Tests of chat completions: which parts of a request are followed, which are refused, and where a question goes."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Usage
from chat.errors import ModelFailed
from tests.api.conftest import GUIDE, House, Json, house, thread, upload
from tests.assistant.workshop import SlowModel

QUESTION = "How long is the warranty of the pump?"
ASKED = {"messages": [{"role": "user", "content": QUESTION}]}
COMPLETIONS = "/v1/chat/completions"


@pytest.fixture
async def told(api: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client whose thread `t` has a document."""
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE), document="guide")
    return api


async def complete(api: httpx.AsyncClient, thread: str | None = "t", **more: object) -> Json:
    answer = await api.post(COMPLETIONS, json={**ASKED, **more}, headers={"X-Thread-Id": thread} if thread else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def chunks(api: httpx.AsyncClient, **more: object) -> list[Json]:
    answer = await api.post(COMPLETIONS, json={**ASKED, "stream": True, **more}, headers={"X-Thread-Id": "t"})
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "text/event-stream"), answer.text
    return [
        json.loads(line) if (line := block.removeprefix("data: ")) != "[DONE]" else line
        for block in answer.text.split("\n\n")[:-1]
    ]


def check_error(answer: httpx.Response, status: int, code: str, kind: str = "invalid_request_error") -> Json:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert {"message", "type", "param", "code"} <= error.keys()
    assert (error["type"], error["code"]) == (kind, code)
    return error


async def said(api: httpx.AsyncClient, thread: str = "t") -> list[str]:
    return [each["content"] for each in (await api.get(f"/api/threads/{thread}/messages")).json()["messages"]]


async def test_an_answer_has_its_citations_in_the_message_and_is_remembered(told: httpx.AsyncClient) -> None:
    shape = await complete(told, model="extractive")

    [choice] = shape["choices"]
    assert (shape["object"], shape["model"], choice["finish_reason"]) == ("chat.completion", "extractive", "stop")
    assert "24 months" in choice["message"]["content"]
    [cited, *_] = choice["message"]["citations"]
    assert (cited["marker"], cited["passage"]["document"]["id"]) == (1, "guide")
    assert shape["usage"] == {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    assert (shape["threadwise"]["thread"], shape["threadwise"]["grounded"]) == ("t", True)
    assert shape["id"] == f"chatcmpl-{shape['threadwise']['message']['answer']}"
    assert await said(told) == [QUESTION, choice["message"]["content"]]


async def test_the_last_chunk_of_a_stream_has_the_citations_with_and_without_usage(told: httpx.AsyncClient) -> None:
    plain = await chunks(told)
    counted = await chunks(told, stream_options={"include_usage": True})

    first, *_, ended, done = plain
    assert first["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert (ended["choices"][0]["finish_reason"], done) == ("stop", "[DONE]")
    assert ended["citations"][0]["passage"]["document"]["id"] == "guide"
    text = "".join(each["choices"][0]["delta"].get("content", "") for each in plain[:-1])
    assert text == ended["threadwise"]["answer"]
    assert not any("usage" in each for each in plain[:-1])
    assert {each["id"] for each in plain[:-1]} == {first["id"]}
    *others, last, _ = counted
    assert {each["usage"] for each in others} == {None}
    assert (last["choices"], last["usage"]["total_tokens"]) == ([], 0)
    assert last["citations"] == others[-1]["citations"]


async def test_the_thread_is_named_in_either_place_and_made_when_there_is_none(api: httpx.AsyncClient) -> None:
    by_metadata = await complete(api, thread=None, metadata={"thread": "notes/1"})
    by_header = await complete(api, thread="notes/1")
    two = await api.post(COMPLETIONS, json={**ASKED, "metadata": {"thread": "a"}}, headers={"X-Thread-Id": "b"})
    odd = await api.post(COMPLETIONS, json=ASKED, headers={"X-Thread-Id": "a b"})

    assert by_metadata["threadwise"]["thread"] == by_header["threadwise"]["thread"] == "notes/1"
    assert [each["name"] for each in (await api.get("/api/threads")).json()["threads"]] == [QUESTION]
    check_error(two, 400, "bad_request")
    check_error(odd, 422, "invalid_request")


async def test_calls_without_a_thread_share_one_that_remembers_nothing_and_answers_from_what_is_put_there(
    api: httpx.AsyncClient,
) -> None:
    place = (await complete(api, thread=None))["threadwise"]["thread"]
    await upload(api, place, ("guide.md", GUIDE))
    shape = await complete(api, thread=None)

    assert "24 months" in shape["choices"][0]["message"]["content"]
    assert shape["threadwise"]["thread"] == place
    assert await said(api, place) == []
    assert [each["name"] for each in (await api.get("/api/threads")).json()["threads"]] == ["Calls without a thread"]


async def test_nothing_is_remembered_where_the_caller_says_so(told: httpx.AsyncClient) -> None:
    shape = await complete(told, store=False)

    assert shape["threadwise"]["message"] == {"question": None, "answer": None}
    assert await said(told) == []


async def test_what_was_said_before_counts_while_the_thread_has_none_of_it(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["It lasts 24 months [1].", Usage(7, 3)])
    async with house(engine, tmp_path, model) as built, built.client() as api:
        await thread(api)
        earlier = [{"role": "user", "content": "Tell me of pumps."}, {"role": "assistant", "content": "They pump."}]
        system = {"role": "system", "content": "Be brief."}
        asked = {"role": "user", "content": [{"type": "text", "text": QUESTION}]}

        shape = await complete(api, messages=[system, *earlier, asked], max_tokens=50)
        again = {"role": "user", "content": "And then?"}
        await complete(api, messages=[*earlier, {"role": "user", "content": QUESTION}, again])

    first, second = ([turn.content for turn in prompt.messages] for prompt in model.prompts[:2])
    assert (shape["model"], shape["usage"]["total_tokens"]) == ("slow", 10)
    assert model.prompts[0].max_tokens == 50
    assert "Be brief." in first[0]
    assert any("They pump." in text for text in first)
    assert not any("They pump." in text for text in second)
    assert any(QUESTION in text for text in second)


REFUSED: dict[str, object] = {
    "n": 2,
    "tools": [{"type": "function", "function": {"name": "f"}}],
    "tool_choice": "required",
    "functions": [{"name": "f"}],
    "function_call": {"name": "f"},
    "stop": ["\n"],
    "logprobs": True,
    "top_logprobs": 3,
    "response_format": {"type": "json_object"},
    "modalities": ["text", "audio"],
    "audio": {"voice": "alloy", "format": "wav"},
    "web_search_options": {},
}


@pytest.mark.parametrize("name", REFUSED)
async def test_what_would_change_the_answer_is_refused_by_name(told: httpx.AsyncClient, name: str) -> None:
    answer = await told.post(COMPLETIONS, json={**ASKED, name: REFUSED[name]}, headers={"X-Thread-Id": "t"})

    assert check_error(answer, 400, "bad_request")["param"] == name
    assert await said(told) == []


async def test_what_would_not_is_left_alone(told: httpx.AsyncClient) -> None:
    harmless: Json = {"n": 1, "tools": [], "stop": None, "logprobs": False, "response_format": {"type": "text"}}

    shape = await complete(told, **harmless, temperature=0.2, seed=1, presence_penalty=1, user="u", logit_bias={"5": 1})

    assert "24 months" in shape["choices"][0]["message"]["content"]


@pytest.mark.parametrize(
    ("messages", "status", "code"),
    [
        pytest.param([], 422, "invalid_request", id="none"),
        pytest.param([{"role": "system", "content": "Hi."}], 422, "invalid_request", id="none of the user"),
        pytest.param([{"role": "user", "content": " "}], 422, "empty_question", id="blank"),
        pytest.param([{"role": "user", "content": [{"type": "image_url"}]}], 400, "bad_request", id="a picture"),
        pytest.param([{"role": "tool", "content": "4"}, *ASKED["messages"]], 400, "bad_request", id="of a tool"),
        pytest.param([{"role": "alien", "content": "4"}], 422, "invalid_request", id="of nobody"),
        pytest.param("Hello", 422, "invalid_request", id="a text"),
    ],
)
async def test_odd_messages_are_refused(api: httpx.AsyncClient, messages: object, status: int, code: str) -> None:
    check_error(await api.post(COMPLETIONS, json={"messages": messages}), status, code)


async def test_models_are_listed_and_unknown_ones_not_found(engine: AsyncEngine, tmp_path: Path) -> None:
    async with house(engine, tmp_path, SlowModel(["Yes."])) as built, built.client() as api:
        listed = (await api.get("/v1/models")).json()
        one = (await api.get("/v1/models/slow")).json()
        unknown = [await api.get("/v1/models/gpt/9"), await api.post(COMPLETIONS, json={**ASKED, "model": "gpt/9"})]

    assert (listed["object"], [each["id"] for each in listed["data"]]) == ("list", ["slow", "extractive"])
    assert one == {"id": "slow", "object": "model", "created": 0, "owned_by": "threadwise"}
    for answer in unknown:
        assert check_error(answer, 404, "not_found")["param"] == "model"


async def test_a_model_that_fails_is_told_once_before_the_answer_or_in_it(engine: AsyncEngine, tmp_path: Path) -> None:
    async with house(engine, tmp_path, SlowModel(["It ", ModelFailed("It broke.")])) as built, built.client() as api:
        await thread(api)
        whole = await api.post(COMPLETIONS, json=ASKED, headers={"X-Thread-Id": "t"})
        streamed = await chunks(api)

    assert check_error(whole, 502, "model_failed", "server_error")["message"] == "It broke."
    assert whole.headers["x-should-retry"] == "false"
    assert streamed[-1]["error"]["code"] == "model_failed"
    assert "[DONE]" not in streamed


async def test_nobody_reaches_a_thread_that_is_another_s(office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await thread(alice)
    async with office.client() as nobody, office.client("tw_wrong") as wrong, office.client("sk-local") as foreign:
        refused = [await each.post(COMPLETIONS, json=ASKED) for each in (nobody, wrong, foreign)]
        listed = await nobody.get("/v1/models")
    stolen = await bob.post(COMPLETIONS, json=ASKED, headers={"X-Thread-Id": "t"})
    mine, his = await complete(alice, thread=None), await complete(bob, thread=None)

    for answer in (*refused, listed):
        check_error(answer, 401, "unauthorized", "authentication_error")
    check_error(stolen, 404, "not_found")
    assert mine["threadwise"]["thread"] != his["threadwise"]["thread"]
    assert await said(alice) == []


async def test_the_edge_holds_here_too_and_speaks_openai_s_shape(api: httpx.AsyncClient) -> None:
    host = await api.get("/v1/models", headers={"Host": "evil.example"})
    origin = await api.post(COMPLETIONS, json=ASKED, headers={"Origin": "http://evil.example"})
    large = await api.post(COMPLETIONS, content=b"x" * 10_000_001)
    nothing, method = await api.get("/v1/embeddings"), await api.get(COMPLETIONS)
    broken = await api.post(COMPLETIONS, content=b"{", headers={"Content-Type": "application/json"})
    local = await api.get("/v1/models", headers={"Authorization": "Bearer sk-anything"})
    revoked = await api.get("/v1/models", headers={"Authorization": "Bearer tw_unknown"})

    check_error(host, 400, "bad_request")
    check_error(origin, 403, "forbidden", "permission_error")
    check_error(large, 413, "body_too_large")
    check_error(nothing, 404, "not_found")
    check_error(method, 405, "method_not_allowed")
    check_error(broken, 400, "bad_request")
    assert (local.status_code, local.headers["cache-control"]) == (200, "private, no-store")
    check_error(revoked, 401, "unauthorized", "authentication_error")
