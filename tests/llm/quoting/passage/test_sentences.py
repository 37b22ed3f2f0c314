from __future__ import annotations

import pytest

from chat.llm.quoting.passage.sentences import by_lines, one_line_sentences, without_heading
from tests.llm.quoting.answers import quoted
from tests.passages import from_document


async def test_a_heading_on_the_line_before_is_not_part_of_the_quote() -> None:
    passage = from_document("2 Warranty\nThe warranty lasts thirty months from the day of\ndelivery at your door.")

    assert await quoted("How long does the warranty last?", passage) == (
        "“The warranty lasts thirty months from the day of delivery at your door.” [1]"
    )


async def test_a_numbered_heading_of_markdown_is_not_part_of_the_quote() -> None:
    minutes = from_document("## 4. Volunteers\nSo far 31 volunteers have registered. Greta will write to the clubs.")

    assert await quoted("How many volunteers have registered?", minutes) == "“So far 31 volunteers have registered.” [1]"


@pytest.mark.parametrize(
    "text",
    [
        "The capital city of\nFrance is visited in\nspring by many.",
        "Net revenue\n$ 17,846",
        "Total\nFrance\nGermany",
        "Die ordentliche\nKündigung ist für beide Seiten für die Dauer von 18 Monaten ausgeschlossen.",
    ],
    ids=["running text", "a table", "a list", "a German noun behind its adjective"],
)
def test_a_line_of_the_sentence_itself_is_no_heading(text: str) -> None:
    assert without_heading(text, max(map(len, text.splitlines()))) == text


def test_steps_within_a_paragraph_follow_what_announces_them() -> None:
    text = "Before the first wash: 1. Remove the bolts. 2. Level the feet.\n3. Connect the hose."

    assert one_line_sentences(text) == [
        "Before the first wash:",
        "1. Remove the bolts.",
        "2. Level the feet.",
        "3. Connect the hose.",
    ]


def test_a_table_is_quoted_by_its_lines() -> None:
    table = "\n".join(f"Region {n}  {n * 100}  {n * 7}" for n in range(40))

    groups = by_lines(table)

    assert "\n".join(groups) == table
    assert max(map(len, groups)) <= 240 + 30


async def test_the_word_in_front_of_a_clause_is_no_answer() -> None:
    contract = from_document("2. Price. The total price is 318,400 euros excluding tax.")

    assert await quoted("What is the price?", contract) == "“The total price is 318,400 euros excluding tax.” [1]"
