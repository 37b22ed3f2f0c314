"""Tests of the Model Context Protocol with the official client: over HTTP, over stdio, and over stdio through to HTTP."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent
from pydantic import AnyUrl
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.api.mcp import resources
from chat.api.mcp.tools import TOOLS
from chat.domain import User
from tests.api.conftest import GUIDE, House, Json, check_problem, house, thread, upload
from tests.api.test_server import running
from tests.api.test_stream import Visitor, WaitingModel, furnished, messages
from tests.cli.test_commands import CommandLine, process
from tests.serving import ROOT, environment, free_port, serving

QUESTION = "How long is the warranty of the pump?"
PAGE = ROOT / "docs/mcp.md"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
SPEAKING = {"Accept": "application/json, text/event-stream"}


@asynccontextmanager
async def over_http(address: str, key: str | None = None) -> AsyncIterator[ClientSession]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with (
        httpx.AsyncClient(headers=headers, timeout=60, trust_env=False) as client,
        streamable_http_client(f"{address}/api/mcp", http_client=client) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        yield session


@asynccontextmanager
async def over_stdio(data: Path, command: str, *words: str, **more: str) -> AsyncIterator[ClientSession]:
    """Yield a session over a command started as desktop applications do: in another folder, with a path and an environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**environment(data, **more), "PATH": path, "PYTHONPATH": str(ROOT)}
    parameters = StdioServerParameters(command=command, args=list(words), env=env, cwd=data.parent)
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


def structure(result: CallToolResult) -> Json:
    """Return the structured result, which must agree with its text."""
    assert not result.isError, result.content
    [text] = result.content
    assert isinstance(text, TextContent)
    assert json.loads(text.text) == result.structuredContent
    return result.structuredContent


async def call(session: ClientSession, tool: str, **arguments: object) -> Json:
    return structure(await session.call_tool(tool, arguments))


async def refused(session: ClientSession, tool: str, **arguments: object) -> str:
    """Call a tool that must fail, and return the error's code."""
    result = await session.call_tool(tool, arguments)
    assert result.isError
    assert result.structuredContent is not None
    assert [each.text for each in result.content if isinstance(each, TextContent)] == [result.structuredContent["detail"]]
    return str(result.structuredContent["code"])


async def go_through_everything(session: ClientSession, thread: str) -> None:
    heard: list[tuple[float, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message))

    tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    added = await call(session, "add_document", thread=thread, name="guide.md", text=GUIDE.decode(), document_id="a/guide")
    table = base64.b64encode(b"part,price\nvalve,12\nhose,7\n").decode()
    other = await call(session, "add_document", thread=thread, name="parts.csv", base64=table)
    found = await call(session, "search", thread=thread, query=QUESTION, top_k=1)
    result = await session.call_tool("ask", {"thread": thread, "question": QUESTION}, progress_callback=hear)
    threads = await call(session, "list_threads")
    documents = await call(session, "list_documents", thread=thread)
    status = await call(session, "status")
    listed = (await session.list_resources()).resources
    templates = (await session.list_resource_templates()).resourceTemplates
    [guide] = [each for each in listed if each.name == "guide.md" and f"/{thread}/" in str(each.uri)]
    [content] = (await session.read_resource(guide.uri)).contents
    with pytest.raises(McpError, match="There is no such document"):
        await session.read_resource(AnyUrl(f"threadwise://threads/{thread}/documents/nothing"))
    codes = [
        await refused(session, "search", thread="nowhere", query=QUESTION),
        await refused(session, "ask", thread=thread, question=" "),
        await refused(session, "add_document", thread=thread, name="x.md"),
        await refused(session, "add_document", thread=thread, name="x.pdf", base64="%%%"),
        await refused(session, "search", thread=thread),
        await refused(session, "ask", thread=thread, question=QUESTION, rember=False),
        await refused(session, "erase"),
    ]

    assert set(tools) == set(TOOLS)
    assert {"thread", "query", "top_k", "filters"} <= tools["search"].inputSchema["properties"].keys()
    assert [each["status"] for each in added["documents"] + other["documents"]] == ["ready", "ready"]
    assert "24 months" in found["passages"][0]["text"]
    answer = structure(result)
    assert "24 months" in answer["answer"]
    assert answer["citations"][0]["passage"]["document"]["id"] == "a/guide"
    assert [progress for progress, _ in heard] == sorted({progress for progress, _ in heard})
    assert heard[0][1] is not None
    assert "passages found" in heard[0][1]
    assert "24 months" in "".join(message or "" for _, message in heard[1:])
    assert thread in [each["id"] for each in threads["threads"]]
    assert {each["name"] for each in documents["documents"]} == {"guide.md", "parts.csv"}
    assert (status["status"], status["models"]) == ("ok", ["extractive"])
    assert str(guide.uri) == f"threadwise://threads/{thread}/documents/a%2Fguide"
    assert "24 months" in getattr(content, "text", "")
    assert len(templates) == 2
    assert codes == [
        "not_found",
        "empty_question",
        "invalid_request",
        "invalid_request",
        "invalid_request",
        "invalid_request",
        "not_found",
    ]


