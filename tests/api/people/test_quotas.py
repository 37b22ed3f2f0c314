"""Tests of quotas as clients meet them: status 429, the reason, and when to try again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.api.conftest import House, check_problem, house, thread

MEGABYTE = b"A word and another one, which make a line of text.\n" * 14_000


@asynccontextmanager
async def limited(
    engine: AsyncEngine, folder: Path, monkeypatch: pytest.MonkeyPatch, **quotas: int
) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    for name, value in quotas.items():
        monkeypatch.setenv(f"THREADWISE_{name.upper()}", str(value))
    async with house(engine, folder / "files", auth="password") as office, office.client(await office.key("alice")) as alice:
        yield office, alice


async def test_requests_by_key_are_counted_wherever_they_go(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with limited(engine, tmp_path, monkeypatch, requests_a_minute=3) as (office, alice):
        fine = [(await alice.get("/api/threads")).status_code, (await alice.get("/v1/models")).status_code]
        written = await alice.post("/api/threads", json={"id": "t"}, headers={"Idempotency-Key": "k"})
        refused = await alice.get("/api/threads")
        by_openai = await alice.get("/v1/models")
        async with office.client(await office.key("bob")) as bob:
            another = await bob.get("/api/threads")

    assert (fine, written.status_code) == ([200, 200], 201)
    check_problem(refused, 429, "too_many_attempts")
    assert refused.headers["retry-after"] == by_openai.headers["retry-after"] == "60"
    assert by_openai.status_code == 429
    assert another.status_code == 200


async def test_a_page_that_looks_again_and_again_is_not_counted(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with limited(engine, tmp_path, monkeypatch, requests_a_minute=1) as (office, _):
        office.session = await office.application.accounts.named("bob")
        async with office.client() as browser:
            looked = {(await browser.get("/api/threads")).status_code for _ in range(5)}
            made = await browser.post("/api/threads", json={"id": "b"})
            again = await browser.post("/api/threads", json={"id": "c"})

    assert (looked, made.status_code) == ({200}, 201)
    check_problem(again, 429, "too_many_attempts")


@pytest.mark.parametrize("path", ["/api/threads/t/ask", "/api/threads/t/ask/stream"])
async def test_answers_at_once_are_bounded(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    question = {"question": "Where does the pump stand?"}
    async with limited(engine, tmp_path, monkeypatch, answers_at_once=1) as (office, alice):
        await thread(alice)
        user = await office.application.accounts.named("alice")
        with office.application.assistant.quotas.answering(user.id):
            refused = await alice.post(path, json=question)
        then = await alice.post(path, json=question)

    check_problem(refused, 429, "too_many_attempts")
    assert refused.headers["retry-after"] == "5"
    assert then.status_code == 200


async def test_what_is_uploaded_in_a_day_is_bounded_and_deleting_gives_nothing_back(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with limited(engine, tmp_path, monkeypatch, upload_mb_a_day=1) as (_, alice):
        await thread(alice)
        first = await alice.post("/api/threads/t/documents", files=[("files", ("a.txt", MEGABYTE))])
        await alice.delete("/api/threads/t")
        await thread(alice, "u")
        refused = await alice.post("/api/threads/u/documents", files=[("files", ("b.txt", MEGABYTE))])
        listed = (await alice.get("/api/threads/u/documents")).json()["documents"]

    assert first.status_code == 201
    assert "1 MB" in check_problem(refused, 429, "quota_reached")["detail"]
    assert refused.headers["retry-after"] == str(12 * 3600)
    assert listed == []
