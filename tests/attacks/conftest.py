from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from tests.accounts import PASSWORD, accounts
from tests.serving import Server, serving
from tests.ui.client import person, tab

SITE = "https://shop.example.org"
CANARY = "zanzibar-quetzal"
"""A word in everything that belongs to Alice, which nobody else may see."""
WORD = "quetzal"
"""The word that attackers search for. It is repeated in answers, so it must not contain the canary."""
GUIDE = f"# Pump {CANARY}\n\nThe pump stands in the cellar.\n\n## Warranty\n\nThe warranty of the {CANARY} pump is 24 months.\n"
SAID = [
    {"id": "alices-message", "role": "user", "content": f"My sister Clara {CANARY} lives in Lisbon."},
    {"id": "alices-wish", "role": "user", "content": "From now on answer in French."},
]


@dataclass
class Town:
    """A running server with sign-in, and what one of its users, Alice, has there."""

    server: Server
    keys: dict[str, str]
    hers: dict[str, str]
    """The values for each placeholder in an address or a body."""
    suspended: str
    """The web session of a user who was suspended afterwards."""

    def program(self, name: str | None) -> httpx.AsyncClient:
        """Return a client with a user's key, or without any."""
        headers = {"Authorization": f"Bearer {self.keys[name]}"} if name else {}
        return httpx.AsyncClient(base_url=self.server.address, headers=headers, timeout=60, trust_env=False)


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    data: Path = tmp_path_factory.mktemp("attacks") / "data"
    keys = {}
    async with accounts(data) as people, serving(data, THREADWISE_AUTH="password", THREADWISE_SHARING="on") as server:
        for name in ("alice", "bob", "mallory", "root"):
            user = await people.add_user(name, PASSWORD, "admin" if name == "root" else "member")
            keys[name] = await people.create_key(user, "test", [SITE] if name == "alice" else [])
        async with person(server.address, "mallory", PASSWORD) as mallory:
            out = mallory.cookies["access_token"]
        await people.suspend((await people.named("mallory")).id)
        town = Town(server, keys, {}, out)
        async with town.program("alice") as alice, person(server.address, "alice", PASSWORD) as page:
            town.hers |= await _said_and_read(alice) | await _chatted(page)
            session = next(each for each in (await page.get("/api/sessions")).json()["sessions"])
            town.hers |= {"session": session["id"], "user": "alice"}
            async with tab(page) as opened:
                town.hers |= {"page": opened.session, "file": await opened.upload("secret.txt", CANARY.encode())}
                yield town


@pytest_asyncio.fixture(loop_scope="package")
async def alice(town: Town) -> AsyncIterator[httpx.AsyncClient]:
    async with town.program("alice") as client:
        yield client


@pytest_asyncio.fixture(loop_scope="package")
async def bob(town: Town) -> AsyncIterator[httpx.AsyncClient]:
    async with town.program("bob") as client:
        yield client


async def _said_and_read(alice: httpx.AsyncClient) -> dict[str, str]:
    """Create a thread and a library with every kind of object in them through the API."""
    await alice.post("/api/threads", json={"id": "alices", "name": f"Pumps {CANARY}"})
    first, *others = SAID
    await alice.post("/api/threads/alices/messages", json=[{**first, "content": f"Clara {CANARY} lives in Faro."}])
    await alice.patch("/api/threads/alices/messages/alices-message", json={"content": first["content"], "keep": True})
    await alice.post("/api/threads/alices/messages", json=others)
    await alice.post("/api/libraries", json={"id": "alices-library", "name": f"Manuals {CANARY}"})
    for place in ("threads/alices", "libraries/alices-library"):
        for text in (GUIDE, GUIDE + "\n## Seals\n\nSeals wear out.\n"):
            files = {"files": ("guide.md", text.encode())}
            answer = await alice.post(f"/api/{place}/documents?document_id=alices-document", files=files)
            assert answer.status_code == 201, answer.text
    memory: Any = (await alice.get("/api/threads/alices/memory")).json()  # Any: JSON
    link = (await alice.post("/api/threads/alices/share")).json()["path"]
    return {
        "thread": "alices",
        "message": "alices-message",
        "library": "alices-library",
        "document": "alices-document",
        "section": "0",
        "number": "1",
        "form": "1",
        "memory": memory["facts"][0]["id"],
        "instruction": (await alice.get("/api/threads/alices/instructions")).json()["instructions"][0]["id"],
        "token": str(link).rpartition("/")[2],
    }


async def _chatted(page: httpx.AsyncClient) -> dict[str, str]:
    """Have a conversation on the page, with a file, an answer and a rating."""
    async with tab(page) as opened:
        file = await opened.upload("shed.txt", f"The spare key {CANARY} lies under the flowerpot.".encode())
        await opened.say("Where does the spare key lie?", files=[file])
        await opened.ended()
        element = await opened.until("element", name="Progress")
        thread = await opened.thread()
    steps = (await page.get(f"/project/thread/{thread}")).json()["steps"]
    run = next(step["id"] for step in steps if step["type"] == "run")
    thumb = await page.put("/feedback", json={"feedback": {"forId": run, "value": 1}, "sessionId": "x"})
    return {
        "job": element["props"]["jobs"][0]["id"],
        "thread_id": thread,
        "element_id": element["id"],
        "step": run,
        "feedback": thumb.json()["feedbackId"],
    }
