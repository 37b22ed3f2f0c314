"""`python -m tests.isolation --steps 50000`: the long random walks. Seeds are independent, so that several processes may
walk different ones, and a run that was stopped continues after the last seed in its file of results."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.isolation.walking import template, walk


def main() -> int:
    """Return 1 if a seed failed, else 0; print each seed with what it found."""
    given = _arguments()
    done = _told(given.results)
    steps = sum(each["steps"] for each in done.values())
    seen = Counter[str]()
    for each in done.values():
        seen.update(each["seen"])
    failed = [number for number, each in done.items() if each["failure"]]
    number = given.seed
    with TemporaryDirectory(prefix="isolation") as folder:
        start = template(Path(folder))
        while steps < given.steps:
            if number not in done:
                began = time.monotonic()
                walked = walk(number, given.length, given.walks, start, given.shrink)
                steps += walked.steps.total()
                seen.update(walked.seen)
                told = {
                    "seed": number,
                    "steps": walked.steps.total(),
                    "seconds": round(time.monotonic() - began, 1),
                    "by_name": walked.steps,
                    "seen": walked.seen,
                    "failure": walked.failure,
                }
                with given.results.open("a") as results:
                    results.write(json.dumps(told) + "\n")
                print(f"seed {number}: {told['steps']} steps in {told['seconds']} s, {steps} of {given.steps}", flush=True)
                if walked.failure:
                    failed.append(number)
                    print(f"seed {number} failed: {walked.failure}", flush=True)
            number += given.stride
    print(f"{steps} steps, {seen.total()} words looked at, failed seeds: {failed or 'none'}")
    return 1 if failed else 0


def _told(results: Path) -> dict[int, Any]:  # Any: as `main` wrote it
    """Return the results of earlier walks, by seed."""
    if not results.exists():
        return {}
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    return {line["seed"]: line for line in lines}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.isolation", description=__doc__)
    parser.add_argument("--steps", type=int, default=50_000, help="of this process, those in its results included")
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--stride", type=int, default=1, help="from seed to seed: as many as processes walk beside each other")
    parser.add_argument("--length", type=int, default=400, help="most steps of one walk")
    parser.add_argument("--walks", type=int, default=5, help="of one seed")
    parser.add_argument("--results", type=Path, default=Path("isolation.jsonl"), help="a line a seed; read again, to go on")
    parser.add_argument("--shrink", action="store_true", help="make what failed smaller; it takes long")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
