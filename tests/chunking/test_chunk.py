"""Tests of chunking documents: exact offsets, whole sentences, the right page and section, never over the limit."""

from __future__ import annotations

import re
from itertools import pairwise
from time import process_time
from typing import Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.chunking.chunk import STRATEGIES, cut
from chat.chunking.regions import regions
from chat.chunking.slices import Slice
from chat.chunking.splitting import MODEL_WINDOW
from chat.chunking.structure import sections
from chat.domain import Extracted, Heading, Page, Table
from chat.embedding.tokens import word_piece
from chat.extraction.extract import extract
from chat.settings import ChunkingSettings, LimitSettings
from tests import files

count = word_piece().count


Strategy = Literal["structure", "fixed"]


def chunking(tokens: int = 200, overlap: int = 40, strategy: Strategy = "structure") -> ChunkingSettings:
    return ChunkingSettings(
        chunk_tokens=tokens,
        chunk_overlap_tokens=overlap,
        running_text_tokens=tokens,
        running_text_overlap_tokens=overlap,
        strategy=strategy,
    )


def slices_of(extracted: Extracted, tokens: int = 200, overlap: int = 40, strategy: Strategy = "structure") -> tuple[Slice, ...]:
    return tuple(cut(extracted, sections(extracted, "name"), chunking(tokens, overlap, strategy), count))


def texts_of(extracted: Extracted, tokens: int = 200, overlap: int = 40) -> list[str]:
    return [extracted.text[each.start : each.end] for each in slices_of(extracted, tokens, overlap)]


def handbook() -> Extracted:
    return extract(files.HANDBOOK_NAME, files.handbook_pdf(), LimitSettings())


def plain(text: str, *headings: Heading) -> Extracted:
    return Extracted(text, "text/plain", headings=headings)


def with_table(above: str, rows: int, below: str = "", columns: tuple[str, ...] = ()) -> Extracted:
    """Return text, printed rows of seven tokens each below a line of column names, and text after them."""
    lines = ["Year Net sales", *(f"Item{number:03} 2018 450 {number}" for number in range(2, rows + 1))]
    start = len(above) + 1 if above else 0
    text = "\n".join(filter(None, [above, *lines, below]))
    table = Table(start, start + len("\n".join(lines)), columns=columns, header="" if columns else lines[0])
    return Extracted(text, "x", tables=(table,))


def numbered(sentences: int) -> str:
    return " ".join(f"This is sentence number {number} of a long text." for number in range(sentences))


# --- pages and sections ------------------------------------------------------------------------------------------


def test_chunks_of_a_pdf_know_their_page_and_headings() -> None:
    extracted = handbook()

    found = {
        word: next(each for each in slices_of(extracted) if word in extracted.text[each.start : each.end])
        for word in ("1987", "225 kilowatts", "40,000 litres", "greenhouse", "Solheim")
    }

    assert {word: each.page for word, each in found.items()} == {
        "1987": 1,
        "225 kilowatts": 2,
        "40,000 litres": 3,
        "greenhouse": 4,
        "Solheim": 5,
    }
    assert found["40,000 litres"].path == ("Energy", "Diesel generator")


def test_a_section_long_enough_to_stand_alone_is_not_mixed_with_the_next() -> None:
    text = f"Alpha\n{numbered(12)}\nBeta\n{numbered(12)}"
    extracted = plain(text, Heading("Alpha", 1, 0), Heading("Beta", 1, text.index("Beta")))

    slices = slices_of(extracted)

    assert [each.path for each in slices] == [("Alpha",), ("Beta",)]
    assert slices[1].start == text.index("Beta")


def test_a_heading_alone_goes_with_the_text_below_it() -> None:
    text = f"Chapter\nPart\n{numbered(10)}"
    extracted = plain(text, Heading("Chapter", 1, 0), Heading("Part", 2, 8))

    assert [(each.start, each.path) for each in slices_of(extracted)] == [(0, ("Chapter", "Part"))]


