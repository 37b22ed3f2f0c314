from __future__ import annotations

import pytest

from tests.llm.quoting.answers import quoted
from tests.passages import from_document

BIKES = """| Model | Type | Price | In stock |
|---|---|---|---|
| Alder | City bike | €649 | yes |
| Birch | E-bike | €2,499 | no |
| Cedar | E-bike | €1,350.50 | yes |
| Elm | Cargo bike | €3,190 | sold out |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which bike is the cheapest?", "Alder: €649 (Price) [1]"),
        ("What's the most expensive bike?", "Elm: €3,190 (Price) [1]"),
        ("What is the cheapest e-bike?", "Cedar: €1,350.50 (Price) [1]"),
        ("Which bikes are out of stock?", "- Birch: no (In stock) [1]\n- Elm: sold out (In stock) [1]"),
    ],
)
async def test_the_rows_of_a_price_list_are_compared(question: str, answer: str) -> None:
    assert await quoted(question, from_document(BIKES)) == answer


async def test_prices_are_read_as_they_are_written_in_german() -> None:
    table = "Artikel\tPreis\nSchaufel\t1.008,90 €\nSchere\t24,50 €\n"

    assert await quoted("Was ist der günstigste Artikel?", from_document(table)) == "Schere: 24,50 € (Preis) [1]"


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("Which hotel is the cheapest?", BIKES),
        ("Which bike is the cheapest?", BIKES.replace("€649", "on request")),
        ("Which bike is the cheapest?", "The shop sells bikes. " * 50 + "\n\n" + BIKES),
    ],
    ids=["other things", "a price that is no figure", "a table that may go on"],
)
async def test_nothing_is_compared_that_may_be_incomplete(question: str, table: str) -> None:
    assert await quoted(question, from_document(table)) not in ("Alder: €649 (Price) [1]", "Cedar: €1,350.50 (Price) [1]")
