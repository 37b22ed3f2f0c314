"""Tests of the progress that is displayed while files are ingested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chat.api.types import Json
from chat.cli.ingesting.display import Bars, Lines, sentence
from chat.cli.ingesting.files import File

READY: Json = {"status": "ready", "coverage": {"warnings": ["Page 2 holds no text."]}}
REFUSED: Json = {"status": "failed", "error": {"code": "no_text", "detail": "There is no text in it."}}


def file(name: str) -> File:
    return File(Path(name), name, name, 1, (1, 1, 1))


def tell(display: Lines) -> None:
    with display.reading(2):
        for name, document in (("[bold]a.md", READY), ("b.pdf", REFUSED)):
            display.started(file(name))
            display.moved(file(name), "embedding", 40)
            display.ended(file(name), document)
        display.removed("c", "c.md")


def test_lines_name_each_file_and_refusals_stand_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    tell(Lines())

    shown = capsys.readouterr()
    assert shown.out == "ready      [bold]a.md\n           Page 2 holds no text.\nremoved    c.md\n"
    assert shown.err == "b.pdf: There is no text in it.\n"


def test_bars_leave_what_went_wrong_and_nothing_on_stdout(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    tell(Bars())

    shown = capsys.readouterr()
    assert shown.out == ""
    assert "[bold]a.md: Page 2 holds no text." in shown.err
    assert "b.pdf: There is no text in it." in shown.err


NOTHING = {
    "ready": 0, "updated": 0, "unchanged": 0, "failed": 0, "removed": 0, "folders_unread": 0, "links_skipped": 0,
}  # fmt: skip
FIGURES: list[tuple[dict[str, Any], str]] = [
    ({}, "There are no files to read."),
    ({"ready": 1_200, "failed": 2}, "1,200 ready, 2 refused."),
    ({"unchanged": 3, "links_skipped": 1}, "3 unchanged, 1 link not followed."),
    ({"removed": 1, "folders_unread": 2}, "1 removed, 2 folders that can't be listed."),
]


@pytest.mark.parametrize(("figures", "expected"), FIGURES, ids=[expected for _, expected in FIGURES])
def test_the_last_line_says_what_happened(figures: dict[str, Any], expected: str) -> None:
    assert sentence(NOTHING | figures) == expected
