"""Tests of comparing versions section by section."""

from __future__ import annotations

import hashlib

import pytest

from chat.chunking.comparing import parts
from chat.chunking.structure import sections
from chat.domain import Extracted, SectionDigest


def part_of(text: str) -> SectionDigest:
    extracted = Extracted(text, "text/plain")
    [part] = parts(extracted, sections(extracted, "name"))
    return part


@pytest.mark.parametrize(
    "text",
    [
        "two words",
        " \n two \t words ",
        "word " * 500_000,
        "\u2003".join(["wörd"] * 700_000),
        "x" * 2_500_000,
        "a" + " " * 2_500_000,
    ],
    ids=["short", "blanks around", "over two stretches", "another blank", "no blank at all", "blanks at the end"],
)
def test_a_digest_is_that_of_the_words_with_one_blank_between_them(text: str) -> None:
    words = " ".join(text.split())

    assert part_of(text).digest == hashlib.sha256(words.encode()).hexdigest()[:16]


def test_a_text_of_blanks_has_no_part() -> None:
    extracted = Extracted(" \n ", "text/plain")

    assert parts(extracted, sections(extracted, "name")) == ()
