from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer import Typer
from typer.testing import CliRunner

from chat.evaluation import commands
from chat.evaluation.page import page
from chat.evaluation.plots import curve, histogram, strip
from chat.evaluation.run import Category, Over, Report

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
REPORT = Report(
    name="talk <1>",
    part="dev",
    questions=20,
    without_passages=1,
    metrics={"R@5": 70.0, "R@10": 80.0, "MRR": 61.0},
    intervals={"R@5": (60.0, 78.0), "R@10": (71.0, 88.0), "MRR": (50.0, 70.0)},
    categories={"single-hop": Category(12, {"R@5": 75.0, "R@10": 85.0}, {"R@5": (60.0, 90.0), "R@10": (70.0, 95.0)})},
    ingest_seconds=4.0,
    search_ms=9.5,
    over=Over.HTTP,
    curve=[40.0, 55.0, 62.0, 66.0, 70.0, 72.0, 75.0, 77.0, 79.0, 80.0],
    waited_ms=[8.0, 9.5, 10.0, 12.5, 44.0],
)


class _Tree(HTMLParser):
    """Collects tags and text, and whether each opened tag is closed again."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_set_stands_there_with_its_figures_beside_those_that_landed_and_the_references() -> None:
    words = _words([REPORT], {"talk <1>": {"R@5": 69.0}}, {"talk <1>": {"R@5": 72.5, "R@10": 79.0}})

    for told in ("talk <1>", "70.0", "60.0 to 78.0", "69.0", "+1.0", "72.5", "single-hop", "1 more metrics", "over HTTP"):
        assert told in words


def test_the_page_is_whole_and_asks_for_nothing_from_elsewhere() -> None:
    text = page([REPORT], {}, {}, NOW)

    tree = _Tree(text)
    assert tree.open == []
    assert not {name for name, _ in tree.attributes} & {"src", "srcset", "xlink:href", "onclick"}
    assert {value for name, value in tree.attributes if name == "href"} == {"#talk-1-"}
    assert "url(" not in text
    assert "@import" not in text


@pytest.mark.parametrize(
    "report",
    [
        pytest.param(replace(REPORT, categories={}), id="without categories"),
        pytest.param(replace(REPORT, curve=[], waited_ms=[]), id="without anything to plot"),
        pytest.param(replace(REPORT, curve=[0.0], waited_ms=[0.0]), id="with a single point"),
        pytest.param(replace(REPORT, metrics={"IoU": 6.0}, intervals={"IoU": (5.0, 7.0)}, categories={}), id="other metrics"),
    ],
)
def test_a_report_that_lacks_something_has_a_page_too(report: Report) -> None:
    assert _Tree(page([report], {}, {}, NOW)).open == []


def test_a_page_of_no_set_at_all_is_a_page() -> None:
    assert _Tree(page([], {}, {}, NOW)).open == []


_shares = st.floats(0, 100)


@given(st.lists(_shares, min_size=1, max_size=30), st.dictionaries(st.integers(1, 40), _shares, max_size=3))
def test_no_point_of_a_curve_lies_outside_of_its_plot(recall: list[float], references: dict[int, float]) -> None:
    assert _inside(curve(recall, references))


@given(st.lists(st.floats(0, 1e5), min_size=1, max_size=50), st.floats(0, 1e6))
def test_no_wait_lies_outside_of_its_plot(waits: list[float], mark: float) -> None:
    assert _inside(histogram(waits, {"median": mark, "p95": mark}))


@given(_shares, _shares, _shares, st.booleans())
def test_no_value_lies_outside_of_its_strip(value: float, low: float, high: float, bar: bool) -> None:
    assert _inside(strip(value, (min(low, high), max(low, high)), low, high, bar))


def _inside(svg: str) -> bool:
    """Return whether all horizontal positions are percentages from 0 to 100 and all vertical ones within the height."""
    attributes = _Tree(svg).attributes
    height = next(float(value or 0) for name, value in attributes if name == "height")
    across = [float((value or "").rstrip("%")) for name, value in attributes if name in ("x", "x1", "x2", "cx")]
    down = [float(value or 0) for name, value in attributes if name in ("y", "y1", "y2", "cy")]
    return all(0 <= at <= 100 for at in across) and all(0 <= at <= height for at in down)


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    app = Typer()
    app.command()(commands.evaluate)
    folder = tmp_path / "talk" / "dev"
    folder.mkdir(parents=True)
    said = '{"id": "m", "thread": "t", "speaker": "Ana", "time": "1:00 pm on 8 May, 2023", "text": "The cat is called Miro."}\n'
    (folder / "corpus.jsonl").write_text(said)
    (folder / "queries.jsonl").write_text('{"id": "q", "thread": "t", "text": "What is the cat called?", "category": "pets"}\n')
    (folder / "qrels.jsonl").write_text('{"query": "q", "doc": "m", "rel": 1}\n')

    done = CliRunner().invoke(app, ["talk", "--sets", str(tmp_path), "--k", "1", "--page", str(tmp_path / "page.html")])

    assert done.exit_code == 0, done.output
    words = " ".join(_Tree((tmp_path / "page.html").read_text(encoding="utf-8")).words)
    assert "Waiting for a search" in words
    assert "pets" in words


def _words(reports: list[Report], landed: dict[str, dict[str, float]], references: dict[str, dict[str, float]]) -> str:
    return " ".join(_Tree(page(reports, landed, references, NOW)).words)
