"""Fuzzes a running server with Schemathesis, with the keys of two users, and with existing ids as often as unknown ones.

`python -m tests.api.fuzzing [SECONDS]` starts a server of its own and sends 10,000 cases or more; the tests send as many as fit
into some seconds. Schemathesis also loads this module for its hooks.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import schemathesis

from tests.serving import ROOT, environment, serving

KNOWN = {
    "thread": "t",
    "library": "manuals",
    "document": "guide",
    "message": "m1",
    "section": "1",
    "number": 1,
    "form": 1,
    "model": "extractive",
}
"""Ids of objects that exist, created again when a case has deleted them."""
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"
_KEYS = "THREADWISE_FUZZING_KEYS"
_KNOWN, _UNDER_A_KEY = 0.5, 0.2
"""Fractions of the cases that use a known id, and that send an idempotency key."""
_MANY_KEYS = 40
_GUIDE = b"# Pump\n\nThe pump stands in the cellar.\n\n## Warranty\n\nThe pump has a warranty of 24 months from delivery.\n"
_ANSWERED = re.compile(r"access_log \[.*\]: .* (\d{3}) \d+ ms")
_GENERATED = re.compile(r"([\d,]+) generated")


@dataclass(frozen=True, slots=True)
class Outcome:
    cases: int
    log: str
    ok: bool
    statuses: Counter[str]
    """How often the server responded with each status."""


# --- hooks


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Send the case as one of two users, half of them with ids that exist, and some writes with a key that may be repeated."""
    if case.path_parameters and random.random() < _KNOWN:
        case.path_parameters = {name: KNOWN.get(name, value) for name, value in case.path_parameters.items()}
    case.headers["Authorization"] = f"Bearer {random.choice(os.environ[_KEYS].split())}"
    if case.method == "POST" and random.random() < _UNDER_A_KEY:
        case.headers["Idempotency-Key"] = f"key-{random.randrange(_MANY_KEYS)}"


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    if case.method == "DELETE" and response.status_code == 200:
        furnish(str(case.operation.base_url or "").partition("/api")[0], case.headers["Authorization"])


@schemathesis.check
def streams_without_our_failures(context: Any, response: Any, case: Any) -> None:
    """Check that no stream ends with an internal error, which its status does not show, as it is sent before."""
    if b'"code": "internal"' in response.content:
        raise AssertionError("a stream ended with an internal error")


def furnish(address: str, authorization: str) -> None:
    """Create a thread and a library with contents where they are missing."""
    with httpx.Client(base_url=address, headers={"Authorization": authorization}, timeout=60, trust_env=False) as api:
        api.post("/api/threads", json={"id": "t", "name": "Pump"})
        api.post("/api/libraries", json={"id": "manuals", "name": "Manuals"})
        api.post("/api/threads/t/messages", json=[{"id": "m1", "role": "user", "content": "The pump leaks."}])
        for place in ("threads/t", "libraries/manuals"):
            api.post(f"/api/{place}/documents?document_id=guide", files={"files": ("guide.md", _GUIDE)})


# --- runs


async def fuzz(data: Path, examples: int, seconds: int, phases: str) -> Outcome:
    """Start a server with two users and send cases, up to `examples` per operation and up to `seconds` in total."""
    keys = [_key(data, name) for name in ("alice", "bob")]
    async with serving(data, THREADWISE_AUTH="password") as server:
        await asyncio.to_thread(furnish, server.address, f"Bearer {keys[0]}")
        command = ["-m", "schemathesis.cli", "run", f"{server.address}/api/openapi.json", "--phases", phases, "-n", str(examples)]
        command += ["-c", f"{CHECKS},streams_without_our_failures", "--continue-on-failure", "--no-shrink", "--no-color"]
        command += ["--max-time", str(seconds), "--request-timeout", "60", "--suppress-health-check", "all"]
        command += ["--warnings", "off", "--generation-database", "none"]
        env = environment(data, **{_KEYS: " ".join(keys), "SCHEMATHESIS_HOOKS": "tests.api.fuzzing", "PYTHONPATH": str(ROOT)})
        running = await asyncio.create_subprocess_exec(
            sys.executable, *command, cwd=data.parent, env=env, stdout=PIPE, stderr=STDOUT
        )
        out, _ = await running.communicate()
    log = out.decode(errors="replace") + "".join(line for line in server.log if "Traceback" in line or "ERROR" in line)
    found = _GENERATED.search(log)
    statuses = Counter(answer[1] for line in server.log if (answer := _ANSWERED.search(line)))
    ok = running.returncode == 0 and "Traceback" not in log and not any(status.startswith("5") for status in statuses)
    return Outcome(int(found[1].replace(",", "")) if found else 0, log, ok, statuses)


def _key(data: Path, name: str) -> str:
    def threadwise(*words: str, given: str = "") -> str:
        command = [sys.executable, "-m", "chat", *words]
        done = subprocess.run(command, input=given, capture_output=True, text=True, env=environment(data), check=True, cwd=ROOT)
        return done.stdout.strip()

    threadwise("user", "add", name, "--password-stdin", given="correct horse battery\n")
    return threadwise("key", "create", "--user", name)


if __name__ == "__main__":
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    with TemporaryDirectory() as folder:
        outcome = asyncio.run(fuzz(Path(folder) / "data", 200, seconds, "examples,coverage,fuzzing"))
    print(outcome.log)
    print(", ".join(f"{count:,} times {status}" for status, count in sorted(outcome.statuses.items())))
    print(f"{outcome.cases:,} cases, {'nothing found' if outcome.ok else 'something found'}")
    sys.exit(not outcome.ok)
