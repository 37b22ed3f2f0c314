from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest

from chat.answering.citing.citations import cite, quote
from tests.passages import from_document, from_message

BATTERY = from_document("The pack weighs 2 kg. The battery pack is covered for 12 months. Keep it dry.", rank=1)
HOTEL = from_document("Hotel costs are reimbursed up to 160 EUR per night.", rank=2)


def test_a_marker_becomes_a_citation_of_its_source() -> None:
    cited = cite("The battery is covered for 12 months [1].", [BATTERY, HOTEL])

    assert cited.text == "The battery is covered for 12 months [1]."
    assert [(c.marker, c.passage, c.quote, c.supported) for c in cited.citations] == [
        (1, BATTERY, "The battery pack is covered for 12 months.", True)
    ]


@pytest.mark.parametrize(
    "remark",
    ["(from your conversation “A trip (to Lisbon)”)", "(no longer holds, said otherwise later)", "（已不再成立，后来另有说法）"],
)
def test_a_remark_behind_a_marker_is_no_part_of_what_the_next_marker_claims(remark: str) -> None:
    cited = cite(f"“The pack weighs 2 kg.” [1] {remark} and “reimbursed up to 160 EUR per night” [2].", [BATTERY, HOTEL])

    assert [citation.supported for citation in cited.citations] == [True, True]


def test_a_marker_to_nothing_is_removed() -> None:
    cited = cite("Covered for 12 months [7]. Also [0] this.", [BATTERY])

    assert cited.text == "Covered for 12 months. Also this."
    assert cited.citations == ()


@pytest.mark.parametrize("half", [" [", " [1", "[1, ", " [1][2", " [1,2"])
def test_half_a_marker_goes_with_what_was_cut_off(half: str) -> None:
    cited = cite(f"Covered for 12 months{half}", [BATTERY, HOTEL], cut=True)

    assert cited.text.removesuffix(" [1]").removesuffix("[1]") == "Covered for 12 months"


@pytest.mark.parametrize(
    ("written", "settled"),
    [
        ("Covered for 12 months【1】.", "Covered for 12 months [1]."),
        ("Covered for 12 months 【1†L4-L9】.", "Covered for 12 months [1]."),
        ("Covered for 12 months [Source 1].", "Covered for 12 months [1]."),
        ("Covered, and paid [sources 1, 2].", "Covered, and paid [1][2]."),
        ("See 【7】 and `【1】`.", "See 【7】 and `【1】`."),
        ("Covered for 12 months[^1]: at least.\n\n[^1]: The pack.", "Covered for 12 months [1]: at least.\n\n[1] The pack."),
        ("Covered, and paid [1-2].", "Covered, and paid [1][2]."),
        ("See [^7], `[^1]`, [1-9] and [2–1].", "See [^7], `[^1]`, [1-9] and [2–1]."),
        ("See [1-2](#there) and items[1-2].", "See [1-2](#there) and items[1-2]."),
    ],
)
def test_a_models_other_ways_to_write_markers_are_understood(written: str, settled: str) -> None:
    assert cite(written, [BATTERY, HOTEL], complete=True).text == settled


def test_a_row_of_markers_out_of_a_source_is_none() -> None:
    study = from_document("As shown before [1-2], the dose was halved.", rank=1)

    cited = cite("As shown before [1-2], it was halved [1].", [study, HOTEL], complete=True)

    assert cited.text == "As shown before [1-2], it was halved [1]."


@pytest.mark.parametrize(
    "listed",
    [
        "Sources:\n[1] battery.md, Cover\n[2] {name}",
        "**Quellen**\n\n- [1] {name}\n- [2]: my own words\n",
        "[^2]: {name}\n[^1]: page 4",
        "Sources: [2] {name}",
    ],
)
def test_a_list_of_sources_at_the_end_claims_nothing(listed: str) -> None:
    said = "The battery pack is covered for 12 months [1]."

    cited = cite(f"{said}\n\n{listed.format(name=HOTEL.document_name)}", [BATTERY, HOTEL], complete=True)

    assert [cited.text[claim.start : claim.end] for claim in cited.claims] == [said.removesuffix(".")]
    assert cited.text.endswith(listed.format(name=HOTEL.document_name).replace("[^2]:", "[2]").replace("[^1]:", "[1]"))


