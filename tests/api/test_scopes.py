"""Tests that a key does only what it was created for, whatever its user is allowed to do."""

from __future__ import annotations

import json

import pytest

from chat.threads.people.accounts import KeyScope
from tests.api.conftest import House, check_problem, thread

ASKED = {"message": "What is the warranty?"}
WHATEVER_MAY_BE = {
    "list": ("GET", "/api/threads", None),
    "search": ("POST", "/api/threads/t/search", {"query": "warranty"}),
    "find": ("GET", "/api/search?query=warranty", None),
    "ask": ("POST", "/api/threads/t/ask", ASKED),
    "stream": ("POST", "/api/threads/t/ask/stream", ASKED),
    "complete": ("POST", "/v1/chat/completions", {"model": "extractive", "messages": [{"role": "user", "content": "Why?"}]}),
    "create": ("POST", "/api/threads", {}),
    "say": ("POST", "/api/threads/t/messages", [{"role": "user", "content": "The gate closes at nine."}]),
    "rename": ("PATCH", "/api/threads/t", {"name": "Pumps"}),
    "log out": ("DELETE", "/api/sessions", None),
    "forget": ("DELETE", "/api/threads/t/messages/none", None),
    "share": ("POST", "/api/threads/t/share", None),
    "sites": ("GET", "/api/widget/sites", None),
    "visitor": ("POST", "/api/widget/token", {"visitor": "v", "origin": "https://shop.example.org"}),
    "delete": ("DELETE", "/api/threads/t", None),
}
READS, ASKS, LETS_IN = {"list", "search", "find"}, {"ask", "stream", "complete", "create", "say"}, {"sites", "visitor"}
MAY: dict[KeyScope, set[str]] = {"all": set(WHATEVER_MAY_BE), "ask": READS | ASKS, "read": READS, "widget": LETS_IN}


@pytest.mark.parametrize("scope", MAY)
async def test_a_key_does_what_it_was_made_for_and_nothing_else(office: House, scope: KeyScope) -> None:
    accounts = office.application.accounts
    secret = await accounts.create_key(await accounts.named("alice"), "k", ["https://shop.example.org"], scope)
    async with office.client(await office.key("alice")) as alice:
        await thread(alice)
    done = set()
    async with office.client(secret) as program:
        for name, (method, path, body) in WHATEVER_MAY_BE.items():
            answer = await program.request(method, path, json=body)
            if not (answer.status_code == 403 and "This key may only" in answer.text):
                done.add(name)

    assert done == MAY[scope]


async def test_what_is_refused_is_said_and_changes_nothing(office: House) -> None:
    accounts = office.application.accounts
    secret = await accounts.create_key(await accounts.named("alice"), "k", (), "read")
    async with office.client(await office.key("alice")) as alice, office.client(secret) as program:
        await thread(alice)
        refused = await program.delete("/api/threads/t")
        left = await alice.get("/api/threads/t")

    assert "search and read" in check_problem(refused, 403, "forbidden")["detail"]
    assert left.status_code == 200


@pytest.mark.parametrize("page", ["/memory", "/account", "/libraries", "/libraries/documents"])
async def test_a_page_refuses_what_the_key_was_not_made_for(office: House, page: str) -> None:
    accounts = office.application.accounts
    secret = await accounts.create_key(await accounts.named("alice"), "k", (), "read")
    async with office.client(secret) as program:
        refused = await program.post(page, data={"do": "everywhere"})
        shown = await program.post(page, data={"do": "everywhere"}, headers={"Accept": "text/html"})

    check_problem(refused, 403, "forbidden")
    assert (shown.status_code, "search and read" in shown.text) == (403, True)


@pytest.mark.parametrize(
    ("scope", "tool", "arguments", "refused"),
    [
        ("read", "search", {"thread": "t", "query": "warranty"}, False),
        ("read", "ask", {"thread": "t", "question": "Why?"}, True),
        ("ask", "ask", {"thread": "t", "question": "Why?"}, False),
        ("ask", "add_document", {"thread": "t", "name": "a.md", "text": "A"}, True),
    ],
)
async def test_a_tool_wants_the_same_of_a_key(
    office: House, scope: KeyScope, tool: str, arguments: dict[str, str], refused: bool
) -> None:
    accounts = office.application.accounts
    secret = await accounts.create_key(await accounts.named("alice"), "k", (), scope)
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    async with office.client(await office.key("alice")) as alice, office.client(secret) as program:
        await thread(alice)
        said = await program.post(
            "/api/mcp", json=call, headers={"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
        )

    [answer] = [json.loads(line.removeprefix("data: ")) for line in said.text.splitlines() if line.startswith("data: {")]
    assert ("This key may only" in answer["result"]["content"][0]["text"]) is refused
    assert answer["result"]["isError"] is refused
