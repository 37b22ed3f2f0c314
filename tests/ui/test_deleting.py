"""Tests that deletes in the web chat leave nothing on disk, and that removed users lose their page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from chat.cli.accounts import opened
from tests.accounts import PASSWORD
from tests.deleting.residue import residue
from tests.serving import Server
from tests.ui.client import person, tab

pytestmark = pytest.mark.asyncio(loop_scope="package")
NAME, PASSAGE, SAID, COMMENT = "zqeman7841x.md", "zqegassap7841x", "zqdias7841x", "zqtnemmoc7841x"
WORDS = (NAME, PASSAGE, SAID, COMMENT)
_LOOKS = 120


async def until(true: Callable[[], bool]) -> None:
    """Wait for up to a minute until it is true: cleaning is done in the background."""
    for _ in range(_LOOKS):
        if true():
            return
        await asyncio.sleep(0.5)
    raise AssertionError("It did not come true.")


async def talk(alice: httpx.AsyncClient, data: Path) -> tuple[str, str]:
    """Upload a file, ask about it and rate the answer; return the thread and the document."""
    async with tab(alice) as page:
        file = await page.upload(NAME, f"# Pump\n\nThe pump {PASSAGE} stands in the cellar.\n".encode())
        said = await page.say(f"I ask for {SAID}: where does the pump stand?", files=[file])
        await page.ended()
        thread = await page.thread()
        documents = (await alice.get(f"/api/threads/{thread}/documents")).json()["documents"]
        moved = await alice.get(f"/project/file/{file}?session_id={page.session}")
        rated = {"feedback": {"forId": said, "value": 0, "comment": COMMENT}, "sessionId": page.session}
        assert (await alice.put("/feedback", json=rated)).status_code == 200
    assert moved.headers["location"] == f"/api/threads/{thread}/documents/{documents[0]['id']}/file"
    assert not [place for place in (data / "web" / ".files" / page.session).rglob("*") if place.is_file()]
    assert {word for found in residue(data, WORDS).values() for word in found} == set(WORDS)
    return thread, str(documents[0]["id"])


async def test_a_deleted_thread(alice: httpx.AsyncClient, server: Server) -> None:
    thread, _ = await talk(alice, server.data)

    deleted = await alice.request("DELETE", "/project/thread", json={"threadId": thread})

    assert deleted.status_code == 200
    await until(lambda: residue(server.data, WORDS) == {})


async def test_a_deleted_document_is_not_named_any_more(alice: httpx.AsyncClient, server: Server) -> None:
    thread, document = await talk(alice, server.data)

    deleted = await alice.delete(f"/api/threads/{thread}/documents/{document}")

    assert deleted.json()["verified"]
    await until(lambda: residue(server.data, [NAME]) == {})
    await alice.request("DELETE", "/project/thread", json={"threadId": thread})


async def test_a_deleted_message(alice: httpx.AsyncClient, server: Server) -> None:
    thread, _ = await talk(alice, server.data)
    messages = (await alice.get(f"/api/threads/{thread}/messages")).json()["messages"]

    for message in messages:
        assert (await alice.delete(f"/api/threads/{thread}/messages/{message['id']}")).status_code == 200

    await until(lambda: residue(server.data, [SAID, COMMENT]) == {})
    await alice.request("DELETE", "/project/thread", json={"threadId": thread})


async def test_a_removed_user_is_off_the_page_and_leaves_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREADWISE_DATA", str(server.data))
    async with opened() as accounts:
        carol = await accounts.add_user("carol", PASSWORD)
    async with person(server.address, "carol", PASSWORD) as http:
        await talk(http, server.data)
        async with tab(http) as page:
            async with opened() as accounts:
                await accounts.remove_user("carol")
            await until(lambda: not page.socket.connected)
            refused = await http.get("/api/threads")

    assert refused.status_code == 401
    await until(lambda: residue(server.data, [*WORDS, carol.id]) == {})
