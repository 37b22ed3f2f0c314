"""Tests that shut-out users lose every page, socket, stream and key within seconds, wherever they were shut out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from chat.api.presence import LOOKS_SECONDS
from chat.threads.people.accounts import Accounts
from tests import upstream
from tests.accounts import PASSWORD, accounts
from tests.serving import Server, serving
from tests.ui.client import Tab, person, tab

pytestmark = pytest.mark.asyncio(loop_scope="package")

_MOST_SECONDS = 60
"""Much longer than promised, because the machine may be slow."""
QUESTION = {"question": "What does the pump cost, in every detail?"}


@dataclass
class Place:
    """A server whose model begins to answer and never ends, and direct access to its accounts, as commands have it."""

    server: Server
    accounts: Accounts
    model: upstream.Upstream
    ended: list[str] = field(default_factory=list)

    async def key(self, name: str) -> tuple[str, str]:
        """Create a key, and return its secret and its id."""
        user = await self.accounts.named(name)
        secret = await self.accounts.create_key(user, "test")
        return secret, (await self.accounts.keys(user))[-1].id

    def client(self, key: str) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {key}"}
        return httpx.AsyncClient(base_url=self.server.address, headers=headers, timeout=_MOST_SECONDS, trust_env=False)


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Place]:
    data: Path = tmp_path_factory.mktemp("people") / "data"
    hangs = upstream.Upstream(script=(upstream.event(content="It costs"), upstream.HANG))
    async with accounts(data) as people, upstream.serving(hangs) as model:
        await people.add_user("root", PASSWORD, "admin")
        more = {"OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": "k", "THREADWISE_REWRITE": "off"}
        async with serving(data, None, (), THREADWISE_AUTH="password", THREADWISE_IDLE_SECONDS="300", **more) as running:
            yield Place(running, people, model)


@asynccontextmanager
async def everywhere(place: Place, name: str, key: str) -> AsyncIterator[dict[str, asyncio.Task[str]]]:
    """Yield answers being written to one user through every interface; each task returns the end of what was received."""

    async def streamed(client: httpx.AsyncClient, path: str, body: object) -> str:
        text = ""
        headers = {"Accept": "application/json, text/event-stream"}
        try:
            async with client.stream("POST", path, json=body, headers=headers) as answer:
                async for piece in answer.aiter_text():
                    text += piece
        except (httpx.RemoteProtocolError, httpx.ReadError):
            return f"{text} broken off"
        return text

    async def waited(client: httpx.AsyncClient) -> str:
        answer = await client.post(f"/api/threads/{name}/ask", json=QUESTION)
        return f"{answer.status_code} {answer.json()['code']}"

    async with AsyncExitStack() as stack:
        program = await stack.enter_async_context(place.client(key))
        await program.post("/api/threads", json={"id": name})
        browser = await stack.enter_async_context(person(place.server.address, name, PASSWORD))
        page = await stack.enter_async_context(tab(browser))
        asked = len(place.model.requests)
        await page.say("What does the pump cost, in every detail?")
        completion = {"messages": [{"role": "user", "content": QUESTION["question"]}], "stream": True}
        call = {"name": "ask", "arguments": {**QUESTION, "thread": name}}
        protocol = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        stream = f"/api/threads/{name}/ask/stream"
        running = {
            "ask/stream": asyncio.create_task(streamed(program, stream, QUESTION)),
            "v1": asyncio.create_task(streamed(program, "/v1/chat/completions", completion)),
            "mcp": asyncio.create_task(streamed(program, "/api/mcp", protocol)),
            "session": asyncio.create_task(streamed(browser, stream, QUESTION)),
            "ask": asyncio.create_task(waited(program)),
        }
        async with asyncio.timeout(_MOST_SECONDS):
            await until(lambda: len(place.model.requests) >= asked + 6)
            running["socket"] = asyncio.create_task(disconnected(page))
            yield running
        for task in running.values():
            task.cancel()
        await asyncio.gather(*running.values(), return_exceptions=True)


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - what is waited for is in another process, or in a library
        await asyncio.sleep(0.05)


async def disconnected(page: Tab) -> str:
    await until(lambda: not page.socket.connected)
    return "disconnected"


async def by_root(place: Place, method: str, path: str, body: object = None) -> None:
    async with person(place.server.address, "root", PASSWORD) as root:
        answer = await root.request(method, path, json=body)
        assert answer.status_code == 200, answer.text


CHANGES: dict[str, Callable[[Place, str], Awaitable[None]]] = {
    "suspended over HTTP": lambda place, name: by_root(place, "PATCH", f"/api/users/{name}", {"suspended": True}),
    "deleted over HTTP": lambda place, name: by_root(place, "DELETE", f"/api/users/{name}"),
    "demoted over HTTP": lambda place, name: by_root(place, "PATCH", f"/api/users/{name}", {"role": "member"}),
    "suspended by a command": lambda place, name: _suspended(place, name),
}


async def _suspended(place: Place, name: str) -> None:
    await place.accounts.suspend((await place.accounts.known(name)).id)


@pytest.mark.parametrize("change", CHANGES)
async def test_whoever_is_shut_out_is_off_every_way_there_is(place: Place, change: str) -> None:
    name = change.replace(" ", "-")
    await place.accounts.add_user(name, PASSWORD, "admin")
    key, _ = await place.key(name)
    async with everywhere(place, name, key) as running:
        await CHANGES[change](place, name)

        ended = dict(zip(running, await asyncio.gather(*running.values()), strict=True))

    assert ended["socket"] == "disconnected"
    assert ended["ask"] == "401 unauthorized"
    for way in ("ask/stream", "session"):
        assert ended[way].rstrip().rpartition("\n\n")[2].startswith("event: error"), ended[way]
        assert '"code": "unauthorized"' in ended[way]
    assert '"code": "unauthorized"' in ended["v1"]
    assert "result" not in ended["mcp"]
    async with place.client(key) as program:
        again = await program.get("/api/threads")
    assert again.status_code == (200 if change.startswith("demoted") else 401)


async def test_a_revoked_key_ends_what_runs_by_it_and_nothing_else(place: Place) -> None:
    await place.accounts.add_user("keyed", PASSWORD)
    key, id = await place.key("keyed")
    async with everywhere(place, "keyed", key) as running:
        await place.accounts.revoke_key(id)

        by_key = [await running[way] for way in ("ask", "ask/stream", "v1", "mcp")]
        still = [way for way in ("session", "socket") if not running[way].done()]

    assert by_key[0] == "401 unauthorized"
    assert still == ["session", "socket"]


async def test_logging_out_everywhere_ends_sessions_and_leaves_keys(place: Place) -> None:
    await place.accounts.add_user("gone-home", PASSWORD)
    key, _ = await place.key("gone-home")
    async with everywhere(place, "gone-home", key) as running:
        async with place.client(key) as program:
            ended = await program.delete("/api/sessions")

        assert ended.json() == {"ended": 1}
        assert await running["socket"] == "disconnected"
        assert "event: error" in await running["session"]
        assert not running["ask/stream"].done()


async def test_the_looks_are_close_enough_together_for_five_seconds() -> None:
    assert LOOKS_SECONDS <= 2.5
