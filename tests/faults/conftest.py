from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.serving import ROOT

Kill = Callable[[str, Path, str], None]
"""Runs work by name on a data folder, in a process that kills itself at the named point."""


@pytest.fixture(scope="session")
def kill() -> Iterator[Kill]:
    """Forks victims off one process that has everything imported."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.victim"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def ended(doing: str, data: Path, point: str) -> None:
            assert process.stdin is not None
            assert process.stdout is not None
            print(json.dumps([doing, str(data), point]), file=process.stdin, flush=True)
            assert process.stdout.readline().strip() == str(-signal.SIGKILL), "it was to be killed"

        yield ended
        assert process.stdin is not None
        process.stdin.close()
