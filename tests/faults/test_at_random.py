"""`kill -9` at random moments: a short run of `python -m tests.faults.killing`; results of long runs are in benchmarks/LOG.md."""

from __future__ import annotations

import subprocess
import sys

from tests.serving import ROOT

KILLS = 20


def test_after_kills_at_random_nothing_is_lost_and_nothing_half_done_is_seen() -> None:
    command = [sys.executable, "-m", "tests.faults.killing", "--kills", str(KILLS), "--life", "0.5"]

    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{KILLS} kills" in ended.stdout
    assert ", 0 lost or half-done" in ended.stdout
