from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chat.errors import InvalidRequest
from chat.evaluation.scores import TextSpan
from chat.evaluation.sets import EvaluationSet, load, together


def _write(folder: Path, **files: list[dict[str, object]]) -> EvaluationSet:
    (folder / "dev").mkdir()
    for name, rows in files.items():
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / "dev" / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return load(folder, "dev")


def test_speakers_make_a_set_of_messages(tmp_path: Path) -> None:
    found = _write(
        tmp_path,
        corpus=[
            {"id": "m1", "thread": "t", "speaker": "Ana", "time": "1:56 pm on 8 May, 2023", "text": "Hello"},
            {"id": "m2", "thread": "t", "speaker": "assistant", "time": "March-15-2024", "text": "Hi"},
        ],
        queries=[{"id": "q", "thread": "t", "text": "Who?", "history": ["Before"]}],
        qrels=[{"query": "q", "doc": "m1", "rel": 1}, {"query": "q", "doc": "m2", "rel": 0}],
    )

    first, second = found.threads["t"].drafts
    assert (first.author, first.role, first.created_at) == ("Ana", "user", datetime(2023, 5, 8, 13, 56, tzinfo=UTC))
    assert (second.author, second.role, second.created_at) == (None, "assistant", datetime(2024, 3, 15, tzinfo=UTC))
    assert found.questions[0].history == ("Before",)
    assert found.judged == {"q": {"m1": 1}}
    assert found.unit == "message"


@pytest.mark.parametrize(
    ("row", "name"),
    [
        pytest.param({"heading": "Get started"}, "Get started.md", id="a section"),
        pytest.param({"path": "src/main.rs"}, "src/main.rs.txt", id="a piece of code"),
        pytest.param({"title": "Illinois"}, "Illinois.txt", id="an article"),
        pytest.param({}, "d1.txt", id="a bare text"),
    ],
)
def test_texts_become_files_with_a_speaking_name(tmp_path: Path, row: dict[str, object], name: str) -> None:
    found = _write(tmp_path, corpus=[{"id": "d1", "text": "Words", **row}], queries=[{"id": "q", "text": "Which?"}])

    [(id, upload)] = found.threads["all"].files
    assert (id, upload.name, upload.content) == ("d1", name, b"Words")
    assert found.questions[0].thread == "all"
    assert found.unit == "document"


def test_texts_of_one_name_in_a_thread_stay_apart(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": id, "heading": "Next steps", "text": id} for id in ("a", "b", "c")]

    found = _write(tmp_path, corpus=[*rows, {**rows[0], "thread": "t"}], queries=[{"id": "q", "text": "Which?"}])

    names = {thread: [upload.name for _, upload in filling.files] for thread, filling in found.threads.items()}
    assert names == {"all": ["Next steps.md", "Next steps (2).md", "Next steps (3).md"], "t": ["Next steps.md"]}


def test_references_make_a_set_of_spans(tmp_path: Path) -> None:
    found = _write(
        tmp_path,
        corpus=[{"id": "d1", "text": "Words"}],
        queries=[{"id": "q", "text": "Which?"}],
        refs=[{"query": "q", "doc": "d1", "start": 1, "end": 3}],
    )

    assert found.unit == "span"
    assert found.references == {"q": [TextSpan("d1", 1, 3)]}


def test_pages_of_real_files_make_a_thread_for_each_file(tmp_path: Path) -> None:
    (tmp_path / "dev" / "pdfs").mkdir(parents=True)
    (tmp_path / "dev" / "pdfs" / "REPORT.pdf").write_bytes(b"%PDF-")
    (tmp_path / "dev" / "queries.jsonl").write_text('{"id": "q", "thread": "REPORT", "text": "Which?"}\n')
    with gzip.open(tmp_path / "dev" / "corpus.jsonl.gz", "wt") as corpus:
        corpus.write('{"id": "REPORT#0", "doc": "REPORT", "page": 0, "text": "Words"}\n')

    found = load(tmp_path, "dev")

    assert found.unit == "page"
    assert [upload.name for _, upload in found.threads["REPORT"].files] == ["REPORT.pdf"]


def test_a_set_can_be_asked_as_one_thread(tmp_path: Path) -> None:
    apart = _write(
        tmp_path,
        corpus=[{"id": "a", "thread": "one", "text": "A."}, {"id": "b", "thread": "two", "text": "B."}],
        queries=[{"id": "q", "thread": "one", "text": "A?"}],
    )

    whole = together(apart)

    [(thread, filling)] = whole.threads.items()
    assert [id for id, _ in filling.files] == ["a", "b"]
    assert [asked.thread for asked in whole.questions] == [thread]


def test_a_set_that_is_not_there_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="no evaluation set"):
        load(tmp_path / "missing", "dev")


def test_a_time_that_cannot_be_read_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="yesterday"):
        _write(
            tmp_path,
            corpus=[{"id": "m1", "thread": "t", "speaker": "Ana", "time": "yesterday", "text": "Hello"}],
            queries=[{"id": "q", "thread": "t", "text": "Who?"}],
        )
