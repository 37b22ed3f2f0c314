from __future__ import annotations

import json
from pathlib import Path

from typer import Typer
from typer.testing import CliRunner

from chat.evaluation import commands
from chat.evaluation.support import Pair, judged

SAID = "The gate closes at nine."


def _app() -> Typer:
    app = Typer()
    app.command()(commands.evaluate)
    return app


def test_precision_and_recall_are_of_the_sentences_to_be_marked() -> None:
    held = [
        Pair("test", "rules", "supported", "The gate closes at nine.", SAID),
        Pair("test", "rules", "contradicted-number", "The gate closes at seven.", SAID),
        Pair("test", "rules", "contradicted-number", "The gate closes at nine.", SAID),
        Pair("test", "rules", "supported", "Boats are rented at the kiosk.", SAID),
        Pair("tune", "rules", "supported", "Boats are rented at the kiosk.", SAID),
    ]

    judgement = judged(held, "test")

    assert (judgement.pairs, judgement.precision, judgement.recall) == (4, 0.5, 0.5)
    assert judgement.right == {"supported": (1, 2), "contradicted-number": (1, 2)}


def test_the_command_prints_both_halves(tmp_path: Path) -> None:
    sets, output = Path(__file__).parents[1] / "answering/checking", tmp_path / "judged.json"

    done = CliRunner().invoke(_app(), ["support", "--sets", str(sets), "--json", str(output)])

    assert done.exit_code == 0
    assert "support, tune: 145 pairs" in done.output
    assert [each["half"] for each in json.loads(output.read_text())] == ["tune", "test"]


def test_a_folder_without_pairs_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(_app(), ["support", "--sets", str(tmp_path)])

    assert done.exit_code == 1
