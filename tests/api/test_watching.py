"""Tests of what an operator sees of requests: metrics, and references in the log."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.api.conftest import House, house


async def test_metrics_are_prometheus_text(home: House) -> None:
    async with home.client() as client:
        await client.post("/api/threads", json={"id": "t"})
        await client.post("/api/threads/t/search", json={"query": "cats"})
        answer = await client.get("/metrics")

    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert {"threadwise_up", "threadwise_search_seconds", "threadwise_http_requests", "threadwise_errors"} <= set(families)
    counted = {tuple(sample.labels.values()): sample.value for sample in families["threadwise_http_requests"].samples}
    assert counted["POST", "201"] == 1


async def test_with_sign_in_metrics_are_for_admins_and_for_who_has_the_token(engine: AsyncEngine, tmp_path: Path) -> None:
    async with house(engine, tmp_path, metrics_token="secret", auth="password") as server:
        await server.application.accounts.add_user("root", role="admin")
        await server.application.accounts.add_user("mary")
        async with server.client() as nobody, server.client("secret") as prometheus:
            assert (await nobody.get("/metrics")).status_code == 401
            assert (await prometheus.get("/metrics")).status_code == 200
        async with server.client(await server.key("root")) as root, server.client(await server.key("mary")) as mary:
            assert (await root.get("/metrics")).status_code == 200
            assert (await mary.get("/metrics")).status_code == 403


async def test_a_request_has_a_reference_that_the_log_names_too(home: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "chat.api.middleware.access_log")
    async with home.client() as client:
        own = await client.get("/health/live", headers={"X-Request-Id": "mine-1"})
        made = await client.get("/api/threads/a-private-name")

    assert own.headers["x-request-id"] == "mine-1"
    assert len(made.headers["x-request-id"]) == 8
    assert caplog.messages[0].startswith("GET live 200")
    assert caplog.messages[1].startswith("GET /api/threads/{thread:identifier} 404")
    assert "a-private-name" not in caplog.text


async def test_long_answers_are_packed_and_streams_are_not(home: House) -> None:
    async with home.client() as client:
        await client.post("/api/threads", json={"id": "t"})
        told = [{"role": "user", "content": f"Number {at} of many"} for at in range(50)]
        await client.post("/api/threads/t/messages", json=told)
        listed = await client.get("/api/threads/t/messages")
        stream = await client.post("/api/threads/t/ask/stream", json={"question": "Which number?"})

    assert listed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in stream.headers
