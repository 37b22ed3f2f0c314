from __future__ import annotations

from chat.evaluation.bench import bench
from chat.settings import Settings


async def test_ingest_search_and_first_event_are_measured_as_ratios_within_one_run() -> None:
    lines = await bench(Settings(), sizes=(40,), document_words=100)

    ratios = [line.what for line in lines if line.unit == "x"]
    assert ratios == ["ingest / bare embedding", "search / exact scan"]
    assert "question to first event" in [line.what for line in lines]
    assert all(line.value >= 0 for line in lines)