def test_lines_that_begin_with_a_marker_and_name_no_file_are_no_list() -> None:
    text = "The battery pack is covered for 12 months [1].\n\n[2] Hotel costs are reimbursed up to 99 EUR [2]."

    assert not cite(text, [BATTERY, HOTEL], complete=True).claims[-1].supported


def test_brackets_that_are_open_in_code_stay() -> None:
    assert cite("Run\n```\nprices[1", [BATTERY], cut=True).text == "Run\n```\nprices[1"


def test_thousands_of_markers_are_settled_at_once() -> None:
    started = process_time()
    cite("Up to 12 months. " * 100 + "So [1]. " * 4_000, [])

    assert process_time() - started < 5


def test_markers_that_share_brackets_are_written_apart() -> None:
    cited = cite("Covered, and paid [1, 2].", [BATTERY, HOTEL])

    assert cited.text == "Covered, and paid [1][2]."
    assert [citation.marker for citation in cited.citations] == [1, 2]


def test_citations_stand_in_the_order_of_first_use() -> None:
    cited = cite("Up to 160 EUR per night [2]. Covered for 12 months [1]. Hotel costs again [2].", [BATTERY, HOTEL])

    assert [citation.marker for citation in cited.citations] == [2, 1]


def test_a_quotation_is_found_in_its_passage_whatever_the_line_breaks() -> None:
    passage = from_document("Covered for\n  twelve months\nfrom purchase.")

    assert quote("“Covered for twelve months”", passage.chunk.text) == "Covered for\n  twelve months"


@pytest.mark.parametrize(
    "said",
    [
        'A "covered work" means the program or a work based on it.',
        "The term “owner” means whoever holds the deed.",
        "It is short for “codegen.”",
        "Write “\\[x\\]” for a chosen box.",
    ],
)
def test_a_quotation_with_quotation_marks_is_quoted_whole(said: str) -> None:
    text = f"TERMS AND CONDITIONS.\n\nNo owner of codegen has [x] rights.\n\n{said}\n\nEnd.".replace("\\", "")

    assert quote(f"“{said}”", text) == said.replace("\\", "")


def test_of_a_sentence_about_a_term_the_whole_sentence() -> None:
    text = "An owner pays. The term “owner” means whoever holds the deed of the house."

    assert quote("The deed decides who is an “owner”.", text) == "The term “owner” means whoever holds the deed of the house."


STUDY = from_document("As shown before [3], the dose was halved. [4] Smith reported the same in 2019.", rank=1)


@pytest.mark.parametrize(
    ("written", "settled"),
    [
        pytest.param(
            "“As shown before [3], the dose was halved.” [1]", "“As shown before \\[3\\], the dose was halved.” [1]", id="quoted"
        ),
        pytest.param("As shown before [3], it was halved [1].", "As shown before \\[3\\], it was halved [1].", id="copied"),
        pytest.param("“\\[4\\] Smith reported the same” [1]", "“\\[4\\] Smith reported the same” [1]", id="escaped already"),
    ],
)
def test_brackets_out_of_a_source_are_no_marker(written: str, settled: str) -> None:
    cited = cite(written, [STUDY, HOTEL, BATTERY])

    assert cited.text == settled
    assert [citation.marker for citation in cited.citations] == [1]


def test_what_an_earlier_answer_cited_with_the_same_number_is_a_marker_again() -> None:
    earlier = from_message("The battery is covered [1].", role="assistant")

    cited = cite("The battery is covered [1].", [BATTERY, earlier])

    assert cited.text == "The battery is covered [1]."
    assert [citation.marker for citation in cited.citations] == [1]


