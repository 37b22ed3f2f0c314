from __future__ import annotations

import pytest

from chat.llm.quoting.passage.contents import without_entries

CONTENTS = "Table of Contents\n1 Introduction . . . . . . . . . . . 1\n2 Structure handling . . . . . . . . 2\n"
NUMBERED = "2.2 Naming . . . . . . . . . . . . . 3\nAppendix A Copying ........ 24\n"
INDEX = "asn1_delete_element. . . . . . . . . . 9\nasn1_der_coding . . . . . . . . . . . 17\n"
PRICES = "Espresso .......... 2\nCappuccino ........ 3\n"


@pytest.mark.parametrize(
    ("text", "section"),
    [(CONTENTS, ()), (NUMBERED, ("Manual",)), (INDEX, ("Function and Data Index",)), (INDEX, ("Stichwortverzeichnis",))],
    ids=["titled by its first line", "numbers of sections", "an index", "an index in German"],
)
def test_lines_that_say_where_something_stands_are_left_out(text: str, section: tuple[str, ...]) -> None:
    left = without_entries(text, section)

    assert ". ." not in left
    assert "...." not in left


@pytest.mark.parametrize(
    ("text", "section"),
    [
        (PRICES, ("Menu",)),
        ("Signature .............. 2\n", ("Contents",)),
        ("The index rose to 12.\nIt fell to 9.\n", ("Index",)),
    ],
    ids=["a list of prices", "a single line", "sentences"],
)
def test_other_lines_stay(text: str, section: tuple[str, ...]) -> None:
    assert without_entries(text, section) == text
