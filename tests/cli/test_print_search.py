from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from chat.api import render
from chat.cli.print_search import show
from chat.domain import Candidate, Cut, Found, Limits, Moved, Part, Passage
from tests.passages import from_document, from_message

LIMITS = Limits(0.08, {}, 0.0, 12, 16_000, 36, True, None, None)


def found(*candidates: Candidate, note: str | None = None, rewritten: str = "Which pump?") -> Found:
    kept = tuple(each.passage for each in candidates if each.cut is None)
    return Found("Which pump?", rewritten, kept, 0.8, {"search": 3.0, "total": 4.5}, candidates, limits=LIMITS, note=note)


def candidate(passage: Passage, cut: Cut | None = None, place: int = 1, **parts: object) -> Candidate:
    return replace(Candidate(replace(passage, rank=0 if cut else place), cut, place), **parts)  # type: ignore[arg-type]  # as needed


def shown(value: Found, explain: bool, capsys: pytest.CaptureFixture[str]) -> str:
    show(render.found(value, explain))
    return capsys.readouterr().out


def test_what_files_and_messages_say_gives_a_terminal_no_orders_and_is_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = "\x1b[2J\x1b]0;title\x07[bold red]Oil[/] the pump.\r\x9b31m"
    value = found(
        candidate(from_document(hostile, name="\x1b[31mguide.pdf", section=("[link=x]Care",))),
        candidate(from_message(hostile, author="\x1b[5mDora"), place=2),
        note="\x1b[1mNote",
        rewritten=f"Which pump? {hostile}",
    )

    for explain in (False, True):
        show(render.found(value, explain))
        output = capsys.readouterr()
        assert not {"\x1b", "\x07", "\r", "\x9b"} & set(output.out + output.err)
        assert "[bold red]Oil[/] the pump." in output.out
        assert "[link=x]Care" in output.out


def test_a_passage_says_where_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    document = from_document("Oil the pump.", page=3, section=("Care", "Oil"))

    output = shown(found(candidate(document), candidate(from_message("I oiled it.", author="Dora"), place=2)), False, capsys)

    assert "  1  guide.pdf › page 3 › Care › Oil  0.80" in output
    assert "  2  Dora, 2026-05-08  0.80" in output


def test_each_cut_is_named_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    one = from_document("Oil the pump.")
    value = found(
        candidate(one, by_words=True),
        candidate(one, "budget", 2, room=5),
        candidate(one, "diversity", 3, lowered=0.03),
        candidate(one, "threshold", 4),
        candidate(one, "threshold", 5),
    )

    output = shown(value, True, capsys)

    assert "kept 1, by words" in output
    assert "(5 characters were left)" in output
    assert "−0.03" in output
    assert "1 of 5 candidates kept; cut: 2 below the threshold, 1 for another source's turn, 1 over the budget." in output


def test_of_very_many_candidates_the_first_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    one = from_document("Oil the pump.")

    output = shown(found(*(candidate(one, "threshold", place) for place in range(1, 101))), True, capsys)

    assert "… and 40 more; --json gives all of them." in output
    assert "0 of 100 candidates kept" in output


def test_the_parts_of_a_fused_score_are_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    parts = (Part("meaning", 1.3), Part("document_name", -0.25), Part("scale", 0.4, multiplies=True))

    output = shown(found(candidate(from_document("Oil the pump."), parts=parts)), True, capsys)

    assert "fused: meaning +1.30, document name −0.25, scale ×0.40" in output


def test_a_message_that_was_said_otherwise_later_names_what_replaces_it(capsys: pytest.CaptureFixture[str]) -> None:
    later = from_message("It is 11,500.")
    later = replace(later, chunk=replace(later.chunk, parent="later"))
    earlier = replace(from_message("It is 9,000."), superseded_by="later")

    output = shown(
        found(candidate(later, place=1, moved="above_replaced"), candidate(earlier, place=2, moved="below_replacement")),
        True,
        capsys,
    )

    assert "Moved above [2], which it replaces." in output
    assert "Said otherwise later in [1]. Moved below [1]." in output


@pytest.mark.parametrize("moved", get_args(Moved))
def test_every_move_has_a_sentence(moved: Moved, capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(found(candidate(from_message("It is 9,000."), moved=moved)), True, capsys)

    assert re.search(r"\b(?:Moved|Kept|Placed|Its place)\b.*\.$", output, re.MULTILINE)
