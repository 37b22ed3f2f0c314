"""Tests of building a tree from headings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chat.chunking.structure import sections
from chat.domain import Extracted, Heading
from chat.extraction.extract import extract
from chat.settings import LimitSettings
from tests import files


def document(*levels: int) -> Extracted:
    """Return a document with headings of these levels, ten characters each."""
    headings = tuple(Heading(f"h{place}", level, place * 10) for place, level in enumerate(levels))
    return Extracted("x" * 10 * (len(levels) + 1), "text/plain", headings=headings)


def test_the_document_is_the_root_and_contains_all() -> None:
    root = sections(document(), "notes.txt")[0]

    assert (root.id, root.parent, root.title, root.level, root.start, root.end) == ("0", None, "notes.txt", 0, 0, 10)


def test_the_root_has_the_title_that_the_file_states() -> None:
    extracted = extract(files.HANDBOOK_NAME, files.handbook_pdf(), LimitSettings())

    assert sections(extracted, files.HANDBOOK_NAME)[0].title == files.HANDBOOK_TITLE


def test_a_section_ends_where_the_next_of_its_level_or_further_out_begins() -> None:
    tree = sections(document(1, 2, 3, 2, 1), "x")

    assert [(section.id, section.parent, section.start, section.end) for section in tree] == [
        ("0", None, 0, 60),
        ("1", "0", 0, 40),
        ("2", "1", 10, 30),
        ("3", "2", 20, 30),
        ("4", "1", 30, 40),
        ("5", "0", 40, 60),
    ]


def test_a_skipped_level_hangs_on_the_next_one_out() -> None:
    assert [section.parent for section in sections(document(3, 1, 4, 2), "x")] == [None, "0", "0", "2", "2"]


@given(st.lists(st.integers(1, 6), max_size=30))
def test_every_section_lies_within_its_parent(levels: list[int]) -> None:
    tree = sections(document(*levels), "x")

    for section in tree[1:]:
        assert section.parent is not None
        parent = tree[int(section.parent)]
        assert parent.level < section.level
        assert parent.start <= section.start <= section.end <= parent.end