def test_short_neighbours_stand_together_under_what_contains_them() -> None:
    extracted = extract(files.NOTES_NAME, files.notes_markdown(), LimitSettings())

    first = slices_of(extracted)[0]

    assert "Watering" in extracted.text[first.start : first.end]
    assert first.path == ("Garden notes",)


def test_a_short_section_is_not_drawn_into_the_next_chapter() -> None:
    text = f"One\n{numbered(10)}\nDetail\n{numbered(3)}\nTwo\n{numbered(10)}"
    headings = (Heading("One", 1, 0), Heading("Detail", 2, text.index("Detail")), Heading("Two", 1, text.index("Two\n")))

    assert [each.path[-1] for each in slices_of(plain(text, *headings))] == ["One", "Detail", "Two"]


def test_a_sentence_that_runs_over_the_end_of_a_page_stays_whole_on_the_page_where_it_begins() -> None:
    first, second = "It began on this page and", "ended on the next. Then came more."
    pages = (Page(1, 0, len(first)), Page(2, len(first) + 1, len(first) + 1 + len(second)))
    extracted = Extracted(f"{first}\n{second}", "application/pdf", pages=pages)

    assert texts_of(extracted, tokens=60) == [f"{first}\nended on the next.", "Then came more."]


def test_thousands_of_pages_with_headings_of_their_own_are_looked_through_at_once() -> None:
    pages, headed, long = 3_000, 10, 30
    extracted = Extracted(
        text="A few words here and there.\n\n\n" * (pages * headed),
        media_type="application/pdf",
        headings=tuple(Heading("Words", 1, at * long, 1) for at in range(pages * headed)),
        pages=tuple(Page(at + 1, at * headed * long, (at + 1) * headed * long) for at in range(pages)),
    )
    tree = sections(extracted, "name")

    started = process_time()
    found = list(regions(extracted, tree))

    assert process_time() - started < 2
    assert len(found) == pages * headed


def test_a_page_of_scraps_goes_with_the_next_page() -> None:
    extracted = Extracted("42\nThe text begins here.", "application/pdf", pages=(Page(1, 0, 2), Page(2, 3, 24)))

    slices = slices_of(extracted)

    assert [(each.start, each.page) for each in slices] == [(0, 2)]


# --- sizes and overlap -------------------------------------------------------------------------------------------


def test_a_chunk_begins_and_ends_with_whole_sentences() -> None:
    texts = texts_of(plain(numbered(100)))

    assert len(texts) > 2
    assert all(text.startswith("This is") and text.endswith("text.") for text in texts)


def test_a_chunk_repeats_the_last_sentences_of_the_one_before() -> None:
    slices = slices_of(plain(numbered(100)))

    assert len(slices) > 2
    for before, after in pairwise(slices):
        repeated = numbered(100)[after.start : before.end]
        assert repeated.startswith("This is")
        assert 20 <= count(repeated) <= 40


def test_no_chunk_is_repeated_whole_by_the_next() -> None:
    short = (
        "The pump hums while it runs, which it does whenever the water in the cellar stands higher than the lowest of the three "
        "marks on its wall."
    )
    long = " ".join(f"Valve number {number} of the pump is opened by hand." for number in range(14))

    texts = texts_of(plain(f"{short}\n\n{long}\n\n{numbered(20)}"))

    assert texts[0] == f"{short}\n\n{long}"
    assert len(texts) > 1
    assert not any(one in other for one, other in pairwise(texts))


def test_without_overlap_nothing_is_repeated() -> None:
    slices = slices_of(plain(numbered(100)), overlap=0)

    assert len(slices) > 2
    assert all(before.end <= after.start for before, after in pairwise(slices))


