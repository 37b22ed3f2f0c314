from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from chat.evaluation import commands
from chat.evaluation.robustness import Outcome, judge
from tests.files import broken_pdf, encrypted_pdf

FILES = {
    "notes.txt": ("text-encoding", "Der Bär läuft über die Brücke.".encode("cp1252"), {"expect_snippet": "läuft über"}),
    "locked.pdf": ("pdf-encrypted-needs-password", encrypted_pdf(), {}),
    "broken.pdf": ("pdf-malformed", broken_pdf(), {}),
    "empty.txt": ("text-empty", b"", {}),
}


def _set(folder: Path, files: dict[str, tuple[str, bytes, dict[str, str]]]) -> Path:
    """Write an evaluation set of these files, and return its folder."""
    place = folder / "robustness"
    (place / "files").mkdir(parents=True)
    rows = []
    for name, (kind, content, more) in files.items():
        (place / "files" / name).write_bytes(content)
        rows.append({"file": f"files/{name}", "kind": kind, **more})
    (place / "MANIFEST.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return folder


def _app() -> Typer:
    app = Typer()
    app.command()(commands.evaluate)
    return app


def test_each_file_goes_through_a_real_server_and_is_judged(tmp_path: Path) -> None:
    output = tmp_path / "outcomes.jsonl"

    done = CliRunner().invoke(_app(), ["robustness", "--sets", str(_set(tmp_path, FILES)), "--json", str(output)])

    assert done.exit_code == 0, done.output
    assert "robustness: 4 of 4 files" in done.output
    outcomes = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [outcome["status"] for outcome in outcomes] == ["ok", "rejected", "rejected", "rejected"]
    assert outcomes[0]["text_sample"] == "Der Bär läuft über die Brücke."
    assert all(outcome["message"] for outcome in outcomes[1:])


def test_a_set_that_is_not_there_is_refused_with_a_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(_app(), ["robustness", "--sets", str(tmp_path)])

    assert done.exit_code == 1
    assert "There is no set of files" in done.output


PLAIN = {"file": "files/a.pdf", "kind": "pdf-plain", "pypdf": "OK 1 100", "pdfium": "OK 1 1000"}
LOCKED = {"file": "files/a.pdf", "kind": "pdf-encrypted-needs-password"}
ENCODED = {"file": "files/a.txt", "kind": "text-encoding", "expect_snippet": "läuft"}


@pytest.mark.parametrize(
    ("expected", "outcome", "wrong"),
    [
        (PLAIN, Outcome("", "ok", 1, chars=600, chunks=1), ""),
        (PLAIN, Outcome("", "ok", 1, chars=599, chunks=1), "ok, 599 of 1,000 characters"),
        (PLAIN, Outcome("", "rejected", 1, "No."), "rejected, 0 of 1,000 characters"),
        (PLAIN, Outcome("", "ok", 1, chars=600), "stored nothing, said ok"),
        (PLAIN, Outcome("", "crash", 1, "500"), "crash"),
        (PLAIN, Outcome("", "timeout", 60), "timeout"),
        (PLAIN | {"kind": "pdf-malformed-real"}, Outcome("", "rejected", 1, "No."), ""),
        (PLAIN | {"kind": "pdf-malformed-real"}, Outcome("", "rejected", 1, " "), "rejected without a message"),
        (
            PLAIN | {"kind": "pdf-recoverable", "pdfium": "ERR"},
            Outcome("", "rejected", 1, "No."),
            "rejected, 0 of 100 characters",
        ),
        (LOCKED, Outcome("", "rejected", 1, "It needs a password."), ""),
        (LOCKED, Outcome("", "rejected", 1, "It is damaged."), "must be rejected, naming the password"),
        (ENCODED, Outcome("", "ok", 1, chars=9, chunks=1, text_sample="er läuft."), ""),
        (ENCODED, Outcome("", "ok", 1, chars=9, chunks=1, text_sample="er lδuft."), "not decoded: without 'läuft'"),
        (ENCODED, Outcome("", "rejected", 1, "No."), "not decoded: without 'läuft'"),
        ({"file": "files/b.csv", "kind": "csv-spectrum"}, Outcome("", "rejected", 1, "No."), "must be accepted"),
        ({"file": "files/9_empty.csv", "kind": "csv-spectrum"}, Outcome("", "rejected", 1, "No."), ""),
    ],
)
def test_outcomes_are_judged_as_the_scorer_of_the_set_does(expected: dict[str, str], outcome: Outcome, wrong: str) -> None:
    assert judge(expected, outcome) == wrong
