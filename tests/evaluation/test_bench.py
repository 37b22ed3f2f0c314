"""The benchmarks run and give their figures; what the figures are is no test's business."""

from __future__ import annotations

import os
from functools import partial

import pytest

from chat.domain import Upload
from chat.evaluation.bench import PARTS, Part, bench
from chat.evaluation.benchmarks import ingest, search
from chat.evaluation.benchmarks.measuring import memory
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
}
RATIOS = {
    "ingest": ["ingest / bare embedding"],
    "busy": ["search while embedding / otherwise"],
    "search": ["search / exact scan", "95th percentile at 40 chunks / at 40"],
}


@pytest.mark.parametrize("part", PARTS)
async def test_each_part_gives_its_figures(part: str) -> None:
    lines = await bench(Settings(), SMALL[part])

    assert [line.what for line in lines if line.unit == "x"] == RATIOS.get(part, [])
    assert lines
    assert all(line.value >= 0 for line in lines)


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
    with memory() as held:
        taken = bytearray(os.urandom(1)) * 80_000_000

        while held.above_idle < 60:
            pass

    assert len(taken) == 80_000_000
    assert "server" in held.by_process
