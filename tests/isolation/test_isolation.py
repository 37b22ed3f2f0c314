"""Short random walks for each commit; `python -m tests.isolation` does long ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from chat.domain import Elsewhere
from chat.threads.documents.libraries import Libraries
from tests.isolation.machine import Isolation
from tests.isolation.walking import template, walk


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return template(tmp_path_factory.mktemp("start"))


def test_nobody_sees_a_word_that_is_not_theirs_or_was_deleted(start: Path) -> None:
    walked = walk(2, steps=100, walks=3, start=start)

    assert walked.failure is None, walked.failure
    assert walked.steps.total() > 25
    assert walked.seen.total() > 25


def test_a_step_finds_a_library_that_opens_to_whoever_knows_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    async def any_library(self: Libraries, user: str, ids: list[str]) -> list[Elsewhere]:
        return [Elsewhere(id, "library", "Shelf") for id in ids]

    monkeypatch.setattr(Libraries, "attached", any_library)

    steps = Isolation()
    try:
        steps.open()
        with pytest.raises(AssertionError, match="PATCH"):
            steps.attach_what_is_not_theirs(1)
    finally:
        steps.teardown()
