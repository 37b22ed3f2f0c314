"""Runs the commands of the documentation pages on starting and deploying."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.test_command_line import shell
from tests.serving import ROOT


def _blocks(page: str) -> str:
    return "\n".join(re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs" / page).read_text(), re.MULTILINE | re.DOTALL))


async def test_the_first_answer_comes_as_the_page_says(tmp_path: Path) -> None:
    code, out, err = await shell(_blocks("start.md"), tmp_path / "data")

    assert code == 0, err
    assert "24 months" in out
    assert "[1] pump.md › Pump" in out


async def test_the_people_of_the_page_on_deploying_can_be_made(tmp_path: Path) -> None:
    code, out, err = await shell(_blocks("deploy.md"), tmp_path / "data", THREADWISE_AUTH="password")

    assert code == 0, err
    assert out.splitlines() == ["Added alice.", "alice  admin"]
