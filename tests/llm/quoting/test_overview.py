from __future__ import annotations

from collections.abc import Sequence

from chat.domain import Passage
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed
from chat.llm.base import QuoteRequest
from chat.llm.quoting.overview import Group, OverviewWriter, quotable_sentences
from tests.fakes import FakeEmbedder
from tests.passages import from_document

PUMP = from_document(
    "Pump\n\nThe pump moves forty litres of water a minute through the station. It was made in Bergen. "
    "See page 12 for more information on the pump and its parts. The pump of the station is cleaned twice a year.",
    section=("Pump",),
)
WARRANTY = from_document(
    "The warranty of the station lasts for two years from the day of purchase. Batteries are excluded.", rank=2
)


async def told(groups: Sequence[Group], *sources: Passage, listing: bool = False) -> str:
    writer = OverviewWriter(FakeEmbedder(), groups, listing)
    return "".join([piece async for piece in writer.write(QuoteRequest("", sources))])


async def test_each_section_is_told_under_its_heading_with_its_sources() -> None:
    groups = [Group("1. Pump", (1,), most=1), Group("2. Warranty", (2,), most=1)]

    assert await told(groups, PUMP, WARRANTY) == (
        "**1. Pump**\n- The pump moves forty litres of water a minute through the station. [1]\n\n"
        "**2. Warranty**\n- The warranty of the station lasts for two years from the day of purchase. [2]"
    )


async def test_documents_are_named_where_there_are_several() -> None:
    groups = [Group("", (1,), 1, "pump.md"), Group("", (2,), 1, "warranty.md")]

    written = await told(groups, PUMP, WARRANTY)

    assert written.startswith("### pump.md\n- The pump moves")
    assert "\n\n### warranty.md\n- The warranty" in written


async def test_lines_that_stand_already_are_told_as_they_are() -> None:
    assert await told([Group("Staff", (1,), lines=("3 rows.", "The column is Name [1]"))], PUMP) == (
        "**Staff**\n- 3 rows.\n- The column is Name [1]"
    )


async def test_a_list_tells_only_what_is_about_its_topic() -> None:
    groups = [Group(title, (at,), most=4, about="warranty purchase") for at, title in enumerate(("Pump", "Warranty"), start=1)]

    written = await told(groups, PUMP, WARRANTY, listing=True)

    assert "Pump" not in written
    assert "The warranty of the station lasts for two years" in written


async def test_each_side_of_a_comparison_has_a_topic_of_its_own() -> None:
    both = from_document(f"{PUMP.chunk.text} {WARRANTY.chunk.text}")
    groups = [Group("water", (1,), 1, about="litres of water"), Group("years", (1,), 1, about="warranty years of purchase")]

    written = await told(groups, both)

    assert written.startswith("**water**\n- The pump moves forty litres")
    assert "**years**\n- The warranty of the station" in written


async def test_a_section_without_a_sentence_is_left_out() -> None:
    assert await told([Group("Figures", (1,))], from_document("12 | 13 | 14\n15 | 16 | 17")) == ""


async def test_without_vectors_places_and_words_decide() -> None:
    class Away(FakeEmbedder):
        async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
            raise EmbeddingFailed("away")

    writer = OverviewWriter(Away(), [Group("Warranty", (1,), most=1)])
    pieces = [piece async for piece in writer.write(QuoteRequest("", (WARRANTY,)))]

    assert pieces == ["**Warranty**\n- The warranty of the station lasts for two years from the day of purchase. [1]"]


def test_what_cannot_stand_by_itself_is_not_sayable() -> None:
    passage = from_document(
        "and so the first half of this sentence is on the page before. Does anybody know how long this sentence is? "
        "For more information see www.example.org or write to us at any time. "
        "The board met on 18 May at the office of Smith & Co. in Bergen and approved the plan. "
        "A closing quote that was never opened ends this otherwise useful sentence.” Total .......... 12."
    )

    assert quotable_sentences(passage.chunk) == [
        "The board met on 18 May at the office of Smith & Co. in Bergen and approved the plan.",
        "A closing quote that was never opened ends this otherwise useful sentence.",
    ]


def test_brackets_of_a_source_are_no_markers() -> None:
    passage = from_document("As was shown by others before [3], the pump of the station moves water.")

    assert quotable_sentences(passage.chunk) == ["As was shown by others before [3], the pump of the station moves water."]


def test_short_sentences_are_told_where_there_are_no_longer_ones() -> None:
    short = from_document("Train travel in second class is reimbursed. Taxis need the approval of the manager.")

    assert quotable_sentences(short.chunk) == [
        "Train travel in second class is reimbursed.",
        "Taxis need the approval of the manager.",
    ]
    assert "It was made in Bergen." not in quotable_sentences(PUMP.chunk)
