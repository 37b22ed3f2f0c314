"""Tests of questions about releases, whose versions and dates stand in headings alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chat.domain import Passage
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.releases import asks_for_a_release, quote_releases
from chat.llm.quoting.passage.quotable import split_into_pieces
from tests.passages import from_document

CHANGES = from_document(
    "# Changelog\n\n## [Unreleased]\n\n- A new rule.\n\n## [2.3.0] - 2026-03-11\n\n### Added\n\n- `explain` shows examples.\n\n"
    "### Fixed\n\n- The cache is kept.\n\n## 2.0.0 (June 30, 2025)\n\n- Warnings fail no more.\n\n## v1.9\n\n- First one.\n",
    "CHANGELOG.md",
    rank=0,
)
NEWER = "2.3.0 - 2026-03-11"


def _told(question: str, source: Passage = CHANGES) -> list[tuple[str, tuple[str, ...]]]:
    held = [split_into_pieces(source.chunk, set())]
    return [(quote.text, quote.items) for quote in quote_releases(question, Evidence(held, [source], "english"))]


@pytest.mark.parametrize(
    ("question", "title", "items"),
    [
        ("What changed in 2.3.0?", NEWER, ("`explain` shows examples.", "The cache is kept.")),
        ("What's new in version 2.3?", NEWER, ("`explain` shows examples.", "The cache is kept.")),
        ("What was fixed in 2.3.0?", NEWER, ("The cache is kept.",)),
        ("When was 2.0 released?", "2.0.0 (June 30, 2025)", ()),
        ("When did 2.3.0 come out?", NEWER, ()),
        ("What is the latest version?", NEWER, ()),
    ],
)
def test_the_heading_of_a_release_tells_its_version_and_date(question: str, title: str, items: tuple[str, ...]) -> None:
    assert _told(question) == [(title, items)]


@pytest.mark.parametrize(
    "question",
    [
        "What changed in 2.1.0?",
        "What was removed in 2.3.0?",
        "When was 1.9 released?",
        "When was 2.2 released?",
        "What is the latest version of Python?",
        "What changed?",
    ],
)
def test_what_no_heading_tells_is_left_to_the_sentences(question: str) -> None:
    assert _told(question) == []


def test_the_latest_version_is_told_by_the_beginning_of_a_changelog_alone() -> None:
    later = from_document("## 1.2 (2020-01-01)\n\n- A change.", "CHANGELOG.md", rank=7)

    assert _told("What is the latest version?", later) == []


def test_changes_stand_under_the_heading_above_the_passage_as_well() -> None:
    below = replace(CHANGES, chunk=replace(CHANGES.chunk, text="- A change.", section=("Changes", "1.2 (2020-01-01)")))

    assert _told("What changed in 1.2?", below) == [("1.2 (2020-01-01)", ("A change.",))]


@pytest.mark.parametrize("heading", ["3.1 Overtime", "2024", "v2 is switched off on December 31, 2026", "1. Introduction"])
def test_headings_with_other_numbers_are_no_releases(heading: str) -> None:
    source = from_document(f"## {heading}\n\n- It is so.")

    assert _told(f"What changed in {heading.split()[0].rstrip('.')}?", source) == []


def test_which_version_did_something_is_asked_of_the_changelog() -> None:
    assert asks_for_a_release("Which version dropped Python 3.8?")
    assert asks_for_a_release("In which release was the cache added?")
    assert not asks_for_a_release("Which version of Python is supported?")
    assert not asks_for_a_release("Which Python version does it need?")
