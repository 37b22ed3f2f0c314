from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from chat.errors import ThreadwiseError
from chat.evaluation import commands
from chat.evaluation.benchmarks.texts import pdf
from chat.evaluation.places.direct import direct
from chat.evaluation.places.server import served
from chat.evaluation.run import Over, Report, evaluate, evaluate_at
from chat.settings import Settings


def _lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def messages(tmp_path: Path) -> Path:
    said = ["The cat is called Miro.", "The car needs new tyres before winter.", "Our flight to Porto leaves at noon."]
    rows: list[dict[str, object]] = [
        {"id": f"m{at}", "thread": "t", "speaker": "Ana", "time": f"1:0{at} pm on 8 May, 2023", "text": text}
        for at, text in enumerate(said)
    ]
    _lines(tmp_path / "talk" / "dev" / "corpus.jsonl", rows)
    _lines(tmp_path / "talk" / "dev" / "queries.jsonl", [{"id": "q", "thread": "t", "text": "What does the car need?"}])
    _lines(tmp_path / "talk" / "dev" / "qrels.jsonl", [{"query": "q", "doc": "m1", "rel": 1}])
    return tmp_path


@pytest.fixture
def spans(tmp_path: Path) -> Path:
    text = "Bees dance to tell each other where flowers stand.\n\nThe bridge was opened in 1932."
    _lines(tmp_path / "texts" / "dev" / "corpus.jsonl", [{"id": "d", "thread": "bees", "text": text}])
    _lines(tmp_path / "texts" / "dev" / "queries.jsonl", [{"id": "q", "thread": "bees", "text": "When was the bridge opened?"}])
    reference = {"query": "q", "doc": "d", "start": text.index("The bridge"), "end": len(text)}
    _lines(tmp_path / "texts" / "dev" / "refs.jsonl", [reference])
    return tmp_path


async def test_messages_of_a_set_go_in_and_are_found_by_their_own_ids(messages: Path) -> None:
    report = await evaluate(messages / "talk", "dev", Settings(), [1, 3])

    assert report.questions == 1
    assert report.without_passages == 0
    assert report.metrics["R@1"] == 100


async def test_spans_of_a_set_refer_to_the_text_of_the_set(spans: Path) -> None:
    report = await evaluate(spans / "texts", "dev", Settings(), [1])

    assert report.metrics["recall"] == 100


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A set with files in folders, two of the same name, asked about with an earlier turn."""
    texts = {"src/roof.py": "Slates are nailed in rows.", "src/door.py": "Hinges are oiled each spring.", "lib/door.py": "Doors."}
    _lines(tmp_path / "code" / "dev" / "corpus.jsonl", [{"id": path, "path": path, "text": text} for path, text in texts.items()])
    asked: list[dict[str, object]] = [
        {"id": "q1", "text": "How often are they oiled?", "history": ["Tell me about the hinges."], "category": "care"},
        {"id": "q2", "text": "How are slates fixed?", "category": "work"},
    ]
    _lines(tmp_path / "code" / "dev" / "queries.jsonl", asked)
    _lines(
        tmp_path / "code" / "dev" / "qrels.jsonl",
        [{"query": "q1", "doc": "src/door.py", "rel": 1}, {"query": "q2", "doc": "src/roof.py", "rel": 1}],
    )
    return tmp_path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A set with a PDF of three pages, one of which has the answer."""
    folder = tmp_path / "filings" / "dev"
    _lines(folder / "corpus.jsonl", [{"id": "REPORT#0", "doc": "REPORT", "page": 0, "text": ""}])
    _lines(folder / "queries.jsonl", [{"id": "q", "thread": "REPORT", "text": "What was the revenue from bicycles?"}])
    _lines(folder / "qrels.jsonl", [{"query": "q", "doc": "REPORT#1", "rel": 1}])
    (folder / "pdfs").mkdir()
    told = ["The board met in Oslo.", "Revenue from bicycles was 40 million.", "Risks are listed below."]
    (folder / "pdfs" / "REPORT.pdf").write_bytes(pdf([[text] for text in told]))
    return tmp_path


async def test_the_running_product_gives_over_http_what_it_gives_in_process(
    tmp_path: Path, messages: Path, spans: Path, code: Path, pages: Path
) -> None:
    async with served() as http, direct(Settings()) as process:
        for name in ("talk", "texts", "code", "filings"):
            over_http = await evaluate_at(http, Over.HTTP, tmp_path / name, "dev", [1, 3])
            in_process = await evaluate_at(process, Over.PROCESS, tmp_path / name, "dev", [1, 3])

            assert _measured(over_http) == _measured(in_process)
            assert over_http.curve[-1] == 100
            assert len(over_http.waited_ms) == over_http.questions


def _measured(report: Report) -> tuple[object, ...]:
    """Return the report without timings."""
    return report.questions, report.without_passages, report.metrics, report.intervals, report.categories, report.curve


async def test_a_file_that_is_refused_over_http_ends_the_run_with_its_reason(code: Path) -> None:
    _lines(code / "code" / "dev" / "corpus.jsonl", [{"id": "a", "path": "a.py", "text": ""}])

    with pytest.raises(ThreadwiseError, match=r"a\.py\.txt was not read: .*empty"):
        await evaluate(code / "code", "dev", Settings(), [1], over=Over.HTTP)


async def test_categories_have_figures_and_intervals_of_their_own(code: Path) -> None:
    report = await evaluate(code / "code", "dev", Settings(), [1])

    assert {kind: found.questions for kind, found in report.categories.items()} == {"care": 1, "work": 1}
    assert report.categories["work"].metrics["R@1"] == 100
    assert report.categories["work"].intervals["R@1"] == (100, 100)


def test_the_command_prints_the_metrics_and_writes_them_as_json(messages: Path) -> None:
    app = Typer()
    app.command()(commands.evaluate)
    output = messages / "report.json"

    done = CliRunner().invoke(app, ["talk", "--sets", str(messages), "--k", "1", "--json", str(output)])

    assert done.exit_code == 0, done.output
    assert "R@1" in done.output
    assert json.loads(output.read_text())[0]["metrics"]["R@1"] == 100


def test_a_report_stands_beside_the_figures_that_landed_and_the_references(messages: Path) -> None:
    app = Typer()
    app.command()(commands.evaluate)
    figures = messages / "figures"
    _lines(figures / "references.json", [{"talk": {"R@1": 42.5}}])
    asked = ["all", "--sets", str(messages), "--k", "1", "--figures", str(figures)]

    first = CliRunner().invoke(app, [*asked, "--land"])
    second = CliRunner().invoke(app, asked)

    assert "100.0 to 100.0" in first.output
    assert "+0.00" not in first.output
    assert "+0.00" in second.output
    assert "42.50" in second.output
    assert json.loads((figures / "retrieval.json").read_text())["talk"]["R@1"] == 100


def test_figures_that_are_none_are_refused_with_a_sentence(messages: Path) -> None:
    app = Typer()
    app.command()(commands.evaluate)
    _lines(messages / "figures" / "references.json", [{"talk": 5}])

    done = CliRunner().invoke(app, ["talk", "--sets", str(messages), "--figures", str(messages / "figures")])

    assert done.exit_code == 1
    assert "holds no figures" in done.output


def test_a_set_that_is_not_there_is_refused_with_a_sentence_and_exit_code_one(messages: Path) -> None:
    app = Typer()
    app.command()(commands.evaluate)

    done = CliRunner().invoke(app, ["missing", "--sets", str(messages)])

    assert done.exit_code == 1
    assert "There is no evaluation set" in done.output
