"""The product's search compared with the default Chroma retrievers of LangChain and LlamaIndex: same model, chunks and run.

The other retrievers run in a separate environment, described in benchmarks/chroma_retrievers.py. Each question is asked of all
three in turn.
"""

from __future__ import annotations

import asyncio
import json
import os
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from chat.domain import Question, Source, utc_now
from chat.errors import Unavailable
from chat.evaluation.benchmarks.measuring import Measured
from chat.evaluation.places.base import Hit
from chat.evaluation.places.direct import Direct, application
from chat.evaluation.run import NO_BUDGET, fill, recall
from chat.evaluation.sets import EvaluationSet, load
from chat.index.base import Collection
from chat.settings import Settings

SETS = ("chunkeval", "cookbook-docs", "locomo")
_CUTOFFS = (5, 10)
_WARM = 5
"""Questions asked before anything is timed."""
_US = "Threadwise"
_SCRIPT = Path(__file__).parents[3] / "benchmarks" / "chroma_retrievers.py"

Line = Mapping[str, Any]  # Any: JSON


@dataclass(slots=True)
class _Side:
    """The passages found by one retriever, and the time it took."""

    hits: dict[str, Sequence[Hit]] = field(default_factory=dict)
    waited: list[float] = field(default_factory=list)
    """Latencies in milliseconds, including embedding of the question."""
    searched: list[float] = field(default_factory=list)
    """Latencies in milliseconds, without embedding."""


async def beside(settings: Settings, sets: Path, python: str, names: Sequence[str] = SETS) -> list[Measured]:
    """Measure recall within the first 5 and 10 passages, and latency, on the dev part of each set."""
    lines: list[Measured] = []
    for name in names:
        lines += await _on(settings, load(sets / name, "dev"), python)
    return lines


async def _on(settings: Settings, chosen: EvaluationSet, python: str) -> list[Measured]:
    documents: dict[str, str] = {}
    sides: dict[str, _Side] = defaultdict(_Side)
    hits: dict[str, Hit] = {}
    async with application(settings) as (running, user), _others(python) as others:
        place = Direct(running.assistant, user)
        for thread, filling in chosen.threads.items():
            documents |= await fill(place, thread, filling)
            chunks = [chunk for source in Source for chunk in await running.parts.rows.chunks.of(Collection(thread, source))]
            hits |= {chunk.id: Hit(chunk.parent, chunk.page, chunk.start, chunk.end) for chunk in chunks}
            await others({"thread": thread, "chunks": [[chunk.id, chunk.indexed] for chunk in chunks]})
        warm = list(chosen.questions[:_WARM])
        for turn, asked in enumerate((*warm, *chosen.questions)):
            question = Question(asked.thread, asked.text, utc_now(), top_k=max(_CUTOFFS), budget_characters=NO_BUDGET)
            ours = await place.ask(question)
            theirs = await others({"thread": asked.thread, "question": asked.text, "k": max(_CUTOFFS)})
            if turn < len(warm):
                continue
            _keep(sides[_US], asked.id, ours.hits, ours.waited_ms, ours.timing_ms["embed"])
            for name, answer in theirs.items():
                _keep(sides[name], asked.id, [hits[id] for id in answer["ids"]], answer["ms"], answer["embed_ms"])
    return [line for name, side in sides.items() for line in _figures(chosen, documents, name, side)]


def _keep(side: _Side, question: str, hits: Sequence[Hit], waited: float, embedding: float) -> None:
    side.hits[question] = hits
    side.waited.append(waited)
    side.searched.append(waited - embedding)


def _figures(chosen: EvaluationSet, documents: Mapping[str, str], name: str, side: _Side) -> list[Measured]:
    found = [
        Measured(
            f"{chosen.name}, {name}: recall by {cutoff} passages",
            recall(chosen, {question: hits[:cutoff] for question, hits in side.hits.items()}, documents),
            "%",
        )
        for cutoff in _CUTOFFS
    ]
    timed = {"search": side.waited, "search without embedding": side.searched}
    return found + [
        Measured(f"{chosen.name}, {name}: {what}, {label}", float(np.percentile(times, percentile)), "ms")
        for what, times in timed.items()
        for label, percentile in (("median", 50), ("95th percentile", 95))
    ]


class _Others:
    """A process with the other retrievers, which answers each line of JSON with one."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def __call__(self, line: Line) -> Line:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
            await self._process.stdin.drain()
            answer: Line = json.loads(await self._process.stdout.readline())
        except (ConnectionError, ValueError) as error:
            raise Unavailable(f"{_SCRIPT.name} ended; see what it printed.") from error
        return answer


@asynccontextmanager
async def _others(python: str) -> AsyncIterator[_Others]:
    root = str(_SCRIPT.parents[1])
    try:
        process = await asyncio.create_subprocess_exec(
            *(python, str(_SCRIPT)), env={**os.environ, "PYTHONPATH": root}, stdin=PIPE, stdout=PIPE
        )
    except OSError as error:
        raise Unavailable(f"{python} can't be started: {error.strerror}.") from error
    try:
        yield _Others(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
