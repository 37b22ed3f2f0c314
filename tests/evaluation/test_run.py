from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from chat.evaluation import commands
from chat.evaluation.run import evaluate
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
    _lines(tmp_path / "texts" / "dev" / "corpus.jsonl", [{"id": "d", "text": text}])
    _lines(tmp_path / "texts" / "dev" / "queries.jsonl", [{"id": "q", "text": "When was the bridge opened?"}])
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
