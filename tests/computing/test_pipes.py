"""Tests of Markdown tables within text."""

from __future__ import annotations

import pytest

from chat.computing.pipes import tables
from chat.computing.rows import TableText
from tests.computing.tables import computed

TEXT = """# Suite

It holds 42 benchmarks.

## Tasks

| Task | Owner | **Status** |
| --- | :-- | --- |
| Port `xml` | Mira | done |
| Write | Jonas | open |
| Add \\| fix | Mira | done |

| a |
| - |
| 1 |

| | x |
| - | - |
| 1 | 2 |
"""


def suite() -> TableText:
    [found] = tables(TEXT)
    return TableText("suite.md", found.columns, TEXT[found.start : found.end], found.title, beside_text=True)


def test_a_table_has_the_names_of_its_columns_and_the_heading_above_it() -> None:
    [found] = tables(TEXT)

    assert (found.columns, found.title) == (("Task", "Owner", "Status"), "Tasks")
    assert TEXT[found.start : found.end].splitlines()[0] == "| Port `xml` | Mira | done |"


@pytest.mark.parametrize(
    ("question", "sentence", "rows"),
    [
        ("How many tasks are done?", "Number of rows with Status done: 2.", (1, 3)),
        ("How many tasks does Mira have?", "Number of rows with Owner Mira: 2.", (1, 3)),
        ("Which tasks are done?", "Task with Status done (2): Port xml, Add | fix.", (1, 3)),
    ],
)
def test_it_is_computed_over_as_others_are(question: str, sentence: str, rows: tuple[int, ...]) -> None:
    found = computed(question, [suite()])

    assert found is not None
    assert (found.sentence, found.rows) == (sentence, rows)


def test_the_name_of_the_file_says_nothing_of_its_rows() -> None:
    assert computed("How many suites are there?", [suite()]) is None
    assert computed("How many benchmarks are in the suite?", [suite()]) is None


def test_a_cell_without_anything_keeps_its_place() -> None:
    text = "# Jobs ##\n\n| Job | Hours | Cost |\n|---|---|---|\n| Paint | 4 | 10 |\n|| 7 | 30 |\n| Wood || 20 |\n| Nails | 1 ||\n"
    [found] = tables(text)
    jobs = TableText("jobs.md", found.columns, text[found.start : found.end], found.title, beside_text=True)

    hours, cost = computed("What is the total hours?", [jobs]), computed("What is the total cost?", [jobs])

    assert found.title == "Jobs"
    assert hours is not None
    assert hours.sentence.startswith("Sum of Hours: 12")
    assert cost is not None
    assert cost.sentence.startswith("Sum of Cost: 60")


def test_a_heading_with_a_gap_of_any_length_is_read_at_once() -> None:
    assert list(tables("# a" + " " * 200_000 + "x\n")) == []