@pytest.mark.parametrize(("sentences", "headings", "most"), [(600, 0, 90), (600, 1, 60), (20, 0, 60)])
def test_long_text_of_which_nothing_marks_the_parts_is_cut_into_longer_chunks(sentences: int, headings: int, most: int) -> None:
    text = numbered(sentences)
    extracted = plain(text, *[Heading("Sentences", 1, 0)] * headings)
    sizes = ChunkingSettings(chunk_tokens=60, running_text_tokens=90)

    longest = max(count(text[each.start : each.end]) for each in cut(extracted, sections(extracted, "name"), sizes, count))

    assert most - 15 < longest <= most


def test_a_word_that_is_one_token_to_the_model_does_not_make_a_chunk_without_end() -> None:
    assert max(map(len, texts_of(plain("a" * 10_000)))) <= 200 * 16


def test_the_largest_setting_leaves_room_for_the_header() -> None:
    longest = max(count(text) for text in texts_of(plain(numbered(300)), tokens=214))

    assert longest + 40 <= MODEL_WINDOW


# --- tables ------------------------------------------------------------------------------------------------------


def test_rows_are_packed_whole() -> None:
    extracted = extract("t.csv", b"name,value\n" + b"an article,12.50\n" * 100, LimitSettings())

    texts = texts_of(extracted)

    assert len(texts) > 2
    for text in texts[1:-1]:
        lines = text.split("\n")
        assert len(lines) > 5
        assert set(lines) == {"name: an article; value: 12.50"}


def test_a_row_over_the_limit_is_split() -> None:
    extracted = extract("t.csv", b"name,value\nx," + b"word " * 500 + b"\ny,1\n", LimitSettings())

    texts = texts_of(extracted)

    assert len(texts) > 2
    assert texts[-1].endswith("name: y; value: 1")


def test_rows_fill_a_chunk() -> None:
    extracted = extract("t.csv", b"name,value\n" + b"an article,12.50\n" * 100, LimitSettings())

    texts = texts_of(extracted)

    assert len(texts) > 1
    assert all(180 < count(text) <= 200 for text in texts[:-1])


def test_a_caption_goes_with_the_first_rows_and_does_not_count_as_one() -> None:
    extracted = with_table("Sales by item, in millions", rows=60)

    first, second, *_ = slices_of(extracted)

    assert extracted.text[first.start : first.end].startswith("Sales by item, in millions\nYear Net sales\nItem002")
    assert first.rows is not None
    assert first.rows[0] == 1
    assert first.rows[1] == extracted.text[first.start : first.end].count("\n")
    assert second.rows is not None
    assert second.rows[0] == first.rows[1] + 1


def test_the_names_of_columns_are_repeated_only_where_the_rows_do_not_begin_with_them() -> None:
    slices = slices_of(with_table("Sales by item, in millions", rows=90))

    assert [each.columns for each in slices] == ["", "Year Net sales", "Year Net sales"]


def test_text_long_enough_to_stand_alone_stays_apart_from_the_rows_below_it() -> None:
    slices = slices_of(with_table(numbered(12), rows=20))

    assert [each.rows for each in slices] == [None, (1, 20)]


def test_a_caption_that_does_not_fit_beside_the_first_row_stands_alone() -> None:
    row = "name: " + "word " * 195
    text = f"Sales by item, in millions\n{row}"
    extracted = Extracted(text, "x", tables=(Table(27, len(text), columns=("name",)),))

    assert [(each.rows, each.fields is None) for each in slices_of(extracted)] == [(None, True), ((1, 1), False)]


def test_only_a_row_that_is_a_chunk_by_itself_has_fields() -> None:
    row = "name: " + "word " * 110
    extracted = Extracted(f"Items\n{row}\n{row}", "x", tables=(Table(6, 6 + 2 * len(row) + 1, columns=("name",)),))

    assert [(each.rows, each.fields is None) for each in slices_of(extracted)] == [((1, 1), True), ((2, 2), False)]


