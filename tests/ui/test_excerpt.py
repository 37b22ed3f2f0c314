"""Tests of the part of a document that the side panel shows."""

from __future__ import annotations

import pytest

from chat.ui.excerpt import around, drawn, words

PARAGRAPHS = "\n\n".join(f"Paragraph {number}. " + 30 * "word " for number in range(60))


def test_a_passage_is_shown_between_whole_paragraphs() -> None:
    start = PARAGRAPHS.index("Paragraph 30")

    shown = around(PARAGRAPHS, start, start + 100)

    assert PARAGRAPHS[shown.start :].startswith("Paragraph ")
    assert PARAGRAPHS[: shown.end].endswith("word ")
    assert PARAGRAPHS[shown.end :].startswith("\n\n")
    assert 1_500 <= start - shown.start <= 1_800
    assert 1_500 <= shown.end - start - 100 <= 1_800


def test_a_short_text_is_shown_whole() -> None:
    shown = around("One.\n\nTwo.", 6, 10)

    assert (shown.start, shown.end) == (0, 10)


def test_a_code_block_is_shown_with_both_of_its_fences() -> None:
    block = "```\n" + "line\n\n" * 400 + "```"
    text = f"{PARAGRAPHS}\n\n{block}\n\nBehind the block."
    at = text.index("Behind")

    shown = around(text, at, at + 6)

    assert text[shown.start :].startswith("```\nline")
    assert shown.end == len(text)


def test_a_text_in_one_line_is_cut() -> None:
    shown = around("x" * 100_000, 50_000, 50_010)

    assert (shown.start, shown.end) == (48_500, 51_510)


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("---\ntitle: Quill\n---\n# Quill", "```yaml\ntitle: Quill\n```\n\n# Quill"),
        ('<p align="center">\n    <b>Quill</b>\n</p>\n', "\nQuill\n\n\n\n"),
        ("`<b>` stays, <br> not", "`<b>` stays, \n\n not"),
        ("![Logo](https://x.example/l.png)", "Logo"),
        ("![Logo]\n\n[Logo]: https://x.example/l.png", "[Logo]\n\n[Logo]: https://x.example/l.png"),
        ("[![build](https://x.example/b.svg)](https://x.example/ci)", "[build](https://x.example/ci)"),
        ("see [the guide](docs/guide.md#top)", "see the guide"),
        ("see [the guide](https://x.example/guide)", "see [the guide](https://x.example/guide)"),
        ("```\n[a](b) <p>\n```", "```\n[a](b) <p>\n```"),
        ("run <file> at note:this", "run &lt;file> at note&#58;this"),
    ],
    ids=[
        "front matter",
        "html",
        "html in code",
        "picture",
        "picture by reference",
        "badge",
        "file beside it",
        "address",
        "code",
        "what the page omits",
    ],
)
def test_markdown_is_drawn_as_it_is_meant(markdown: str, shown: str) -> None:
    assert drawn(markdown) == shown


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("1. First\n2. Second", "First\nSecond"),
        ("- [x] done\n- [ ] open", "done\nopen"),
        ("> 3) quoted", "quoted"),
        ("see [the guide](https://x.example/guide)", "see the guide"),
        ("Run:\n\n```bash\n1. stays\n```", "Run:\n\n\n\n1. stays\n\n"),
    ],
    ids=["numbers", "boxes", "quotation", "address", "code"],
)
def test_words_are_those_that_are_drawn(markdown: str, found: str) -> None:
    assert words(markdown) == found
