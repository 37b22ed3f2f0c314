from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from chat import reference
from chat.watching.logs import configure


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, raising = root.handlers[:], root.level, logging.raiseExceptions
    yield
    root.handlers[:], logging.raiseExceptions = handlers, raising
    root.setLevel(level)


def written() -> None:
    """Wait until the log is written, which a thread does."""
    for handler in logging.getLogger().handlers:
        handler.flush()


def test_a_line_for_machines_is_json_with_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", "json")
    given = reference.begin()

    logging.getLogger("chat.test").warning("Something %s", "happened")

    written()
    line = json.loads(capsys.readouterr().err)
    assert line.pop("time")
    assert line == {"level": "WARNING", "logger": "chat.test", "message": "Something happened", "reference": given}


def test_a_line_for_people_names_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    configure("info", "console")
    reference.begin("ref-1")

    logging.getLogger("chat.test").info("Done")

    written()
    assert capsys.readouterr().err.endswith("INFO chat.test [ref-1]: Done\n")


@pytest.mark.parametrize("wanted", ["", "two words", "x" * 65, "<script>"])
def test_what_is_no_reference_is_not_taken_over(wanted: str) -> None:
    assert reference.begin(wanted) not in ("", wanted)
