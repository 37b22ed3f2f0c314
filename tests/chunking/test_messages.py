"""Tests of chunking messages: short ones stay whole, long ones are split into passages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chat.chunking.messages import cut_message
from chat.domain import Span
from chat.embedding.tokens import word_piece
from chat.settings import ChunkingSettings

count = word_piece().count
SETTINGS = ChunkingSettings(message_tokens=50)


def test_a_short_message_is_one_span() -> None:
    assert cut_message("I moved to Lyon in May. I like it.", SETTINGS, count) == (Span(0, 34),)


def test_a_blank_message_has_none() -> None:
    assert cut_message(" \n ", SETTINGS, count) == ()


def test_a_long_message_is_cut_between_sentences() -> None:
    content = " ".join(f"This is thought number {number}." for number in range(60))

    passages = [content[span.start : span.end] for span in cut_message(content, SETTINGS, count)]

    assert len(passages) > 5
    assert all(passage.startswith("This is") and passage.endswith(".") for passage in passages)
    assert " ".join(passages) == content


@given(st.text(max_size=2_000))
def test_passages_hold_all_words_within_the_limit(content: str) -> None:
    spans = cut_message(content, SETTINGS, count)

    assert all(count(content[span.start : span.end]) <= 50 for span in spans)
    assert "".join(content[span.start : span.end] for span in spans).split() == content.split() or "".join(
        "".join(content[span.start : span.end].split()) for span in spans
    ) == "".join(content.split())
