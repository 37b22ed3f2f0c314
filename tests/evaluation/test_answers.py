from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from chat.evaluation import commands
from chat.evaluation.answers import GradedAnswer, grades, holds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“The pack weighs two kilos.” [1]", "2 kilos"),
        ("They met on May 7th, 2023.", "7 May 2023"),
        ("Revenue came to $1,577.50 million.", "1577.5"),
        ("She drinks rice milk, and now and then green tea.", "green tea, rice milk"),
        ("It is the Golden Gate.", "Golden gate"),
    ],
)
def test_an_answer_holds_what_is_expected_however_it_is_written(text: str, expected: str) -> None:
    assert holds(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("It weighs 12 kilos.", "2 kilos"), ("They met on 8 May 2023.", "7 May 2023"), ("Green tea only.", "green tea, rice milk")],
)
def test_an_answer_does_not_hold_another_value(text: str, expected: str) -> None:
    assert not holds(text, expected)


def _graded(cited: str = "", evidence: str = "a", answerable: bool = True, refused: bool = False) -> GradedAnswer:
    return GradedAnswer(
        "q", "Where?", "place", answerable, "Porto", "In Porto.", refused, tuple(cited), tuple(evidence), len(cited), 0.5
    )


def test_citations_count_by_themselves_and_questions_by_any_of_theirs() -> None:
    given = grades([_graded("ax"), _graded("xyz"), _graded(refused=True), _graded("x", "", answerable=False)])

    assert (given.evidence, given.precision) == (33.3, 20.0)
    assert (given.refused_answerable, given.refused_unanswerable) == (33.3, 0.0)
    assert given.supported == 100.0


def test_nothing_to_take_a_share_of_is_no_share() -> None:
    given = grades([_graded(refused=True)])

    assert given.precision is None
    assert given.refused_unanswerable is None


def _lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_questions_of_a_set_are_answered_and_held_against_it(tmp_path: Path) -> None:
    said = ["The cat is called Miro.", "The car needs new tyres before winter.", "Our flight to Porto leaves at noon."]
    _lines(
        tmp_path / "talk/dev/corpus.jsonl",
        [
            {"id": f"m{at}", "thread": "t", "speaker": "Ana", "time": f"1:0{at} pm on 8 May, 2023", "text": text}
            for at, text in enumerate(said)
        ],
    )
    _lines(
        tmp_path / "talk/dev/queries.jsonl",
        [
            {"id": "known", "thread": "t", "text": "What does the car need?", "answer": "new tyres", "category": "need"},
            {"id": "unknown", "thread": "t", "text": "Who painted the ceiling of the chapel?", "answerable": False},
        ],
    )
    _lines(tmp_path / "talk/dev/qrels.jsonl", [{"query": "known", "doc": "m1", "rel": 1}])
    app, output = Typer(), tmp_path / "answers.json"
    app.command()(commands.evaluate)

    done = CliRunner().invoke(app, ["answers", "talk", "--sets", str(tmp_path), "--json", str(output)])

    assert done.exit_code == 0, done.output
    [report] = json.loads(output.read_text())
    assert report["model"] == "extractive"
    assert report["categories"]["need"]["contains"] == 100
    assert report["categories"]["need"]["evidence"] == 100
    assert "| need | 1 | 100.0 | 100.0 |" in done.output
