from __future__ import annotations

import pytest

from tests.llm.quoting.answers import quoted
from tests.passages import from_document


async def test_the_address_of_a_link_says_nothing_about_the_sentence_around_it() -> None:
    guide = from_document("A failed job is tried again, see [the guide](https://quill.example/install). Install it with pip.")

    assert await quoted("How do I install Quill?", guide) == "“Install it with pip.” [1]"


async def test_the_column_names_above_a_line_of_dashes_say_what_a_row_is_about() -> None:
    table = (
        "Display    Cause and remedy\n---------------------------\nE1         Tank missing. Push it down.\n"
        "E2         Container full. Empty it.\nE3         Brew group not locked. Turn the key.\n"
    )

    answer = await quoted("The display shows E3, what do I do?", from_document(table))

    assert answer.startswith("E3: Brew group not locked.")


async def test_a_sentence_is_found_by_its_heading_and_by_what_stands_before_it() -> None:
    manual = from_document(
        "## Descaling\n\nUse the agent DX only. The programme takes 25 minutes.\n\n"
        "## Grinding\n\nThe grinder has fifteen steps. It takes a while."
    )

    assert await quoted("How long does descaling take?", manual) == "“The programme takes 25 minutes.” [1]"


async def test_a_line_of_figures_says_nothing_by_a_single_word() -> None:
    lines = "Net cash used in financing activities (861,014) (1,497,216)\nAccounts payable 8,309 66,156\n"

    assert await quoted("What was net revenue?", from_document(f"{lines}Revenue rose because of net new stores.")) == (
        "“Revenue rose because of net new stores.” [1]"
    )
    assert await quoted("What cash was used in financing activities?", from_document(lines)) != ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Quel est le numéro de contrat ?", "Contrat n° 4587-AH"),
        ("Wie lautet die Nummer des Vertrags?", "Vertrag Nr. 4587-AH"),
    ],
)
async def test_a_sign_for_number_is_read_as_the_word(question: str, text: str) -> None:
    answer = await quoted(question, from_document(f"{text}\n\nLe loyer, die Miete: 900 euros."))

    assert text in answer
