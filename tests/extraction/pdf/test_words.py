"""Tests of PDF tables with words in their cells."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.chunking.chunk import cut
from chat.chunking.structure import sections
from chat.domain import Extracted
from chat.extraction.pdf.lines import Gap, Line, Rule, Type
from chat.extraction.pdf.reader import read_pdf
from chat.extraction.pdf.tables import find_tables
from chat.extraction.pdf.words import with_word_tables
from chat.settings import ChunkingSettings, LimitSettings
from tests import pdf_files
from tests.pdf_files import BOLD, FEATURES, PROSE, Rows

LIMITS = LimitSettings()
HEADER = "Feature Description Owner"
JOINED = [" ".join(words for cell in row for words in cell) for row in FEATURES]
PLACES = (60, 220, 380)
OFFICES = (
    ("Name", "Role", "Place"),
    ("Ingrid Solheim", "Head of sales", "Bergen"),
    ("Marta Kowal", "Buyer", "Gdansk"),
    ("Ole Dahl", "Keeper of the stores", "Aarhus"),
)


def rows(extracted: Extracted) -> list[list[str]]:
    """Return the rows of each table, with a blank between their cells."""
    return [extracted.text[table.start : table.end].replace("\t", " ").split("\n") for table in extracted.tables]


def lines(*cells: tuple[str, ...], places: tuple[int, ...] = PLACES) -> bytes:
    """Return a PDF of one-line rows, with text below them."""
    return pdf_files.rows_pdf(*(tuple(zip(places, row, strict=False)) for row in cells), below=PROSE)


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "unruled"])
def test_cells_of_several_lines_are_joined_into_their_row(ruled: bool) -> None:
    extracted = read_pdf(pdf_files.cells_pdf(FEATURES, ruled=ruled, head=BOLD), LIMITS)

    assert rows(extracted) == [JOINED]
    assert [table.header for table in extracted.tables] == [HEADER]
    assert extracted.text.startswith("\n".join(PROSE))


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "unruled"])
def test_tabs_stand_between_the_cells_of_a_row(ruled: bool) -> None:
    extracted = read_pdf(pdf_files.cells_pdf(FEATURES, ruled=ruled, head=BOLD), LIMITS)

    [table] = extracted.tables
    assert extracted.text[table.start : table.end].split("\n") == ["\t".join(" ".join(cell) for cell in row) for row in FEATURES]
    assert "\t" not in extracted.text[: table.start] + extracted.text[table.end :]


def test_rules_make_a_table_of_cells_that_hold_sentences() -> None:
    said = (
        "This cell holds two sentences that go on",
        "for as long as some people write. It is",
        "no article, since rules stand around it.",
    )
    long: Rows = [[["Term"], ["Meaning"]], *([[f"Number {number}"], said] for number in range(4))]

    extracted = read_pdf(pdf_files.cells_pdf(long), LIMITS)

    assert rows(extracted) == [["Term Meaning", *(f"Number {number} {' '.join(said)}" for number in range(4))]]
    assert [table.header for table in extracted.tables] == ["Term Meaning"]


def test_short_cells_one_below_the_other_are_a_table_without_any_rule() -> None:
    extracted = read_pdf(lines(*OFFICES), LIMITS)

    assert rows(extracted) == [[" ".join(row) for row in OFFICES]]
    assert [table.header for table in extracted.tables] == ["Name Role Place"]


def test_each_chunk_of_a_table_knows_the_names_of_its_columns() -> None:
    many: Rows = [FEATURES[0], *(FEATURES[1:] * 4)]
    extracted = read_pdf(pdf_files.cells_pdf(many, ruled=False, head=BOLD, above=()), LIMITS)

    settings = ChunkingSettings(chunk_tokens=60, chunk_overlap_tokens=0)
    pieces = list(cut(extracted, sections(extracted, "features.pdf"), settings, lambda text: len(text.split())))

    assert len(pieces) > 2
    assert all(piece.columns == HEADER or extracted.text.startswith(HEADER, piece.start) for piece in pieces)


def test_a_header_that_is_printed_on_each_page_stays_with_the_rows_below_it() -> None:
    extracted = read_pdf(pdf_files.cells_pdf(FEATURES, [FEATURES[0], *FEATURES[:1:-1]], head=BOLD), LIMITS)

    assert rows(extracted) == [JOINED, [JOINED[0], JOINED[3], JOINED[2]]]
    assert [table.header for table in extracted.tables] == [HEADER, HEADER]


def test_a_header_that_is_printed_once_goes_on_over_the_page() -> None:
    extracted = read_pdf(pdf_files.cells_pdf(FEATURES, FEATURES[2:], ruled=False, above=()), LIMITS)

    assert rows(extracted) == [JOINED, JOINED[2:]]
    assert [table.header for table in extracted.tables] == [HEADER, HEADER]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(pdf_files.article_pdf(beside=False), id="columns of prose, one after the other"),
        pytest.param(pdf_files.article_pdf(beside=True), id="columns of prose, line beside line"),
        pytest.param(pdf_files.two_columns_pdf(), id="columns of short lines"),
        pytest.param(
            lines(*((f"On {name[0]}", f"{7 * number}") for number, name in enumerate(OFFICES, start=1)), places=(60, 500)),
            id="contents",
        ),
        pytest.param(
            lines(*((f"{number}.", f"Switch number {number} on") for number in range(1, 7)), places=(60, 90)), id="a list"
        ),
        pytest.param(lines(*(("•", words[:40]) for words in PROSE * 2), places=(60, 90)), id="points"),
        pytest.param(
            lines(*((f"{word}:", "") for word in ("Name", "Street", "Town", "Date")), *OFFICES[:1], places=(60, 300)),
            id="a form",
        ),
        pytest.param(
            lines(
                ("Northern Lamps Ltd", "Southern Lamps Ltd"),
                ("12 River Street", "4 Station Road"),
                ("Bergen 50120", "Hull 40211"),
                ("Norway", "England"),
                places=(60, 300),
            ),
            id="addresses",
        ),
        pytest.param(lines(*OFFICES[:2]), id="two rows"),
        pytest.param(pdf_files.set_pdf(PROSE * 3), id="prose"),
    ],
)
def test_what_is_no_table_of_words(content: bytes) -> None:
    assert read_pdf(content, LIMITS).tables == ()


def test_a_table_of_numbers_is_as_it_was() -> None:
    extracted = read_pdf(pdf_files.income_pdf(), LIMITS)

    assert [table.header for table in extracted.tables] == ["Year ended December 31 (Millions) 2018 2017 2016"]
    assert len(rows(extracted)[0]) == 5


PLACE = st.integers(0, 40).map(lambda number: 15.0 * number)
TYPES = st.builds(
    lambda bold, x, y, width, gaps: Type(size=10.0, bold=bold, x=x, y=y, last_x=x + width, gaps=tuple(gaps)),
    st.booleans(),
    PLACE,
    PLACE,
    PLACE,
    st.lists(st.builds(Gap, st.integers(0, 4), PLACE, PLACE), max_size=3),
)
WORDS = st.lists(st.sampled_from(["Name", "role of the", "12", "$ 1,210", "•", "—", "Total:"]), min_size=1, max_size=4)
RULES = st.lists(st.builds(Rule, PLACE, st.just(10.0), st.just(500.0)), max_size=6)


@settings(max_examples=150)
@given(page=st.lists(st.tuples(WORDS, TYPES), min_size=1, max_size=12), rules=RULES, pages=st.integers(1, 2))
def test_tables_lie_apart_from_each_other_wherever_lines_stand(
    page: list[tuple[list[str], Type]], rules: list[Rule], pages: int
) -> None:
    start, laid_out = 0, list[list[Line]]()
    for _ in range(pages):
        laid_out.append([])
        for words, type_ in page:
            laid_out[-1].append(Line(" ".join(words), start, type_))
            start = laid_out[-1][-1].end + 1
    drawn = [sorted(rules, key=lambda rule: -rule.y)] * pages

    found = with_word_tables(laid_out, drawn, frozenset(), find_tables(laid_out, frozenset()))

    ends = {line.end for lines in laid_out for line in lines}
    assert set(found.joints) <= ends
    assert len(set(found.joints)) == len(found.joints)
    assert all(table.start < table.end and table.end in ends for table in found.tables)
    assert all(one.end < other.start for one, other in zip(found.tables, found.tables[1:], strict=False))


VESSELS = (
    ("Vessel", "Built", "Top speed (kn)"),
    ("Petrel", "2013", "24"),
    ("Gannet", "1998", "17"),
    ("Old Osprey", "2007", "22"),
)


@pytest.mark.parametrize(
    "rows_of_cells",
    [VESSELS, (*VESSELS, ("Total", "63"))],
    ids=["each row whole", "a total that lacks a cell"],
)
def test_a_table_of_figures_under_short_names_has_tabs_between_its_cells(rows_of_cells: tuple[tuple[str, ...], ...]) -> None:
    extracted = read_pdf(lines(*rows_of_cells), LIMITS)

    [table] = extracted.tables
    assert extracted.text[table.start : table.end].split("\n") == ["\t".join(row) for row in rows_of_cells]
    assert table.header == "Vessel Built Top speed (kn)"


def test_the_column_of_what_rows_of_figures_are_called_may_have_no_name() -> None:
    content = pdf_files.rows_pdf(
        [(220, "Adults"), (380, "Children")],
        *(tuple(zip(PLACES, row, strict=True)) for row in (("Lecture", "7.50", "5.50"), ("Evening visit", "9.50", "4.00"))),
        below=PROSE,
    )

    extracted = read_pdf(content, LIMITS)

    assert extracted.text.startswith("Adults\tChildren\nLecture\t7.50\t5.50\nEvening visit\t9.50\t4.00\n")


@pytest.mark.parametrize(
    "rows_of_cells",
    [
        (("Island", "2022", "2023"), ("Eyrie", "48,210", "51,034"), ("Holm", "112,400", "118,020")),
        (("Vessel", "Built", "Top speed (kn)"), ("Petrel", "2013", "24")),
    ],
    ids=["years, which tell themselves", "one row"],
)
def test_other_rows_of_figures_stay_as_they_are_printed(rows_of_cells: tuple[tuple[str, ...], ...]) -> None:
    assert "\t" not in read_pdf(lines(*rows_of_cells), LIMITS).text
