from __future__ import annotations

import pytest

from chat.answering.citations import cite, quote, supports
from tests.passages import from_document

BATTERY = from_document("The pack weighs 2 kg. The battery pack is covered for 12 months. Keep it dry.", rank=1)
HOTEL = from_document("Hotel costs are reimbursed up to 160 EUR per night.", rank=2)


def test_a_marker_becomes_a_citation_of_its_source() -> None:
    text, citations = cite("The battery is covered for 12 months [1].", [BATTERY, HOTEL])

    assert text == "The battery is covered for 12 months [1]."
    assert [(c.marker, c.passage, c.quote, c.supported) for c in citations] == [
        (1, BATTERY, "The battery pack is covered for 12 months.", True)
    ]


def test_a_marker_to_nothing_is_removed() -> None:
    text, citations = cite("Covered for 12 months [7]. Also [0] this.", [BATTERY])

    assert text == "Covered for 12 months. Also this."
    assert citations == ()


def test_markers_that_share_brackets_are_written_apart() -> None:
    text, citations = cite("Covered, and paid [1, 2].", [BATTERY, HOTEL])

    assert text == "Covered, and paid [1][2]."
    assert [citation.marker for citation in citations] == [1, 2]


def test_citations_stand_in_the_order_of_first_use() -> None:
    _, citations = cite("Up to 160 EUR per night [2]. Covered for 12 months [1]. Hotel costs again [2].", [BATTERY, HOTEL])

    assert [citation.marker for citation in citations] == [2, 1]


def test_a_quotation_is_found_in_its_passage_whatever_the_line_breaks() -> None:
    passage = from_document("Covered for\n  twelve months\nfrom purchase.")

    assert quote("“Covered for twelve months”", passage.chunk.text) == "Covered for\n  twelve months"


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        pytest.param("The battery pack is covered for 12 months.", True, id="said so"),
        pytest.param("The battery pack is covered for 24 months.", False, id="another number"),
        pytest.param("Parental leave lasts all summer.", False, id="another matter"),
        pytest.param("", True, id="nothing claimed"),
    ],
)
def test_a_claim_needs_its_numbers_and_most_of_its_words_in_the_passage(claim: str, holds: bool) -> None:
    assert supports(BATTERY.chunk.text, claim) is holds