def test_a_short_note_below_a_table_goes_with_its_last_rows() -> None:
    extracted = with_table("", rows=20, below="(a) Restated.")

    [only] = slices_of(extracted)

    assert extracted.text[only.start : only.end].endswith("(a) Restated.")
    assert only.rows == (1, 20)


@pytest.mark.parametrize("rows", range(20, 60))
def test_the_last_rows_are_never_a_scrap(rows: int) -> None:
    extracted = with_table("", rows)

    slices = slices_of(extracted)

    assert min(count(extracted.text[each.start : each.end]) for each in slices) >= 20
    assert [each.rows[0] for each in slices[1:] if each.rows] == [each.rows[1] + 1 for each in slices[:-1] if each.rows]


# --- text too short for a chunk ----------------------------------------------------------------------------------


def test_a_scrap_that_may_not_go_on_stands_with_what_is_before_it() -> None:
    text = f"One\n{numbered(10)}\nDetail\nA short end.\nTwo\n{numbered(10)}"
    headings = (Heading("One", 1, 0), Heading("Detail", 2, text.index("Detail")), Heading("Two", 1, text.index("Two\n")))

    slices = slices_of(plain(text, *headings))

    assert [each.path for each in slices] == [("One",), ("Two",)]
    assert text[slices[0].start : slices[0].end].endswith("A short end.")


def test_a_heading_is_not_cut_off_from_a_long_paragraph() -> None:
    text = f"Fees and other charges\n\n{numbered(15)}\n\n{numbered(15)}"

    [first, *_] = texts_of(plain(text, Heading("Fees and other charges", 1, 0)))

    assert first.startswith("Fees and other charges\n\nThis is")


def test_a_scrap_stays_on_its_page() -> None:
    first, second = f"{numbered(10)}", "A note of several words that ends here."
    pages = (Page(1, 0, len(first)), Page(2, len(first) + 1, len(first) + 1 + len(second)))

    assert [each.page for each in slices_of(Extracted(f"{first}\n{second}", "x", pages=pages), tokens=120)] == [1, 2]


# --- fixed windows -----------------------------------------------------------------------------------------------


def test_fixed_windows_run_over_headings_and_belong_where_most_of_them_lies() -> None:
    text = f"Alpha\n{numbered(6)}\n\nBeta\n{numbered(30)}"
    beta = text.index("Beta")
    pages = (Page(1, 0, beta), Page(2, beta, len(text)))
    extracted = Extracted(text, "x", pages=pages, headings=(Heading("Alpha", 1, 0), Heading("Beta", 1, beta)))

    slices = slices_of(extracted, strategy="fixed")

    assert slices[0].start < beta < slices[0].end
    assert [(each.page, each.path) for each in slices[1:]] == [(2, ("Beta",))] * (len(slices) - 1)


def test_fixed_windows_are_full_and_repeat_whole_sentences() -> None:
    extracted = plain("\n\n".join([numbered(7)] * 20))

    slices = slices_of(extracted, strategy="fixed")

    assert all(count(extracted.text[each.start : each.end]) > 170 for each in slices[1:-1])
    for before, after in pairwise(slices):
        assert extracted.text[after.start : before.end].startswith("This is")


def test_fixed_windows_know_the_rows_that_they_lie_in() -> None:
    extracted = with_table(numbered(2), rows=80, below=numbered(30))

    slices = slices_of(extracted, overlap=0, strategy="fixed")

    known = [each for each in slices if each.rows is not None]
    for each in known:
        assert each.rows is not None
        lines = extracted.text[each.start : each.end].split("\n")
        assert f"Item{each.rows[1]:03} 2018 450 {each.rows[1]}" in lines
    assert known[0].rows is not None
    assert known[0].rows[0] == 1
    assert slices[-1].rows is None


# --- any text ----------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "word",
        "sentence.",
        "End!",
        "\n",
        "\n\n",
        "- item",
        "港は千九百四年に。",
        "unbelievably",
        "a" * 120,
        "e\u0301",
        "3.5",
        "\t",
        "  ",
        "한국어",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=120).map(" ".join) | st.text(max_size=400)


