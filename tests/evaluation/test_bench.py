"""Tests that the benchmarks run and report their figures, whatever the figures are."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from time import sleep

import pytest
from typer import Typer
from typer.testing import CliRunner

from chat.domain import Upload
from chat.errors import Unavailable
from chat.evaluation import commands
from chat.evaluation.bench import BY_NAME, PARTS, Part, bench
from chat.evaluation.benchmarks import deleting, ingest, retrievers, search, starting, threads
from chat.evaluation.benchmarks.measuring import held, memory
from chat.evaluation.benchmarks.texts import Words, pdf
from chat.extraction.extract import extract
from chat.settings import LimitSettings, Settings

SMALL: dict[str, Part] = {
    "ingest": partial(ingest.ingesting, pages=1),
    "once": partial(ingest.once, pages=1),
    "waiting": partial(ingest.waiting, pages=1, text_words=100),
    "memory": partial(ingest.remembering, pages=1),
    "busy": partial(ingest.busy, pages=2, questions=4, others=20),
    "again": lambda settings, files: ingest.again(settings, pages=3),
    "search": lambda settings, files: search.searching(settings, sizes=(40,), asked=6),
    "answer": lambda settings, files: search.answering(settings, chunks=20, messages=4, asked=2),
    "table": lambda settings, files: ingest.table(settings, rows=200),
    "deleting": lambda settings, files: deleting.deleting(settings, chunks=20),
    "threads": lambda settings, files: threads.visiting(settings, 6, said=3, read=2, visited=4, idle=0),
    "start": lambda settings, files: starting.starting(settings, chunks=200),
}
RATIOS = {
    "ingest": ["ingest / bare embedding"],
    "busy": ["search while embedding / otherwise"],
    "search": ["search / exact scan", "95th percentile at 40 chunks / at 40"],
    "threads": [
        "search, embedding included: first / next",
        "search without embedding: first / next",
    ],
}


@pytest.mark.parametrize("part", SMALL)
async def test_each_part_gives_its_figures(part: str) -> None:
    lines = await bench(Settings(), SMALL[part])

    assert [line.what for line in lines if line.unit == "x"] == RATIOS.get(part, [])
    assert lines
    assert all(line.value >= 0 for line in lines)


OTHERS = """#!{python}
import json, sys
threads = {{}}
for line in sys.stdin:
    asked = json.loads(line)
    if "chunks" in asked:
        threads[asked["thread"]] = [id for id, _ in asked["chunks"]]
        answer = {{}}
    else:
        ids = threads[asked["thread"]][: asked["k"]]
        answer = {{"First": {{"ids": ids, "ms": 2.0, "embed_ms": 1.0}}, "None": {{"ids": [], "ms": 1.0, "embed_ms": 1.0}}}}
    print(json.dumps(answer), flush=True)
"""
"""A stand-in for benchmarks/chroma_retrievers.py: one retriever returns the thread's first chunks, another nothing."""


async def test_other_retrievers_get_the_same_chunks_and_are_judged_by_the_same_rules(tmp_path: Path) -> None:
    lines: dict[str, list[dict[str, object]]] = {
        "corpus": [{"id": "d", "heading": "Bees", "text": "Bees dance to tell each other where flowers stand."}],
        "queries": [{"id": "q", "text": "Who dances?"}],
        "qrels": [{"query": "q", "doc": "d", "rel": 1}],
    }
    (tmp_path / "bees" / "dev").mkdir(parents=True)
    for name, rows in lines.items():
        (tmp_path / "bees" / "dev" / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    others = tmp_path / "others"
    others.write_text(OTHERS.format(python=sys.executable))
    others.chmod(0o700)

    found = await retrievers.beside(Settings(), tmp_path, str(others), ["bees"])

    recall = {line.what: line.value for line in found if line.unit == "%"}
    assert [recall[f"bees, {name}: recall by 5 passages"] for name in ("Threadwise", "First", "None")] == [100, 100, 0]


async def test_other_retrievers_that_cannot_be_started_are_named(tmp_path: Path) -> None:
    (tmp_path / "bees" / "dev").mkdir(parents=True)
    for name in ("corpus", "queries"):
        (tmp_path / "bees" / "dev" / f"{name}.jsonl").write_text('{"id": "a", "text": "Bees."}\n')

    with pytest.raises(Unavailable, match="missing/python can't be started"):
        await retrievers.beside(Settings(), tmp_path, "missing/python", ["bees"])


def test_parts_that_need_more_are_run_when_they_are_named() -> None:
    app = Typer()
    app.command()(commands.bench)

    done = CliRunner().invoke(app, ["retrievers"])

    assert done.exit_code == 2
    assert "--sets" in done.output
    assert not set(BY_NAME) & set(PARTS)


async def test_a_file_may_be_given_to_measure_with() -> None:
    lines = await bench(Settings(), PARTS["ingest"], [Upload("mine.txt", b"The text of a file. " * 40)])

    assert lines[0].what.startswith("ingest of mine.txt")


def test_the_pdf_that_is_made_holds_its_words_page_by_page() -> None:
    pages = Words().pages(3)

    extracted = extract("made.pdf", pdf(pages), LimitSettings())

    assert len(extracted.pages) == 3
    assert extracted.text.split() == " ".join(" ".join(page) for page in pages).split()


def test_the_table_that_is_made_has_its_rows() -> None:
    extracted = extract("made.csv", Words().table(50), LimitSettings())

    [table] = extracted.tables
    assert set(table.columns) == {"id", "name", "place", "amount", "date"}
    assert extracted.text.count("\n", table.start, table.end) == 50


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_memory_counts_what_is_taken_meanwhile() -> None:
    before = held()["server"]
    with memory() as watched:
        taken = bytearray(os.urandom(1)) * 80_000_000

        while watched.by_process.get("server", 0.0) < before + 60:
            sleep(0.01)

    assert len(taken) == 80_000_000
    assert watched.peak >= watched.by_process["server"]
