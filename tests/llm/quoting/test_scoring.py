from __future__ import annotations

from collections.abc import Sequence

from chat.embedding.base import Vectors
from tests.fakes import FakeEmbedder
from tests.llm.quoting.answers import answered, quoted
from tests.passages import from_document


async def test_the_names_of_columns_are_no_sentence() -> None:
    names = (
        "Total stores open Number of stores Number of stores total stores at beginning of the quarter opened during the quarter"
    )
    text = f"{names}\n\nThe company opened 47 new stores during the year."

    assert await quoted("How many stores were opened during the year?", from_document(text)) == (
        "“The company opened 47 new stores during the year.” [1]"
    )


RESULTS = ("Results", "For the year")


QUARTER = ("Results", "For the fourth quarter")


async def test_a_figure_is_told_of_what_is_asked_for_and_not_of_its_share() -> None:
    income = from_document("Operating income rose to $1.6 billion, or 16.1% of net sales.", section=RESULTS)
    sales = from_document("Net sales rose 18.3% to $10.2 billion.", section=RESULTS, rank=2)

    assert await quoted("What were net sales in fiscal 2022?", income, sales) == "“Net sales rose 18.3% to $10.2 billion.” [2]"


async def test_a_figure_of_a_quarter_is_not_one_of_the_year() -> None:
    quarter = from_document("Net income rose to $340.8 million.", section=QUARTER)
    year = from_document("Net income rose to $1.2 billion.", section=RESULTS, rank=2)

    assert await quoted("What was net income in fiscal 2022?", quarter, year) == "“Net income rose to $1.2 billion.” [2]"
    assert await quoted("What was net income in the fourth quarter of 2022?", quarter, year) != (
        "“Net income rose to $1.2 billion.” [2]"
    )


async def test_a_line_that_is_labelled_with_what_is_asked_for_comes_first() -> None:
    lease = from_document("Hunde bedürfen der Zustimmung der Vermieterin.\n\nVermieterin: Gudrun Hellmann, Kassel.")

    assert (await quoted("Wer ist die Vermieterin?", lease)).startswith("“Vermieterin: Gudrun Hellmann, Kassel.” [1]")


LEAVE = """2.1 Annual leave
Everybody has 28 days of paid leave a year.
2.3 Parental leave
Whoever has a child is away for 26 weeks at full pay.
"""


class _OfParents(FakeEmbedder):
    """An embedder that knows what parental leave is."""

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        return await super().embed([text.replace("has a child is away", "is on parental leave") for text in texts], urgent=urgent)


async def test_what_stands_under_the_heading_that_is_asked_for_is_quoted_before_what_shares_its_words() -> None:
    assert await quoted("How long is parental leave?", from_document(LEAVE), embedder=_OfParents()) == (
        "“Whoever has a child is away for 26 weeks at full pay.” [1]"
    )


async def test_who_a_contract_names_so_is_quoted_before_what_they_do() -> None:
    source = from_document("The Landlord keeps the roof dry. The lease is made by Northgate Ltd. (“Landlord”) and Priya Raman.")

    assert (await quoted("Who is the landlord?", source)).startswith("“The lease is made by Northgate Ltd.")


async def test_a_row_that_names_the_quantity_is_as_likely_to_answer_as_one_with_the_words_of_the_question() -> None:
    data = from_document("Width\t59.8 cm\nNoise\t44 dB(A)\nCapacity\t14 places\n", section=("Dishwasher", "Technical data"))

    assert await answered("How loud is it?", [data], 0.6) == "Noise: 44 dB(A) [1]"
    assert await answered("How wide is it?", [data], 0.6) == "Width: 59.8 cm [1]"