@st.composite
def documents(draw: st.DrawFn) -> Extracted:
    """Generate a text with pages and headings anywhere in it, whose lines may be rows."""
    text = draw(TEXTS)
    places = st.lists(st.integers(0, len(text)), max_size=6, unique=True).map(sorted)
    bounds = [0, *(place for place in draw(places) if 0 < place < len(text)), len(text)]
    pages = tuple(Page(number, *bound) for number, bound in enumerate(pairwise(bounds), start=1))
    headings = tuple(Heading(f"h{place}", draw(st.integers(1, 4)), place) for place in draw(places))
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    start, end = draw(st.sampled_from(lines)), draw(st.sampled_from(lines))
    tables = (Table(start, end, header="a b"),) if start < end else ()
    return Extracted(text, "x", pages=pages if draw(st.booleans()) else (), headings=headings, tables=tables)


@settings(max_examples=400)
@given(documents(), st.integers(16, 60), st.integers(0, 30), st.sampled_from(get_args(Strategy)))
def test_chunks_hold_all_of_the_text_within_the_limit_at_exact_offsets(
    extracted: Extracted, tokens: int, overlap: int, strategy: Strategy
) -> None:
    tree = sections(extracted, "name")

    slices = tuple(cut(extracted, tree, chunking(tokens, overlap, strategy), count))

    covered: set[int] = set()
    for each in slices:
        text = extracted.text[each.start : each.end]
        assert text == text.strip() != ""
        assert count(text) <= tokens
        assert (each.page is None) == (not extracted.pages)
        assert tree[int(each.section)].id == each.section
        covered.update(range(each.start, each.end))
    assert all(place in covered or extracted.text[place].isspace() for place in range(len(extracted.text)))
    assert [each.end for each in slices] == sorted({each.end for each in slices})


def test_chunks_are_handed_on_before_the_table_has_been_read_to_its_end() -> None:
    counted: list[str] = []

    def counting(text: str) -> int:
        counted.append(text)
        return count(text)

    rows = "".join(f"{number} " * 8 + "\n" for number in range(5_000))
    extracted = Extracted(rows, "x", tables=(Table(0, len(rows)),))

    first = next(cut(extracted, sections(extracted, "name"), chunking(), counting))

    assert first.rows is not None
    assert first.rows[0] == 1
    assert sum(map(len, counted)) < len(rows) / 10


def test_a_chunk_of_rows_is_not_counted_again_once_its_rows_are() -> None:
    counted: list[str] = []

    def counting(text: str) -> int:
        counted.append(text)
        return count(text)

    rows = "".join(f"{number:06} " * 8 + "\n" for number in range(500))
    extracted = Extracted(rows, "x", tables=(Table(0, len(rows)),))

    _ = tuple(cut(extracted, sections(extracted, "name"), chunking(), counting))

    assert sum(map(len, counted)) < 1.5 * len(rows)


def test_every_strategy_of_the_settings_is_there() -> None:
    assert set(STRATEGIES) == set(get_args(ChunkingSettings.model_fields["strategy"].annotation))


def test_a_block_of_code_that_fits_is_not_cut() -> None:
    block = "```shell\n# With one.\npip install ruff\n\n# With another.\npipx install ruff\n```"
    prose = "Or install it with what you have at hand. " * 6
    text = f"{prose}\n\n{block}\n\n{prose}\n\n{block}\n\n{prose}"
    extracted = extract("guide.md", text.encode(), LimitSettings())

    chunks = [text[each.start : each.end] for each in cut(extracted, sections(extracted, "guide.md"), chunking(60, 30), count)]

    assert sum(block in chunk for chunk in chunks) >= 2
    assert all(chunk.count("```") % 2 == 0 for chunk in chunks)
