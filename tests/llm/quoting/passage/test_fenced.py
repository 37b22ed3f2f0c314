"""Tests of code blocks that are too long to be quoted whole."""

from __future__ import annotations

from chat.llm.quoting.passage.fenced import shorten_block
from chat.text import terms

PARTS = [f"def part_{number}():\n" + "    return 'a long value of some kind'\n" * 6 for number in range(5)]


def test_a_short_block_stays_as_it_is() -> None:
    assert shorten_block("```py\na\n\nb\n```", set()) == "```py\na\n\nb\n```"


def test_of_a_long_block_the_paragraphs_with_the_words_of_the_question_are_kept() -> None:
    parts = [*PARTS[:3], PARTS[3].replace("kind", "colour"), PARTS[4]]

    kept = shorten_block("\n".join(("```py", "\n".join(parts), "```")), set(terms("colour")))

    assert "part_3" in kept
    assert "part_4" not in kept
    assert kept.endswith("\n\n…\n```")
    assert len(kept) < 850


def test_a_block_without_blank_lines_is_cut_between_lines() -> None:
    kept = shorten_block("```\n" + "a line of code\n" * 200 + "```", set())

    assert set(kept.splitlines()) == {"```", "a line of code", "", "…"}
    assert len(kept) < 850
