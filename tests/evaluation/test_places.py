"""Tests that an evaluation runs on data of its own, whatever the current settings name."""

from __future__ import annotations

from pathlib import Path

from chat.evaluation.places.direct import opened
from chat.settings import DatabaseSettings, FileSettings, IndexSettings, Settings
from tests.serving import free_port


async def test_nothing_of_the_installation_in_use_is_touched(tmp_path: Path) -> None:
    away = f"127.0.0.1:{free_port()}"
    settings = Settings(
        database=DatabaseSettings(database_url=f"postgresql+asyncpg://somebody@{away}/theirs"),
        files=FileSettings(files_url="s3://theirs", files_endpoint=f"http://{away}"),
        index=IndexSettings(chroma_url=f"http://{away}", exact_search_vectors=7),
    )

    async with opened(settings, tmp_path) as (application, _):
        health = await application.health()

    assert all(part.ok for part in health.values())
    assert (health["database"].detail["kind"], health["vectors"].detail["kind"]) == ("sqlite", "embedded")
    assert "files" not in health
    assert application.settings.index.exact_search_vectors == 7
