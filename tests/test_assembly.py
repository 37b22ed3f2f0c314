"""Tests of periodic work while the server runs, and of the secret that signs its sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic import ValidationError

from chat import assembly
from chat.application import every
from chat.database.folder import DataFolder
from chat.errors import Unavailable
from chat.index.remote import RemoteChroma
from chat.settings import IndexSettings, ServerSettings
from tests.faults.victim import made


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_fails_is_tried_again_the_next_time(monkeypatch: pytest.MonkeyPatch, at_once: bool) -> None:
    happened: list[str] = []

    async def sleep(seconds: float) -> None:
        happened.append(f"slept {seconds:g}")
        if len(happened) > 5:
            raise asyncio.CancelledError

    async def work() -> None:
        happened.append("worked")
        raise Unavailable("The database is away.") if len(happened) < 3 else ValueError("a mistake")

    monkeypatch.setattr("chat.application.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await every(7, work, at_once=at_once)

    assert happened == (["worked", "slept 7"] * 3 if at_once else ["slept 7", "worked"] * 3 + ["slept 7"])[: len(happened)]
    assert happened.count("worked") >= 2


async def test_what_signs_sessions_is_the_one_that_is_set_or_kept_in_the_data_folder(tmp_path: Path) -> None:
    own, kept = made(tmp_path / "own", secret="a" * 32), made(tmp_path / "kept")

    assert own.secret == "a" * 32
    assert not (tmp_path / "own" / "secret").exists()
    assert kept.secret == (tmp_path / "kept" / "secret").read_text()
    for application in (own, kept):
        await application.close()


def test_a_secret_that_can_be_guessed_is_refused() -> None:
    with pytest.raises(ValidationError, match="needs 32 characters or more"):
        ServerSettings(secret="a" * 31)


def test_the_key_of_a_chroma_server_goes_with_each_request_and_is_shown_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("THREADWISE_CHROMA_API_KEY", "ck-hunter2")
    monkeypatch.setenv("THREADWISE_CHROMA_HEADERS", '{"Authorization": "Bearer hunter2"}')
    settings = IndexSettings(chroma_url="https://api.example.org", chroma_tenant="acme", chroma_database="chat")

    async def lost(names: Sequence[str]) -> None:
        raise AssertionError(names)

    index = assembly._vectors(settings, DataFolder(tmp_path), lost)

    assert isinstance(index, RemoteChroma)
    assert index._headers == {"X-Chroma-Token": "ck-hunter2", "Authorization": "Bearer hunter2"}
    assert (index._tenant, index._database) == ("acme", "chat")
    assert "hunter2" not in f"{settings!r} {settings}"