async def test_tools_and_resources_over_http_and_by_the_command_while_a_server_holds_the_folder(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    async with serving(data, port) as server:
        async with over_http(server.address) as session:
            await go_through_everything(session, "by-http")
        async with over_stdio(data, "threadwise", "mcp", THREADWISE_PORT=str(port)) as session:
            await go_through_everything(session, "passed-on")

    assert not [line for line in server.log if "StreamableHTTP" in line or "Traceback" in line]


def written() -> Mapping[str, Any]:
    """Return the servers in the page's JSON, by program. Any: their parts."""
    blocks = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)]
    claude, started, reached = blocks
    return {
        "Claude Desktop": claude["mcpServers"]["threadwise"],
        "VS Code": started["servers"]["threadwise"],
        "VS Code, HTTP": reached["servers"]["threadwise"],
    }


async def test_the_command_of_the_page_starts_as_written_and_works_on_the_folder_itself(tmp_path: Path) -> None:
    claude, code = written()["Claude Desktop"], written()["VS Code"]

    assert {name: code[name] for name in claude} == claude
    assert claude["env"].keys() == {"THREADWISE_DATA"}
    async with over_stdio(tmp_path / "data", claude["command"], *claude["args"]) as session:
        await go_through_everything(session, "direct")


async def test_the_address_and_header_of_the_page_lead_to_the_user_of_the_key(tmp_path: Path) -> None:
    data, there = tmp_path / "data", written()["VS Code, HTTP"]
    async with running(data) as api:
        address = httpx.URL(there["url"]).copy_with(port=api.base_url.port)
        headers = {name: value.replace("${input:threadwise-key}", "tw_unknown") for name, value in there["headers"].items()}
        answer = await api.post(address, json=INITIALIZE, headers=SPEAKING)
        wrong = await api.post(address, json=INITIALIZE, headers={**SPEAKING, **headers})
        key = (await asyncio.to_thread(process, data, "key", "create", "--user", "local")).stdout.strip()
        sent = there["headers"]["Authorization"].replace("${input:threadwise-key}", key)
        async with over_http(str(address).removesuffix("/api/mcp"), sent.removeprefix("Bearer ")) as session:
            status = await call(session, "status")

    assert answer.status_code == 200
    assert '"name":"threadwise"' in answer.text
    check_problem(wrong, 401, "unauthorized")
    assert (key[:3], status["user"]) == ("tw_", "local")


async def test_keys_hosts_and_origins_are_checked_and_there_are_no_sessions(office: House, alice: httpx.AsyncClient) -> None:
    async with office.client() as nobody, office.client("tw_wrong") as wrong:
        check_problem(await nobody.post("/api/mcp", json=INITIALIZE, headers=SPEAKING), 401, "unauthorized")
        check_problem(await wrong.post("/api/mcp", json=INITIALIZE, headers=SPEAKING), 401, "unauthorized")
    foreign = {**SPEAKING, "Origin": "http://evil.example"}
    check_problem(await alice.post("/api/mcp", json=INITIALIZE, headers=foreign), 403, "forbidden")
    other = {**SPEAKING, "Host": "evil.example"}
    check_problem(await alice.post("/api/mcp", json=INITIALIZE, headers=other), 400, "bad_request")
    for method in ("GET", "DELETE"):
        check_problem(await alice.request(method, "/api/mcp", headers=SPEAKING), 405, "method_not_allowed")
    large = await alice.post("/api/mcp", content=b"x" * 2_400_000, headers=SPEAKING)  # files may have at most 1 MB here
    check_problem(large, 413, "body_too_large")

    answer = await alice.post("/api/mcp", json=INITIALIZE, headers={**SPEAKING, "Mcp-Session-Id": "made-up"})
    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize(
    ("body", "why"),
    [
        pytest.param(b"[" * 100_000, "lists and objects stand too deep in each other", id="deep"),
        pytest.param(b'{"jsonrpc": "\xff"}', "it is not UTF-8", id="not-utf-8"),
    ],
)
async def test_a_body_that_can_not_be_read_is_no_failure_of_ours(api: httpx.AsyncClient, body: bytes, why: str) -> None:
    refused = await api.post("/api/mcp", content=body, headers={**SPEAKING, "Content-Type": "application/json"})

    check_problem(refused, 400, "bad_request")
    assert refused.json()["detail"] == f"The body is not valid JSON: {why}."


