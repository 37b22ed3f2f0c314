"""Tests of simultaneous requests about the same thing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import vectors
from chat.domain import Source
from chat.index.base import Collection
from tests.api.conftest import GUIDE, check_problem, house, thread, upload
from tests.fakes import HeldEmbedder

ASKED = {"id": "q", "role": "user", "content": "Where does my bicycle from Rome stand?"}
ANSWERED = {"id": "a", "role": "assistant", "content": "In the cellar."}


async def asked(api: httpx.AsyncClient) -> str:
    """Ask a question, and return its address."""
    await thread(api)
    assert (await api.post("/api/threads/t/messages", json=[ASKED, ANSWERED])).status_code == 201
    return "/api/threads/t/messages/q"


async def test_a_message_that_is_deleted_while_it_is_edited_does_not_come_back(api: httpx.AsyncClient) -> None:
    question = await asked(api)

    *edited, deleted = await asyncio.gather(
        *(api.patch(question, json={"content": f"Where does bicycle {number} stand?"}) for number in range(3)),
        api.delete(question),
    )

    assert deleted.status_code == 200
    assert deleted.json()["verified"]
    assert {each.status_code for each in edited} <= {200, 404}
    left = (await api.get("/api/threads/t/messages")).json()["messages"]
    assert "q" not in [each["id"] for each in left]
    check_problem(await api.patch(question, json={"content": "Where?"}), 404, "not_found")


async def test_a_question_that_is_edited_several_times_at_once_keeps_every_form(api: httpx.AsyncClient) -> None:
    question = await asked(api)
    forms = [f"Where does bicycle {number} stand?" for number in range(4)]

    edited = await asyncio.gather(*(api.patch(question, json={"content": form, "keep": True}) for form in forms))

    assert [each.status_code for each in edited] == [200] * 4
    kept = (await api.get(f"{question}/branches")).json()["branches"]
    assert {each["content"] for each in kept} == {ASKED["content"], *forms}


async def test_forms_of_a_question_that_are_switched_to_at_once_are_all_kept(api: httpx.AsyncClient) -> None:
    question = await asked(api)
    await api.patch(question, json={"content": "Where does the boat lie?", "keep": True})
    before = (await api.get(f"{question}/branches")).json()["branches"]

    switched = await asyncio.gather(*(api.post(f"{question}/branches/{form}") for form in (1, 2, 1, 2, 1)))

    assert [each.status_code for each in switched] == [200] * 5
    after = (await api.get(f"{question}/branches")).json()["branches"]
    assert [(each["form"], each["content"]) for each in after] == [(each["form"], each["content"]) for each in before]


async def test_documents_come_and_go_while_the_vectors_of_a_thread_are_made_anew(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder, forgotten = HeldEmbedder(free=1_000), list[str]()
    async with house(engine, tmp_path / "files", embedder=embedder) as built, built.client() as api:
        await thread(api)
        for name in ("guide", "other"):
            await upload(api, "t", (f"{name}.md", GUIDE + name.encode()), document=name)
        async with engine.begin() as connection:
            await connection.execute(delete(vectors))
        embedder.hold()
        indexer = built.workshop.parts.indexer
        rebuilding = asyncio.create_task(indexer.rebuild(Collection("t", Source.DOCUMENT)))
        await asyncio.wait_for(embedder.held.wait(), 10)

        try:
            deleted = await asyncio.wait_for(api.delete("/api/threads/t/documents/other"), 10)
            monkeypatch.setattr(indexer, "_forget", lambda texts: forgotten.extend(texts))
        finally:
            embedder.let.set()
        chunks = await rebuilding

        assert deleted.json()["verified"]
        assert any(text.endswith("other") for text in forgotten)  # it was embedded nevertheless
        assert chunks == len((await api.get("/api/threads/t/documents/guide/chunks")).json()["chunks"])