@pytest.mark.parametrize(
    "code", ["Read `items[1]` first.", "```python\nfirst = items[1]\nlast = items[7]\n```\n", "The first one is items[0]."]
)
def test_in_code_nothing_is_a_marker(code: str) -> None:
    cited = cite(code, [BATTERY, HOTEL])

    assert (cited.text, cited.citations) == (code, ())


def test_a_sentence_that_its_source_does_not_bear_out_is_told_with_the_reason() -> None:
    text = "The battery is covered for 24 months [1]. Hotels are paid up to 160 EUR [2]."

    cited = cite(text, [BATTERY, HOTEL])

    assert [(text[claim.start : claim.end], claim.supported, claim.reason) for claim in cited.claims] == [
        ("The battery is covered for 24 months [1]", False, "number"),
        ("Hotels are paid up to 160 EUR [2]", True, None),
    ]
    assert [citation.supported for citation in cited.citations] == [False, True]


def test_what_is_said_of_a_small_tables_columns_is_borne_out_by_its_rows() -> None:
    row = "Action: Sign the lease; Who: Anna Berg; Until: 20 October 2025"
    tasks = from_document(row, rank=1)

    cited = cite("The columns are Action, Who and Until [1].", [replace(tasks, chunk=replace(tasks.chunk, rows=(1, 1)))])

    assert [claim.supported for claim in cited.claims] == [True]


def test_two_sources_may_bear_out_a_sentence_together() -> None:
    text = "The battery pack is covered for 12 months and hotel costs are reimbursed up to 160 EUR [1][2]."

    cited = cite(text, [BATTERY, HOTEL])

    assert [claim.supported for claim in cited.claims] == [True]


def test_a_sentence_without_a_marker_gets_that_of_the_source_that_plainly_says_it() -> None:
    text = "The battery pack is covered for 12 months. I hope that this helps. Hotel costs are reimbursed [2]."

    cited = cite(text, [BATTERY, HOTEL], complete=True)

    assert cited.text == "The battery pack is covered for 12 months [1]. I hope that this helps. Hotel costs are reimbursed [2]."


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# The battery pack is covered for 12 months", id="heading"),
        pytest.param("Is the battery pack covered for 12 months?", id="question"),
        pytest.param("```\nThe battery pack is covered for 12 months.\n```", id="code"),
        pytest.param("| The battery pack is covered for 12 months |", id="table"),
        pytest.param("The battery pack is covered for 24 months.", id="not what the source says"),
        pytest.param("Keep it dry.", id="too little to tell"),
    ],
)
def test_what_is_no_plain_statement_gets_no_marker(text: str) -> None:
    assert cite(text, [BATTERY, HOTEL], complete=True).text == text


def test_what_was_said_in_the_conversation_is_known_with_its_speaker_and_date() -> None:
    said = from_message("I moved to Utrecht.", author="Caroline")

    cited = cite(
        "Caroline said on 8 May 2026 that she moved to Utrecht [1]. Caroline said on 9 May 2026 that she moved [1].", [said]
    )

    assert [claim.reason for claim in cited.claims] == [None, "date"]


def test_letters_that_other_alphabets_fold_differently_are_read_as_they_look() -> None:
    said = from_document("CİRO: 5 MİLLİON IN 12 MİL, PAID ON FRİDAY IN APRİL, THE FİRST QUARTER.", rank=1)

    assert cite("The turnover was 5 million, paid on Friday [1].", [said]).citations[0].passage == said


def test_an_operator_in_quoted_code_is_no_emphasis() -> None:
    area = from_document("def area(radius):\n    return 3.14159 * radius ** 2", "circle.py")

    cited = cite("“def area(radius): return 3.14159 * radius ** 2” [1]", [area])

    assert cited.citations[0].supported
