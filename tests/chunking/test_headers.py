from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.chunking.headers import header, title
from chat.embedding.tokens import word_piece

count = word_piece().count


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Annual report.pdf", "Annual report"),
        ("Annual report (2).pdf", "Annual report"),
        ("notes.txt (3).txt", "notes"),
        ("src/app/Main.java (10).txt", "src/app/Main.java"),
        ("3M_2018_10K.pdf", "3M_2018_10K"),
        ("Profit (loss).xlsx", "Profit (loss)"),
        ("Makefile", "Makefile"),
        (".pdf", ".pdf"),
        ("822086267_6698-7277-0-579.txt", ""),
        ("9f86d081884c7d659a2feaa0c55ad015.md", ""),
        ("2023.pdf", "2023"),
        ("facade.md", "facade"),
    ],
)
def test_a_title_is_what_a_files_name_says_of_its_text(name: str, expected: str) -> None:
    assert title(name) == expected


@pytest.mark.parametrize(
    ("path", "limit", "expected"),
    [
        ((), 40, "book"),
        (("One", "Two"), 40, "book > One > Two"),
        (("The first long chapter", "Two"), 7, "book > … > Two"),
        (("One", "Two"), 2, "book"),
    ],
    ids=["title alone", "title and path", "outer heading gives way", "all headings give way"],
)
def test_a_header_fits_its_limit(path: tuple[str, ...], limit: int, expected: str) -> None:
    assert header("book.pdf", path, "What it says.", count, limit) == expected


def test_of_a_long_title_the_end_is_kept() -> None:
    found = header("The complete handbook of everything that can be known.pdf", ("One",), "What it says.", count, 4)

    assert found.startswith("…")
    assert found.endswith("known")
    assert count(found) <= 4


def test_what_the_headings_or_the_text_begin_with_is_not_said_twice() -> None:
    assert header("Economy of India (6).txt", (), "Economy of India\nIndia has", count) == ""
    assert header("Economy of India (6).txt", (), "Economy of Indiana\nIt has", count) == "Economy of India"
    assert (
        header("setup_guide.md", ("Setup guide for servers", "Ports"), "Open 8000.", count) == "Setup guide for servers > Ports"
    )


@given(st.text(min_size=1), st.lists(st.text(min_size=1)), st.text(), st.integers(1, 60))
def test_no_header_is_over_its_limit(name: str, path: list[str], text: str, limit: int) -> None:
    assert count(header(name, path, text, count, limit)) <= limit
