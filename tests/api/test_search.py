"""Tests of `threadwise search`, on the data folder and through a server, with the real embedding model."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.conftest import GUIDE
from tests.cli.test_commands import CommandLine
from tests.serving import free_port, serving

QUESTION = "How long is the warranty of the pump?"
GARDEN = b"# Garden\n\n" + b"The tomatoes stand by the south wall and want water every morning, as do the beans. " * 12
ASKED = ("search", QUESTION, "--thread", "manuals")
Json = Any  # the tests check the contents of responses


@pytest.fixture
def threadwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """A command line whose thread `manuals` has a guide, a copy of it, and another file."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/pump.md").write_bytes(GUIDE)
    (tmp_path / "docs/copy.md").write_bytes(GUIDE + b"\n")
    (tmp_path / "docs/garden.md").write_bytes(GARDEN)
    command_line = CommandLine(tmp_path / "data", monkeypatch, capsys)
    command_line.done("ingest", str(tmp_path / "docs"), "--thread", "manuals")
    return command_line


def outcomes(found: Json) -> set[str | None]:
    return {candidate["cut"] for candidate in found["candidates"]}


def test_people_read_the_passages_and_why_these_and_machines_every_part(threadwise: CommandLine) -> None:
    plain, explained = threadwise.done(*ASKED), threadwise.done(*ASKED, "--explain")
    whole = json.loads(threadwise.done(*ASKED, "--explain", "--json"))
    others = ("--mode", "keyword", "--top-k", "1", "--no-diversity", "--no-recency")
    by_words = json.loads(threadwise.done(*ASKED, "--explain", "--json", *others))
    said = json.loads(threadwise.done(*ASKED, "--json", "--source", "messages"))
    nothing = threadwise.done("search", "Xanadu", "--thread", "manuals", "--mode", "keyword")
    no_thread = threadwise("search", QUESTION, "--thread", "elsewhere")
    no_question = threadwise("search", " ", "--thread", "manuals")

    assert plain.startswith("  1  ")
    assert "warranty of 24 months" in plain
    assert "kept" not in plain
    header = explained.splitlines()[0].split()
    assert header[-7:] == ["place", "dense", "keyword", "fused", "recency", "diversity", "budget"]
    assert "kept 1" in explained
    assert "repeated" in explained
    assert "budget 16,000 characters" in explained
    assert {None, "duplicate"} <= outcomes(whole)
    assert whole["limits"] == {"threshold": 0.03, "least_score": 0, "top_k": 12, "budget_characters": 16_000, "diversity": True}
    assert {candidate["scores"]["dense"] for candidate in by_words["candidates"]} == {None}
    limits = by_words["limits"]
    assert (limits["top_k"], limits["budget_characters"], limits["diversity"]) == (1, None, False)
    assert (len(by_words["passages"]), said["passages"]) == (1, [])
    assert nothing.startswith("Nothing was found.\n")
    assert (no_thread.returncode, no_thread.stdout, no_thread.stderr) == (1, "", "There is no such thread.\n")
    assert (no_question.returncode, no_question.stderr) == (1, "The question is empty.\n")


async def test_while_a_server_holds_the_folder_it_is_asked(threadwise: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("THREADWISE_PORT", str(port))
    async with serving(threadwise.data, port) as server:
        through = json.loads(await asyncio.to_thread(threadwise.done, *ASKED, "--explain", "--json"))
        async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as client:
            answered = (await client.post("/api/threads/manuals/ask", json={"question": QUESTION})).json()
        asked = answered["message"]["question"]
        again = json.loads(await asyncio.to_thread(threadwise.done, *ASKED, "--json", "--as-of", asked))
        threadwise.data = threadwise.data / "unused"
        named = await asyncio.to_thread(threadwise.done, *ASKED, "--explain", "--server", server.address)
        wrong_key = await asyncio.to_thread(threadwise, *ASKED, "--server", server.address, "--key", "tw_wrong")

    assert {None, "duplicate"} <= outcomes(through)
    assert [each["chunk"] for each in again["passages"]] == [each["chunk"] for each in answered["passages"]]
    assert "kept 1" in named
    assert not threadwise.data.exists()
    assert (wrong_key.returncode, wrong_key.stdout, wrong_key.stderr) == (1, "", "This key is unknown or revoked.\n")


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--now", "tomorrow", "--now: now: a time is wanted"),
        ("--half-life", "0", "--half-life: half_life_days: more than 0"),
        ("--threshold", "2", "'--threshold': at most 1"),
        ("--budget", "0", "'--budget': at least 1"),
    ],
)
def test_a_setting_that_can_t_be_followed_is_wrong_usage(threadwise: CommandLine, option: str, value: str, why: str) -> None:
    refused = threadwise(*ASKED, option, value)

    assert refused.returncode == 2
    assert why in " ".join(refused.stderr.replace("│", " ").split())


def test_a_search_is_tried_with_other_settings(threadwise: CommandLine) -> None:
    settings = ("--now", "2026-03-31", "--half-life", "30", "--budget", "10", "--no-libraries", "--no-other-threads")

    small = json.loads(threadwise.done(*ASKED, "--explain", "--json", *settings))
    strict = json.loads(threadwise.done(*ASKED, "--explain", "--json", "--threshold", "1"))

    assert (small["passages"], small["limits"]["budget_characters"]) == ([], 10)
    assert "budget" in outcomes(small)
    assert strict["limits"]["least_score"] == 1