async def called(api: httpx.AsyncClient, method: str, **parameters: object) -> Json:
    """Return the response to one request, without a handshake."""
    asked = {"jsonrpc": "2.0", "id": 7, "method": method, "params": parameters}
    answer = await api.post("/api/mcp", json=asked, headers=SPEAKING)
    assert answer.status_code == 200, answer.text
    [data] = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: {")]
    return json.loads(data)


async def test_nobody_reaches_what_is_another_s(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    given = {"thread": "t", "name": "guide.md", "text": GUIDE.decode(), "document_id": "guide"}
    added = await called(alice, "tools/call", name="add_document", arguments=given)
    address = "threadwise://threads/t/documents/guide"

    tools: dict[str, Json] = {
        "search": {"thread": "t", "query": QUESTION},
        "ask": {"thread": "t", "question": QUESTION},
        "list_documents": {"thread": "t"},
        "add_document": given,
    }
    stolen = [await called(bob, "tools/call", name=name, arguments=arguments) for name, arguments in tools.items()]
    seen = await called(bob, "tools/call", name="list_threads", arguments={})

    assert added["result"]["structuredContent"]["documents"][0]["status"] == "ready"
    assert [each["result"]["structuredContent"]["code"] for each in stolen] == ["not_found"] * 4
    assert seen["result"]["structuredContent"]["threads"] == []
    assert (await called(bob, "resources/list"))["result"]["resources"] == []
    assert (await called(bob, "resources/read", uri=address))["error"]["code"] == -32002
    assert "24 months" in (await called(alice, "resources/read", uri=address))["result"]["contents"][0]["text"]


async def test_documents_of_all_libraries_are_listed(api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PAGE", 1)
    for name in ("one", "two", "three"):
        made = (await api.post("/api/libraries", json={"name": name})).json()
        files = {"files": (f"{name}.md", f"# {name}\n\nIt is called {name}.\n".encode())}
        await api.post(f"/api/libraries/{made['id']}/documents", files=files)

    listed = (await called(api, "resources/list"))["result"]["resources"]

    assert sorted(each["name"] for each in listed) == ["one.md", "three.md", "two.md"]


async def test_a_thread_that_is_deleted_while_documents_are_listed_is_left_out(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assistant = home.application.assistant
    documents, gone = assistant.documents, list[str]()

    async def deleting(user: User, holder: str, *page: Any) -> object:  # Any: as the call has them
        if not gone:
            gone.append(holder)
            await assistant.delete_thread(user, holder)
        return await documents(user, holder, *page)

    monkeypatch.setattr(assistant, "documents", deleting)
    async with home.client() as api:
        for id in ("t", "u"):
            await thread(api, id)
            await upload(api, id, ("guide.md", GUIDE))
        listed = (await called(api, "resources/list"))["result"]["resources"]

    assert [each["uri"].split("/")[3] for each in listed] == [id for id in ("t", "u") if id not in gone]


@pytest.mark.parametrize(("name", "shown"), [("\ud800", "?"), ("n" * 100_000, "n" * 100)], ids=["half-a-letter", "long"])
async def test_a_tool_that_is_not_there_is_refused_in_a_sentence(api: httpx.AsyncClient, name: str, shown: str) -> None:
    body = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": name, "arguments": {}}}

    answer = await api.post("/api/mcp", content=json.dumps(body), headers={**SPEAKING, "Content-Type": "application/json"})

    [data] = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: {")]
    refused = json.loads(data)["result"]
    assert refused["isError"]
    assert refused["content"][0]["text"].startswith(f"There is no tool called {shown}; there are: search")


async def test_a_client_that_leaves_stops_the_work_and_what_was_written_stays(engine: AsyncEngine, tmp_path: Path) -> None:
    model = WaitingModel()
    async with house(engine, tmp_path, model) as built:
        await furnished(built)
        params = {"name": "ask", "arguments": {"thread": "t", "question": QUESTION}, "_meta": {"progressToken": 1}}
        asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
        visitor = Visitor(json.dumps(asked).encode(), "/api/mcp", leaves_after="Twenty-four")

        await built.server(visitor.scope, visitor.receive, visitor.send)

        assert model.stopped.is_set()
        assert await messages(built) == [("user", QUESTION, False), ("assistant", "Twenty-four months, ", True)]


def test_the_command_says_in_a_sentence_why_it_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = CommandLine(tmp_path / "data", monkeypatch, capsys)("mcp", "--server", f"http://127.0.0.1:{free_port()}")

    assert (ended.returncode, ended.stdout) == (1, "")
    assert "can't be reached" in ended.stderr


def test_the_page_names_every_tool_and_argument() -> None:
    named = set(re.findall(r"`([a-z_0-9]+)`", PAGE.read_text() + (ROOT / "docs/search.md").read_text()))

    for name, tool in TOOLS.items():
        assert {name, *tool.arguments.model_fields} <= named
