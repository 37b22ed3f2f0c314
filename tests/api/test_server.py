"""The main journey over real HTTP, with the real server in a process of its own, started as users start it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.api.conftest import GUIDE, Json, check_problem, events_of, thread, upload
from tests.files import HANDBOOK_NAME, handbook_pdf
from tests.serving import environment, free_port, serving


def threadwise(data: Path, *words: str, given: str = "") -> str:
    command = [sys.executable, "-m", "chat", *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, env=environment(data), check=True).stdout.strip()


@asynccontextmanager
async def running(data: Path, **more: str) -> AsyncIterator[httpx.AsyncClient]:
    """Run `threadwise run` until the context is left, and yield a client without a key."""
    port = free_port()
    async with (
        serving(data, port, command=("-m", "chat", "run", "--port", str(port)), **more) as server,
        httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as client,
    ):
        yield client


async def ask(api: httpx.AsyncClient, question: str) -> Json:
    answer = await api.post("/api/threads/t/ask", json={"question": question})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_file_goes_in_and_cited_answers_come_out_also_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data) as api:
        health = (await api.get("/health")).json()
        await thread(api)
        [handbook] = await upload(api, "t", (HANDBOOK_NAME, handbook_pdf()))
        read = await api.post(
            "/api/threads/t/documents", files={"files": ("guide.md", GUIDE)}, headers={"Accept": "text/event-stream"}
        )
        first = await ask(api, "How many litres does the fuel tank hold?")
        streamed = await api.post("/api/threads/t/ask/stream", json={"question": "How long is the warranty of the pump?"})
        await ask(api, "My emergency contact on the station is Marta Ruiz in the kitchen.")
        description = await api.get("/api/openapi.json")
        page = await api.get("/api/docs")
        unknown = await api.get("/api/nothing")
        web = await api.get("/")

    assert health["status"] == "ok"
    assert health["checks"].keys() == {"database", "vectors", "keywords", "embedding", "llm"}
    assert health["checks"]["embedding"]["dimensions"] == 384
    assert (handbook["status"], handbook["pages"]) == ("ready", 5)
    assert [name for name, _ in events_of(read.text)][-2:] == ["document", "done"]
    assert "40,000 litres" in first["answer"]
    cited = first["citations"][0]["passage"]
    assert (cited["document"]["name"], cited["page"]) == (HANDBOOK_NAME, 3)
    names = [name for name, _ in events_of(streamed.text)]
    assert (names[0], names[-1]) == ("sources", "done")
    assert "24 months" in dict(events_of(streamed.text))["citations"]["answer"]
    assert "/threads/{thread}/ask/stream" in description.json()["paths"]
    assert "://" not in page.text
    check_problem(unknown, 404, "not_found")
    assert web.headers["content-type"].startswith("text/html")

    assert json.loads(threadwise(data, "reindex", "--json"))["chunks"] > handbook["chunks"]
    left = data / "tmp" / "left-by-a-crash"
    left.write_bytes(b"half an upload")
    async with running(data) as api:
        told = await ask(api, "Who is my emergency contact?")
        written = await ask(api, "Who is the station doctor?")
        deleted = await api.delete("/api/threads/t")
        gone = await api.get("/api/threads/t")

    assert "Marta Ruiz" in told["answer"]
    assert told["citations"][0]["passage"]["source"] == "message"
    assert written["citations"][0]["passage"]["page"] == 5
    assert deleted.json()["verified"] is True
    assert (deleted.json()["deleted"]["documents"], deleted.json()["deleted"]["files"]) == (2, 2)
    check_problem(gone, 404, "not_found")
    assert not left.exists()


async def test_two_users_with_keys_of_the_command_line_do_not_see_each_other(tmp_path: Path) -> None:
    data = tmp_path / "data"
    keys = {}
    for name in ("alice", "bob"):
        threadwise(data, "user", "add", name, "--password-stdin", given="correct horse battery\n")
        keys[name] = {"Authorization": f"Bearer {threadwise(data, 'key', 'create', '--user', name)}"}

    async with running(data, THREADWISE_AUTH="password") as api:
        nobody = await api.get("/api/threads")
        api.headers.update(keys["alice"])
        await thread(api)
        [handbook] = await upload(api, "t", (HANDBOOK_NAME, handbook_pdf()))
        hers = await ask(api, "Who is the station doctor?")
        api.headers.update(keys["bob"])
        refused = [
            await api.get("/api/threads/t"),
            await api.get(f"/api/threads/t/documents/{handbook['id']}/file"),
            await api.post("/api/threads/t/search", json={"query": "Who is the station doctor?"}),
            await api.post("/api/threads/t/ask/stream", json={"question": "Who is the station doctor?"}),
            await api.delete("/api/threads/t"),
        ]
        his = (await api.get("/api/threads")).json()["threads"]
        api.headers.update(keys["alice"])
        kept = (await api.get("/api/threads/t/documents")).json()["documents"]

    check_problem(nobody, 401, "unauthorized")
    assert "Ingrid Solheim" in hers["answer"]
    for answer in refused:
        check_problem(answer, 404, "not_found")
    assert his == []
    assert [each["id"] for each in kept] == [handbook["id"]]
