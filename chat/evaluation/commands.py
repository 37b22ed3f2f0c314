"""The commands `threadwise eval` and `threadwise bench`."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from chat.domain import Upload, utc_now
from chat.errors import ThreadwiseError
from chat.evaluation import answers, comparison, robustness, support
from chat.evaluation.bench import BY_NAME, PARTS
from chat.evaluation.bench import bench as run_bench
from chat.evaluation.bench import parts as all_parts
from chat.evaluation.benchmarks.measuring import Measured
from chat.evaluation.calibration import plot
from chat.evaluation.page import page
from chat.evaluation.run import Over, Report
from chat.evaluation.run import evaluate as run_set
from chat.settings import Settings


def evaluate(
    names: Annotated[list[str], typer.Argument(metavar="SET...", help="Names of sets, such as `locomo beam100k`.")],
    sets: Annotated[Path, typer.Option(help="Folder that holds the sets.", exists=True, file_okay=False)],
    part: Annotated[str, typer.Option(help="Part of each set to evaluate.")] = "dev",
    cutoffs: Annotated[str, typer.Option("--k", help="Cut-offs of the metrics, comma-separated.")] = "3,5,10,20,25",
    over: Annotated[
        Over, typer.Option(help="Run in this process, or over HTTP with a server that is started for each set.")
    ] = Over.PROCESS,
    together: Annotated[bool, typer.Option("--together", help="Ask each question over the whole set in one thread.")] = False,
    figures: Annotated[
        Path, typer.Option(help="Folder of retrieval.json (the figures that were saved last) and references.json.")
    ] = Path("benchmarks"),
    land: Annotated[bool, typer.Option("--land", help="Save the figures of this run in retrieval.json.")] = False,
    output: Annotated[Path | None, typer.Option("--json", help="Also write the reports to this file.")] = None,
    reliability: Annotated[
        Path | None,
        typer.Option(help="For `answers`: draw confidence against cited evidence into this SVG file."),
    ] = None,
    plots: Annotated[Path | None, typer.Option("--page", help="Write tables and plots to this HTML file.")] = None,
) -> None:
    """Measure retrieval on evaluation sets, through the ingestion and search of the chat. `all` is every set in the folder.

    `robustness` uploads each of a set of files to a server and writes the outcomes as lines of JSON. Run it by itself.
    `support` measures how well the check of citations finds sentences that their source does not support
    (`--sets tests/answering/checking`).
    `answers`, followed by names of sets, answers their questions with the configured model, or with quotes if there is none.
    Without names, the sets are locomo, beam100k and financebench.
    """
    if names[:1] == [answers.NAME]:
        _answer(sets, names[1:] or answers.SETS, part, output, reliability)
        return
    if names == [support.NAME]:
        _check(sets, output)
        return
    if names == [robustness.NAME]:
        _drop_in(sets / robustness.NAME, output)
        return
    if not all(cutoff.strip().isdecimal() for cutoff in cutoffs.split(",")):
        raise typer.BadParameter("--k wants whole numbers, as 5,10,25")
    at = [int(cutoff) for cutoff in cutoffs.split(",")]
    reports: list[Report] = []
    try:
        landed, references = comparison.read(figures / "retrieval.json"), comparison.read(figures / "references.json")
        before = landed
        for name in _all(sets, part) if names == ["all"] else names:
            report = asyncio.run(run_set(sets / name, part, Settings(), at, together, over))
            reports.append(report)
            print(comparison.table(report, before.get(report.name, {}), references.get(report.name, {})), flush=True)
            if land:
                before = comparison.landed(before, report)
                (figures / "retrieval.json").write_text(json.dumps(before, indent=2) + "\n", encoding="utf-8")
    except ThreadwiseError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    if output is not None:
        output.write_text(json.dumps([asdict(report) for report in reports], indent=2) + "\n", encoding="utf-8")
    if plots is not None:
        plots.write_text(page(reports, landed, references, utc_now()), encoding="utf-8")


def _check(sets: Path, output: Path | None) -> None:
    try:
        held = support.pairs(sets)
    except ThreadwiseError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    judged = [support.judged(held, half) for half in ("tune", "test")]
    for each in judged:
        print(support.table(each))
    print(f"  an answer of six sentences over four sources: {support.milliseconds_an_answer(held):.1f} ms of processor time")
    if output is not None:
        output.write_text(json.dumps([asdict(each) for each in judged], indent=2) + "\n", encoding="utf-8")


def _answer(sets: Path, names: Sequence[str], part: str, output: Path | None, reliability: Path | None) -> None:
    reports: list[answers.AnswersReport] = []
    try:
        for name in names:
            reports.append(asyncio.run(answers.evaluate(sets / name, part, Settings())))
            print(answers.table(reports[-1]), flush=True)
    except ThreadwiseError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    if output is not None:
        output.write_text(json.dumps([asdict(report) for report in reports], indent=2) + "\n", encoding="utf-8")
    if reliability is not None:
        drawn = plot({report.name: answers.given(report.outcomes) for report in reports})
        reliability.write_text(drawn, encoding="utf-8")


def _drop_in(folder: Path, output: Path | None) -> None:
    """Run the robustness set; exit with code 1 when the outcome of a file is wrong."""
    try:
        judged = asyncio.run(robustness.run(folder))
    except ThreadwiseError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    print(_kinds_table(judged))
    if output is not None:
        output.write_text(robustness.lines(judged), encoding="utf-8")
    if any(each.wrong for each in judged):
        raise typer.Exit(1)


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART...]", help=f"Parts to run. Default: {', '.join(PARTS)}. Only by name: {', '.join(BY_NAME)}."
        ),
    ] = None,
    pdfs: Annotated[
        list[Path] | None,
        typer.Option(
            "--pdf", help="File to measure with, instead of a generated one. May be repeated.", dir_okay=False, exists=True
        ),
    ] = None,
    threads: Annotated[int, typer.Option(help="Number of threads that `threads` creates.", min=1)] = 1_000,
    sets: Annotated[
        Path | None, typer.Option(help="Folder of the evaluation sets, for `retrievers`.", exists=True, file_okay=False)
    ] = None,
    others: Annotated[str, typer.Option(help="Python interpreter with LangChain and LlamaIndex, for `retrievers`.")] = "python",
    output: Annotated[Path | None, typer.Option("--json", help="Also write the measurements to this file.")] = None,
) -> None:
    """Measure ingestion, search and the time to the first event, as ratios within one run."""
    parts = all_parts(threads, sets, others)
    for name in names or ():
        if name not in parts:
            wanted = "it needs --sets" if name in BY_NAME else f"there are {', '.join((*PARTS, *BY_NAME))}"
            raise typer.BadParameter(f"there is no part {name}; {wanted}")
    files = [Upload(place.name, place.read_bytes()) for place in pdfs or ()]
    measured: list[Measured] = []
    for name in names or PARTS:
        found = asyncio.run(run_bench(Settings(), parts[name], files))
        measured += found
        for line in found:
            print(f"{line.what:<75}{line.value:10.2f} {line.unit}", flush=True)
    if output is not None:
        output.write_text(json.dumps([asdict(line) for line in measured], indent=2) + "\n", encoding="utf-8")


def _all(sets: Path, part: str) -> list[str]:
    return sorted(path.parent.parent.name for path in sets.glob(f"*/{part}/queries.jsonl"))


def _kinds_table(judged: Sequence[robustness.Judged]) -> str:
    """Format how many files of each kind had the right outcome, the slowest file, and the files with a wrong outcome."""
    files, passed = Counter(each.kind for each in judged), Counter(each.kind for each in judged if not each.wrong)
    slowest = max((each.outcome for each in judged), key=lambda outcome: outcome.seconds)
    return "\n".join(
        [
            f"robustness: {passed.total()} of {files.total()} files, slowest {slowest.file} in {slowest.seconds} s",
            *(f"  {kind:<32}{passed[kind]:4}/{count}" for kind, count in files.items()),
            *(f"  {each.outcome.file}: {each.wrong}" for each in judged if each.wrong),
        ]
    )
