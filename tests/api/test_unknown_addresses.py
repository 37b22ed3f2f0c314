"""Tests of addresses without a route of the API: a problem for programs, the web chat's page for browsers."""

from __future__ import annotations

import httpx
import pytest

from tests.api.conftest import check_problem

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGES = ["/", "/login", "/thread/conv-26", "/login/callback"]


@pytest.mark.parametrize("path", ["/nothing", "/threads", "/apis", "/health/", "/metrics/x", "/v1", "/a%0Ab", "/nothing/at/all"])
async def test_a_program_is_told_by_a_problem(api: httpx.AsyncClient, path: str) -> None:
    check_problem(await api.get(path), 404, "not_found")
    check_problem(await api.request("DELETE", path), 404, "not_found")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/threads/a%0Ab", "/health/x", "/metrics/", "/api/threads/a%0Ab/messages"])
async def test_an_address_of_the_api_is_never_the_page_not_even_for_a_browser(api: httpx.AsyncClient, path: str) -> None:
    check_problem(await api.get(path, headers=BROWSER), 404, "not_found")


@pytest.mark.parametrize("path", [*PAGES, "/nothing"])
async def test_a_browser_gets_the_page(api: httpx.AsyncClient, path: str) -> None:
    answer = await api.get(path, headers=BROWSER)

    assert (answer.status_code, answer.text) == (200, "the web chat")


@pytest.mark.parametrize("path", PAGES)
async def test_the_pages_own_addresses_are_there_for_programs_too(api: httpx.AsyncClient, path: str) -> None:
    assert (await api.get(path)).text == "the web chat"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/health"),
        ("DELETE", "/health/live"),
        ("PUT", "/metrics"),
        ("DELETE", "/"),
        ("PUT", "/login"),
        ("DELETE", "/api"),
        ("PUT", "/account"),
        ("DELETE", "/analytics"),
        ("PUT", "/project/file"),
    ],
)
async def test_a_wrong_method_is_named(api: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await api.request(method, path)

    check_problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"]


async def test_a_browser_s_page_is_told_so_by_what_answers_it(api: httpx.AsyncClient) -> None:
    answer = await api.put("/project/file", headers=BROWSER)

    assert (answer.status_code, answer.headers["content-type"]) == (405, "application/json")


async def test_what_the_web_chat_does_answer_stays_as_it_is(api: httpx.AsyncClient) -> None:
    assert (await api.post("/project/file", content=b"abc")).text == "took 3 bytes"


async def test_openai_s_clients_are_told_in_their_own_shape(api: httpx.AsyncClient) -> None:
    answer = await api.get("/v1/models/a%0Ab")

    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


async def test_what_the_protocol_refuses_with_a_plain_sentence_is_a_problem(api: httpx.AsyncClient) -> None:
    answer = await api.post("/api/mcp", content=b"x", headers={"Content-Type": "text/plain"})

    check_problem(answer, answer.status_code, "bad_request")
    assert 400 <= answer.status_code < 500
