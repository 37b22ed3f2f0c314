"""Runs the commands of the documentation page on the HTTP API against a real server."""

from __future__ import annotations

import json
import re
from pathlib import Path

from chat.api.problems import STATUS
from tests.api.conftest import GUIDE
from tests.cli.test_command_line import shell
from tests.serving import ROOT, serving

PAGE = ROOT / "docs/api.md"
ADDRESS = "http://127.0.0.1:8000"


async def test_every_block_of_the_page_runs_as_written(tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "guide.md").write_bytes(GUIDE)

    async with serving(tmp_path / "data") as server:
        script = "\n".join(blocks).replace(ADDRESS, server.address).replace("curl -s ", "curl -sS --noproxy '*' ")
        code, out, err = await shell(script, tmp_path / "data")

    def written(name: str) -> str:
        return (tmp_path / name).read_text()

    assert code == 0, (out[-3_000:], err)
    assert re.findall(r'"code":"(\w+)"', out) == []
    assert "24 months" in json.loads(written("answer.json"))["answer"]
    assert [line[7:] for line in written("stream.txt").splitlines() if line.startswith("event: ")][-1] == "done"
    assert "event: progress" in out
    assert "event: done" in out
    assert '"status":"updated"' in out
    assert (tmp_path / "guide-again.md").read_bytes() == GUIDE
    assert "24 months" in json.loads(written("text.json"))["text"]
    assert json.loads(written("problem.json"))["code"] == "not_found"
    assert json.loads(written("receipt.json"))["verified"] is True


def test_the_page_names_the_code_of_what_callers_do_wrong() -> None:
    page = PAGE.read_text()

    named = set(re.findall(r"`([a-z_]+)`", page))
    refusals = {kind.code for kind, status in STATUS.items() if status < 500}

    assert refusals - named <= {"refused", "file_refused"}
