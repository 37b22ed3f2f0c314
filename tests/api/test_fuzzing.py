"""A short run of the fuzzing that `python -m tests.api.fuzzing` does at length."""

from __future__ import annotations

from pathlib import Path

from tests.api.fuzzing import fuzz


async def test_cases_made_from_the_description_find_no_failure_of_ours_and_nothing_undocumented(tmp_path: Path) -> None:
    outcome = await fuzz(tmp_path / "data", examples=2, seconds=10, phases="examples,fuzzing")

    assert outcome.ok, outcome.log
    assert outcome.cases > 50
    assert outcome.statuses["401"] < outcome.cases / 10
    assert outcome.statuses["200"] > outcome.cases / 20
